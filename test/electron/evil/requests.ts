// Everything in a chapter that asks a server, navigates or sends something.

import type { EvilChapter } from './case.ts';

export const requests: EvilChapter[] = [
  {
    name: 'pictures, sounds and films',
    body: (
      here,
    ) => `<img alt="" src="${here}/a.png"/><img alt="" src="//${here.slice(7)}/b.png"/><img alt="" srcset="${here}/c.png 1x, ${here}/c2.png 2x"/>
<picture><source srcset="${here}/d.png"/><img alt="" src="${here}/e.png" loading="eager" fetchpriority="high"/></picture>
<video src="${here}/f.mp4" poster="${here}/g.png" autoplay="autoplay" preload="auto"><source src="${here}/h.mp4"/><track src="${here}/i.vtt" default="default"/></video>
<audio autoplay="autoplay" preload="auto"><source src="${here}/j.mp3"/></audio><input type="image" alt="" src="${here}/k.png"/>
<table background="${here}/l.png"><tr><td background="${here}/m.png">x</td></tr></table><body background="${here}/n.png"/>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image href="${here}/o.png"/><image xlink:href="${here}/p.png"/><use href="${here}/q.svg#a"/><filter id="f"><feImage href="${here}/r.png"/></filter>
<linearGradient href="${here}/s.svg#g"/><pattern xlink:href="${here}/t.svg#p"/><mpath href="${here}/u.svg#m"/><textPath href="${here}/v.svg#t">x</textPath><cursor href="${here}/w.cur"/><font-face-uri href="${here}/x.svg#f"/>
<rect fill="url(${here}/y.svg#f)" filter="url('${here}/z.svg#f')" mask="url(&quot;${here}/a1.svg#m&quot;)" clip-path="url(${here}/b1.svg#c)" marker-start="url(${here}/c1.svg#m)" style="cursor:url(${here}/d1.cur),auto"/></svg>
<img alt="" src="http:\\\\${here.slice(7)}/e1.png"/><img alt="" src="${here.replace('http:', 'http:&#9;')}/f1.png"/><img alt="" src="../../../../../../${here}/g1.png"/>`,
  },
  {
    name: 'links of the head',
    head: (here) =>
      'stylesheet preload prefetch prerender modulepreload preconnect dns-prefetch icon shortcut apple-touch-icon manifest import alternate next prev pingback search author license canonical expect compression-dictionary'
        .split(' ')
        .map((relation) => `<link rel="${relation}" href="${here}/link-${relation}" as="image" type="text/css"/>`)
        .join('') +
      `<link rel="PREFETCH StyleSheet" href="${here}/both"/><style>@import url(${here}/style.css);</style><style type="text/css" media="all">@import "${here}/style2.css";</style>`,
    body: (here) =>
      `<link rel="stylesheet" href="${here}/body.css"/><link rel="stylesheet" href="//${here.slice(7)}/body2.css"/>`,
  },
  {
    name: 'refreshes, bases and policies',
    head: (
      here,
    ) => `<base href="${here}/base/" target="_top"/><meta http-equiv="refresh" content="0;url=${here}/refresh"/><meta HTTP-EQUIV="Refresh" content="0; ${here}/refresh2"/>
<meta http-equiv="Content-Security-Policy" content="default-src *; report-uri ${here}/report"/><meta http-equiv="set-cookie" content="evil=1"/><meta http-equiv="Link" content="&lt;${here}/l.css&gt;; rel=stylesheet"/><meta name="referrer" content="unsafe-url"/>`,
    body: (here) =>
      `<meta http-equiv="refresh" content="0;url=${here}/refresh3"/><img alt="" src="relative.png"/><svg xmlns="http://www.w3.org/2000/svg" xml:base="${here}/xmlbase/"><image href="pic.png"/></svg><div xml:base="${here}/xmlbase/"><img alt="" src="pic.png"/></div>`,
  },
  {
    name: 'forms and what submits them',
    body: (
      here,
    ) => `<form id="f" action="${here}/form" method="post" target="_top"><input name="a" value="secret" autofocus="autofocus"/><button>x</button><input type="submit"/><button formaction="${here}/formaction">y</button></form>
<button form="f">z</button><form action="${here}/get" method="get"><input type="image" alt="" src="x"/></form><form method="dialog"><button>d</button></form><isindex action="${here}/isindex"/>
<label for="file">l</label><input id="file" type="file"/><select><option>s</option></select><textarea autofocus="autofocus">t</textarea><button popovertarget="pop" commandfor="pop" command="show-popover">p</button><div id="pop" popover="auto">POPPED</div>`,
  },
  {
    name: 'links that leave',
    body: (here) =>
      ['_top', '_parent', '_blank', '_self', 'name']
        .map(
          (target) =>
            `<a target="${target}" rel="opener" ping="${here}/ping" attributionsrc="${here}/attribution" download="x" href="${here}/left-${target}">${target}</a>`,
        )
        .join(' ') +
      `<map name="m"><area alt="" href="${here}/area" shape="default" ping="${here}/areaping"/></map><img alt="" usemap="#m" src="x.png" width="50" height="50"/>
<a href="file:///etc/passwd">f</a> <a href="chrome://settings">c</a> <a href="view-source:${here}">v</a> <a href="intent://x">i</a> <a href="/books/x.epub">root</a> <blockquote cite="${here}/cite">q</blockquote>`,
  },
  {
    name: 'what browsers have learned since',
    head: (
      here,
    ) => `<link rel="expect" href="#never" blocking="render"/><script blocking="render" src="${here}/blocking.js"></script><style>
select,::picker(select){appearance:base-select} selectedcontent{background:url(${here}/selected.png)} ::picker-icon{content:url(${here}/icon.png)} ::checkmark{content:url(${here}/check.png)} ::details-content{background:url(${here}/content.png)}
p{--a:attr(data-u type(<url>));background:attr(data-u type(<url>)),src(attr(data-u));mask:src("${here}/src.png");border-image-source:cross-fade("${here}/fade.png" 50%,"${here}/fade2.png");list-style-image:image("${here}/image.png");content:attr(data-u type(<image>))}
p{background:url("${here}/whole.png" integrity("sha256-x"));background:if(media(screen):url(${here}/screen.png);else:url(${here}/else2.png))} @page{@top-left{content:url("${here}/margin.png")}} @media print{p{background:url(${here}/print.png)}}
@color-profile --c{src:url("${here}/c.icc")} @font-face{font-family:q;src:url("${here}/q.woff2") tech(incremental-patch)} button{interest-delay:0s} ::view-transition{background:url(${here}/transition.png)} p{timeline-trigger:--t view();animation-trigger:--t play-forwards;scroll-initial-target:nearest;font-family:q}</style>`,
    body: (here) =>
      `<p data-u="${here}/typed.png">x</p><select><button><selectedcontent/></button><option selected="">a<img alt="" src="${here}/option.png"/></option></select><button interestfor="hint">i</button><div id="hint" popover="hint">HINT</div><button command="request-close" commandfor="closing">c</button><dialog id="closing" closedby="any">d</dialog>
<input type="file" webkitdirectory="" capture="user"/><p contenteditable="plaintext-only" virtualkeyboardpolicy="manual">e</p><svg xmlns="http://www.w3.org/2000/svg"><script href="${here}/svg.js"/><use href="data:image/svg+xml,x#y"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;img src='${here}/inside.png'&gt;"/></foreignObject></svg>
<template shadowrootmode="open" shadowrootcustomelementregistry=""><img alt="" src="${here}/registry.png"/></template><model src="${here}/m.usdz"/><controlledframe src="${here}/controlled"/><img alt="" lowsrc="${here}/low.png" dynsrc="${here}/dyn"/><applet code="${here}/applet"/><bgsound src="${here}/sound"/>`,
  },
];
