// What layout and drawing do not come back from, what moves, and what asks by means that are new.

import { type EvilChapter, shout } from './case.ts';

const times = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join('');
const within = (count: number, open: string, inside: string, close: string) =>
  open.repeat(count) + inside + close.repeat(count);

export const layouts: EvilChapter[] = [
  {
    name: 'pages that move by themselves',
    head: () => `<style>@keyframes spin{to{transform:rotate(1turn)}} @-webkit-keyframes wave{to{opacity:0}}
#mark#mark#mark{animation:spin 1s infinite!important;-webkit-animation:wave 1s infinite!important} p#mark::first-letter{animation:spin 1s infinite!important} li::marker{animation:wave 1s infinite!important}
#mark#mark{transition:all 9s!important} #mark:hover{color:red;-webkit-user-modify:read-write} *{user-modify:read-write!important;-webkit-user-modify:read-write-plaintext-only!important;-webkit-app-region:drag!important;interactivity:inert!important}
@starting-style{#mark{opacity:0}} html{scroll-marker-group:after;scroll-behavior:smooth!important} ::scroll-button(right){content:">"} body::scroll-marker{content:"o"} html{animation-timeline:scroll()}</style>`,
    body: () =>
      '<p style="animation:spin 1s infinite!important;-webkit-user-modify:read-write!important">x</p><ul><li>x</li></ul><progress></progress><img id="gif" alt="" src="m.gif"/><img alt="" src="m.svg"/><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"><animate attributeName="x" to="9" dur="1s" repeatCount="indefinite"/><animateTransform attributeName="transform" type="rotate" to="90" dur="1s" repeatCount="indefinite"/></rect><style>rect{animation:spin 1s infinite}</style></svg>',
    parts: () => [
      {
        name: 'O/m.svg',
        data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>@keyframes a{to{opacity:0}} rect{animation:a 1s infinite}</style><rect width="9" height="9"><animate attributeName="x" to="9" dur="1s" repeatCount="indefinite"/></rect></svg>',
      },
      {
        name: 'O/m.gif',
        data: Uint8Array.from(
          atob(
            'R0lGODlhAQABAIAAAAAAAP///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQAAQAAACwAAAAAAQABAAACAkQBACH5BAABAAAALAAAAAABAAEAAAICTAEAOw==',
          ),
          (letter) => letter.charCodeAt(0),
        ),
      },
    ],
  },
  {
    name: 'addresses that come by ways that are new',
    head: (
      here,
    ) => `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${here}/speculated"]}],"prerender":[{"where":{"href_matches":"/*"}}]}</script><script type="importmap">{"imports":{"a":"${here}/map.js"}}</script>
<link rel="preload" as="image" imagesrcset="${here}/set.png 1x" imagesizes="1px"/><link rel="modulepreload" href="${here}/module.js"/><link rel="compression-dictionary" href="${here}/dictionary"/><link rel="expect" href="#x" blocking="render"/>
<style>:root{--s:"${here}/var.png"} @property --p{syntax:"*";inherits:false;initial-value:"${here}/property.png"} @function --u(){result:image-set("${here}/function.png" 1x)} p{background:image-set(var(--s) 1x),image-set(var(--p) 1x);mask:image-set(attr(data-a) 1x);list-style:--u()}
p{background:if(style(--s):url(${here}/if.png); else: url(${here}/else.png))} p{background-image:url("${here}/modified.png" crossorigin(anonymous) referrerpolicy(unsafe-url));offset-path:url(${here}/offset.svg#p);shape-outside:image-set("${here}/shape.png" 1x)}
@font-face{font-family:n;src:url("${here}/n.woff2") format(woff2) tech(color-COLRv1)} @scope(p){:scope{background:url(${here}/scope.png)}} p{&amp;{background:url(${here}/nest.png)}} @container style(--s){p{background:url(${here}/container.png)}} @view-transition{navigation:auto} p{font-family:n;cursor:image-set("${here}/cursor.png" 1x),auto}</style>`,
    body: (here) =>
      `<p data-a="${here}/attr.png">x</p><fencedframe src="${here}/fenced"/><portal src="${here}/portal"/><webview src="${here}/webview"/><template shadowrootmode="open"><img alt="" src="${here}/shadow.png" onerror="${shout(here, 'shadow')}"/></template>
<div><template shadowrootmode="open"><style>@import "${here}/shadow.css";</style><slot/></template>y</div><x-evil is="x-evil"><img alt="" src="${here}/custom.png"/></x-evil><button interestfor="pop" commandfor="pop" command="show-modal">b</button><dialog id="pop" closedby="none">POPPED</dialog>
<permission type="camera microphone">p</permission><geolocation>g</geolocation><usermedia type="camera">u</usermedia><select><button><selectedcontent/></button><option>o</option></select><details name="d" open="open"><summary>s</summary><img alt="" loading="lazy" src="${here}/details.png"/></details><search action="${here}/search"/>
<math xmlns="http://www.w3.org/1998/Math/MathML" href="${here}/math"><mtext href="${here}/mtext" ping="${here}/mping">m</mtext><annotation-xml encoding="text/html" src="${here}/annotation"/></math><svg xmlns="http://www.w3.org/2000/svg"><a href="${here}/svga" ping="${here}/svgping"><text y="9">a</text></a><view id="v"/></svg>`,
  },
  {
    name: 'columns in columns and tables in tables',
    head: () =>
      '<style>.c{columns:2;column-fill:balance} .t{display:table;height:100%;width:100%} .f{display:flex;flex-flow:column wrap;height:100%} .g{display:grid;grid-template-columns:minmax(min-content,auto)}</style>',
    body: () =>
      within(14, '<div class="c">', `<p>${'x '.repeat(200)}</p>`, '</div>') +
      within(40, '<table height="100%"><tr><td height="100%">', 'x', '</td></tr></table>') +
      within(60, '<div class="t">', 'x', '</div>') +
      within(60, '<div class="f">', 'x', '</div>') +
      within(60, '<div class="g">', 'x', '</div>'),
  },
  {
    name: 'selectors that look everywhere',
    head: () =>
      `<style>${times(400, (n) => `p:has(~ p ~ p:nth-last-child(${n} of .q)) ~ p:has(+ p b){--n:${n}} `)} div ~ div div ~ div div ~ div div ~ div div ~ div i{color:red} :has(:is(b,i):not(:has(u))):has(~ *){--h:1} p{width:calc(sibling-count()*1px + sibling-index()*1px)}</style>`,
    body: () =>
      `${times(1500, (n) => `<p class="${n % 2 ? 'q' : 'r'}">${n} <b>x</b></p>`)}${within(60, '<div></div><div>', '<i>x</i>', '</div>')}`,
  },
  {
    name: 'numbers that grow with their depth',
    head: () =>
      `<style>div{counter-increment:a;counter-reset:a} b::before{content:counters(a,"${'x'.repeat(2000)}")} i{counter-reset:${times(2000, (n) => `c${n} `)}} @counter-style big{system:additive;additive-symbols:1 "x";pad:100000000 "y"} li{list-style:big} q{quotes:"${'«'.repeat(5000)}" "»"}</style>`,
    body: () =>
      `${within(1500, '<div><b>x</b>', 'x', '</div>')}${'<i>x</i>'.repeat(500)}<ol start="2000000000"><li>x</li></ol>${within(1000, '<q>', 'words and '.repeat(20_000), '</q>')}`,
  },
  {
    name: 'letters upon letters',
    body: () =>
      `<p>a${'\u0301'.repeat(500)}</p><p>${'\u{1f468}\u200d'.repeat(20_000)}</p><p>${'\u202e\u2066'.repeat(20_000)}x</p><p>${'ก'.repeat(5000)}</p><p>${'ـ'.repeat(50_000)}</p><p>${'\u00ad'.repeat(20_000)}</p><ruby>${'x<rt>y</rt>'.repeat(500)}</ruby><p>${'<bdo dir="rtl">x'.repeat(200)}${'</bdo>'.repeat(200)}</p>`,
  },
  {
    name: 'letters, lines, cells and boxes without end',
    head: () => '<style>.f{float:left;width:40%}</style>',
    body: () =>
      `<p>a${'\u0301'.repeat(100_000)}</p><p>${'ก'.repeat(50_000)}</p><p>${'ب'.repeat(50_000)}</p><p>${'x<br/>'.repeat(12_000)}</p><table><tr>${'<td>x</td>'.repeat(12_000)}</tr></table><ruby>x<rt>${'y'.repeat(30_000)}</rt></ruby>${times(1500, (n) => `<div class="f" style="height:${n}px">x</div> x `)}`,
  },
  {
    name: 'changes of direction without end',
    body: () => `<p>${'aא'.repeat(100_000)}</p>`,
    mayFail: true,
  },
  {
    name: 'sizes, shadows and shapes by the hundred',
    head: () =>
      `<style>#mark{text-shadow:${times(30, (n) => `${n}px 0 3px #000,`)}0 0 #000} .c{clip-path:polygon(${times(20_000, (n) => `${n % 97}% ${n % 89}%,`)}0 0)} .z{zoom:1e6} .y{zoom:1e-9} .b{background-image:linear-gradient(#000,#fff);background-size:.1px .1px}</style>`,
    body: () => '<div class="c">x</div><div class="b">x</div><div class="z">x</div><div class="y">x</div>',
  },
  {
    name: 'marks at every corner of a line',
    body: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99" width="600" height="600"><defs><marker id="m">${'<rect width="9" height="9"/>'.repeat(1000)}</marker><filter id="n"><feTurbulence baseFrequency="9" numOctaves="999999999"/><feMorphology operator="dilate" radius="99999"/><feConvolveMatrix order="999" kernelMatrix="1"/>${'<feGaussianBlur stdDeviation="999"/>'.repeat(300)}</filter></defs><path marker-mid="url(#m)" d="M0 0${times(40_000, (n) => `L${n % 97} ${n % 89}`)}"/><path stroke="#000" stroke-dasharray=".00001" d="M0 0${times(2000, (n) => `L${n % 97}000 ${n % 89}000`)}"/><rect filter="url(#n)" width="99" height="99"/></svg>`,
  },
  {
    name: 'floats, anchors and containers that push each other',
    head: () =>
      `<style>.f{float:left;width:13px;height:7px;shape-outside:circle()} .f:nth-child(odd){float:right;height:31px} .k{container-type:inline-size} @container (min-width:1px){.k{width:calc(100% - 1px)}} ${times(40, (n) => `.a${n}{anchor-name:--a${n};position:absolute;position-anchor:--a${(n + 1) % 40};left:anchor(--a${(n + 1) % 40} right);position-try:flip-block,flip-inline,flip-start}`)} @function --f0(){result:xxxxxxxxxx} ${times(30, (n) => `@function --f${n + 1}(){result:--f${n}() --f${n}() --f${n}() --f${n}()}`)} p{--r:--f30();font-family:--f30()}</style>`,
    body: () =>
      `${times(800, () => '<div class="f"></div>')}${within(200, '<div class="k">', 'x', '</div>')}${times(40, (n) => `<div class="a${n}">x</div>`)}`,
  },
  {
    name: 'shapes and words too small to see, without end',
    head: () => '<style>.t{font-size:.01px} .n{font-size:0}</style>',
    body: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900" width="600" height="600">${times(30_000, (n) => `<path d="M${n % 900} ${n % 89}L${n % 97} ${n % 899}"/>`)}</svg><p class="n">${'word '.repeat(40_000)}</p><p class="t">${'word '.repeat(40_000)}</p>`,
  },
];
