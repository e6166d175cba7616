// Script in every place that XHTML, SVG and MathML have for it.

import { type EvilChapter, shout } from './case.ts';

const handlers =
  'onload onerror onclick onfocus onblur onmouseover onmousemove onpointerdown onpointerenter onkeydown onscroll onscrollend ontoggle onbeforetoggle oncopy oncontextmenu onanimationstart onanimationend ontransitionrun ontransitionend onbegin onend onrepeat onloadstart oncanplay onplay ontimeupdate onbeforeinput onsecuritypolicyviolation onresize onhashchange onpageshow onmessage onunhandledrejection onslotchange onwheel onselectstart oncuechange onformdata'.split(
    ' ',
  );
const carriers = [
  'p',
  'body',
  'img src="nope.png"',
  'video',
  'audio',
  'input',
  'details open="open"',
  'svg',
  'marquee',
  'select',
];

export const scripts: EvilChapter[] = [
  {
    name: 'script elements',
    head: (here) => `<script>${shout(here, 'head')}</script><script src="${here}/script.js"></script>
<script type="module">${shout(here, 'module')}</script><script type="module" src="local.js"></script>
<script type="importmap">{"imports":{"x":"${here}/import.js"}}</script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${here}/speculation"]}]}</script>`,
    body: (here) => `<script>${shout(here, 'body')}</script><script src="local.js" async="async" defer="defer"></script>
<noscript><img alt="" src="${here}/noscript.png"/></noscript><template><script>${shout(here, 'template')}</script></template>
<svg xmlns="http://www.w3.org/2000/svg"><script>${shout(here, 'svg')}</script><script href="local.js"/>
<script xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${here}/xlink.js"/></svg>
<script src="data:text/javascript,${encodeURIComponent(shout(here, 'data'))}"></script>`,
    parts: (here) => [{ name: 'O/local.js', data: shout(here, 'local') }],
  },
  {
    name: 'event attributes',
    body: (here) =>
      carriers
        .map((carrier) => {
          const [name = ''] = carrier.split(' ');
          const attributes = handlers.map((handler) => `${handler}="${shout(here, `${name}-${handler}`)}"`).join(' ');
          return `<${carrier} tabindex="0" autofocus="autofocus" ${attributes}></${name}>`;
        })
        .join('')
        .replace(/<(\/?)body/g, '<$1div'),
  },
  {
    name: 'addresses of script',
    body: (here) => {
      const js = `javascript:${shout(here, 'address')}`;
      const spellings = [
        js,
        `  ${js}`,
        `JaVaScRiPt:${shout(here, 'case')}`,
        `java&#9;script:${shout(here, 'tab')}`,
        `java&#10;script:${shout(here, 'line')}`,
        `&#1;${js}`,
        `vbscript:x`,
        `data:text/html,<script>${encodeURIComponent(shout(here, 'data'))}</script>`.replace(/</g, '&lt;'),
        `blob:${here}/x`,
      ];
      return spellings
        .map(
          (
            address,
          ) => `<p><a href="${address}">a</a><a href="${address}" target="_top">t</a><a href="${address}" target="_blank">b</a>
<img alt="" src="${address}"/><iframe src="${address}"></iframe><object data="${address}"></object><embed src="${address}"/>
<form action="${address}"><button formaction="${address}">x</button><input type="image" src="${address}" alt=""/></form>
<video src="${address}" poster="${address}"></video><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="${address}"><text>s</text></a><a href="${address}"><text>s</text></a>
<image href="${address}"/><use href="${address}"/><feImage href="${address}"/></svg>
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi href="${address}" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}">m</mi></math></p>`,
        )
        .join('');
    },
  },
  {
    name: 'script in drawings',
    body: (
      here,
    ) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${shout(here, 'onload')}" width="50" height="50">
<a id="w"><rect width="50" height="50"/></a><animate xlink:href="#w" attributeName="href" values="javascript:${shout(here, 'animate')}"/>
<set xlink:href="#w" attributeName="xlink:href" to="javascript:${shout(here, 'set')}"/><set attributeName="onmouseover" to="${shout(here, 'sethandler')}"/>
<animate onbegin="${shout(here, 'onbegin')}" attributeName="x" dur="1s"/><animateTransform onend="${shout(here, 'onend')}" attributeName="x" dur="0.01s"/>
<discard onbegin="${shout(here, 'discard')}"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${shout(here, 'foreign')}&lt;/script&gt;"></iframe><body xmlns="http://www.w3.org/1999/xhtml" onload="${shout(here, 'foreignbody')}"/></foreignObject>
<use href="data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg'&gt;&lt;script&gt;1&lt;/script&gt;&lt;/svg&gt;#x"/><use href="evil.svg#x"/>
<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load" type="application/ecmascript">${shout(here, 'handler')}</handler></svg>
<img alt="" src="evil.svg"/><object data="evil.svg" type="image/svg+xml"></object><embed src="evil.svg" type="image/svg+xml"/><iframe src="evil.svg"></iframe>`,
    parts: (here) => [{ name: 'O/evil.svg', data: drawing(here) }],
    chapters: (here) => [{ name: 'two.svg', data: drawing(here) }],
  },
  {
    name: 'pages within pages',
    body: (
      here,
    ) => `<iframe src="inner.xhtml"></iframe><iframe src="inner.html" sandbox="allow-scripts allow-same-origin allow-top-navigation"></iframe>
<iframe srcdoc="&lt;script&gt;${shout(here, 'srcdoc')}&lt;/script&gt;&lt;img src='${here}/srcdoc.png'&gt;"></iframe>
<iframe src="${here}/frame.html"></iframe><iframe src="//${here.slice(5)}/schemeless"></iframe><iframe src="/index.html"></iframe><iframe src="about:blank" onload="${shout(here, 'blank')}"></iframe>
<frameset><frame src="${here}/frameset.html"/></frameset><object data="inner.html" type="text/html"><embed src="inner.html"/></object>
<portal src="${here}/portal"></portal><fencedframe config="x" src="${here}/fenced"></fencedframe>`,
    parts: (here) => {
      const inner = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><meta http-equiv="refresh" content="0;url=${here}/innerrefresh"/><script>${shout(here, 'inner')}</script><link rel="stylesheet" href="${here}/inner.css"/></head><body onload="${shout(here, 'innerload')}"><img alt="" src="${here}/inner.png"/><iframe src="inner.xhtml"></iframe></body></html>`;
      return [
        { name: 'O/inner.xhtml', data: inner },
        { name: 'O/inner.html', data: inner },
      ];
    },
  },
  {
    name: 'transformations and instructions',
    whole: (
      here,
    ) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="evil.xsl"?><?xml-stylesheet type="text/xsl" href="${here}/remote.xsl"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><?xml-stylesheet type="text/xsl" href="evil.xsl"?></head><body><p>still here</p>
<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?><?php echo 1 ?><?import href="${here}/pi.js"?></body></html>`,
    parts: (here) => [
      {
        name: 'O/evil.xsl',
        data: `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${shout(here, 'xsl')}</script>transformed</body></html></xsl:template></xsl:stylesheet>`,
      },
    ],
  },
  {
    name: 'formulas that act',
    body: (
      here,
    ) => `<math xmlns="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink" onclick="${shout(here, 'math')}"><maction actiontype="statusline#${here}" xlink:href="javascript:${shout(here, 'maction')}"><mtext>x</mtext></maction>
<mglyph src="${here}/glyph.png" alt="x"/><semantics><mi>x</mi><annotation-xml encoding="text/html"><img xmlns="http://www.w3.org/1999/xhtml" alt="" src="x" onerror="${shout(here, 'annotation')}"/><iframe xmlns="http://www.w3.org/1999/xhtml" src="${here}/annotation"></iframe></annotation-xml></semantics></math>`,
  },
  {
    name: 'markup that changes when it is parsed again',
    whole: (here) =>
      `<html><head><title>t</title></head><body><p>still here<p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${shout(here, 'mutation')}&gt;"></table></math><svg><style><a id="</style><img src=x onerror=${shout(here, 'svgstyle')}>"></svg><noscript><p title="</noscript><img src=x onerror=${shout(here, 'noscript')}>"><form><math><mtext></form><form><mglyph><style></math><img src onerror=${shout(here, 'form')}></body>`,
  },
];

function drawing(here: string): string {
  return `<?xml-stylesheet href="${here}/svg.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90" id="x" onload="${shout(here, 'svgload')}"><script>${shout(here, 'svgscript')}</script><style>@import url(${here}/svgimport.css); rect{fill:url(${here}/svgfill.svg#a)}</style><image href="${here}/svgimage.png" width="9" height="9"/><rect width="9" height="9"/><text y="20">drawn</text><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" alt="" src="${here}/svgforeign.png" onerror="${shout(here, 'svgforeign')}"/></foreignObject></svg>`;
}
