import { afterEach, expect, it } from 'vitest';
import { openBook } from '../../../src/book/open-book.ts';
import { buildEpub, page } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownDocument } from './shown-frame.ts';

declare global {
  interface Window {
    pwned?: string[];
  }
}

const evil = `${location.origin}/hostile`;
const shout = (name: string) => `try{(top.pwned??=[]).push('${name}')}catch(e){}`;

const css = `@import url("${evil}/import.css"); @import '${evil}/import2.css';
@font-face{font-family:X;src:url("${evil}/font.woff2")} body{background:url(${evil}/bg.png)}
p{font-family:X;background:u\\72l("${evil}/escaped.png");list-style-image:image-set("${evil}/set.png" 1x)}`;

const body = `<h1 onclick="${shout('onclick')}">Hostile</h1>
<script>${shout('inline')}</script><script src="local.js"></script><script src="${evil}/remote.js"></script>
<script type="module">${shout('module')}</script>
<img alt="" src="nope.png" onerror="${shout('onerror')}"/><img alt="" src="${evil}/img.png"/>
<img alt="" src="//${location.host}/hostile/scheme-less.png"/><img alt="" src="/hostile/absolute.png"/>
<img alt="" srcset="${evil}/srcset.png 1x"/><picture><source srcset="${evil}/picture.png"/><img alt="" src="picture.svg"/></picture>
<video src="${evil}/video.mp4" autoplay="autoplay" poster="${evil}/poster.png"></video>
<audio autoplay="autoplay"><source src="${evil}/audio.mp3"/></audio>
<iframe src="${evil}/iframe.html"></iframe><iframe src="javascript:${shout('iframe-js')}"></iframe>
<iframe srcdoc="&lt;script&gt;${shout('srcdoc')}&lt;/script&gt;&lt;img src='${evil}/srcdoc.png'&gt;"></iframe>
<object data="${evil}/object.svg" type="image/svg+xml">fallback</object><embed src="${evil}/embed.svg"/>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20" onload="${shout('svg-onload')}">
<script>${shout('svg-script')}</script><image xlink:href="${evil}/xlink.png" width="5" height="5"/><image href="${evil}/image.png"/>
<use href="${evil}/use.svg#a"/><set attributeName="href" onbegin="${shout('onbegin')}"/>
<a xlink:href="javascript:${shout('svg-a')}"><rect id="svga" width="20" height="20" fill="url(${evil}/fill.svg#x)"/></a>
<animate xlink:href="#svga" attributeName="href" values="${evil}/animate.png"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${evil}/foreign.html"></iframe></foreignObject></svg>
<details open="open" ontoggle="${shout('ontoggle')}"><summary>d</summary>x</details>
<p style="background:url('${evil}/style.png')">text</p><p style="background:ur\\l(${evil}/style-escaped.png)">text</p>
<table background="${evil}/table.png"><tr><td background="${evil}/td.png">x</td></tr></table>
<p><a id="js" href="javascript:${shout('a-js')}">js</a> <a id="out" href="https://example.org/x">out</a>
<a id="top" target="_top" ping="${evil}/ping" href="${evil}/top.html">top</a> <a id="data" href="data:text/html,x">data</a>
<a id="file" href="file:///etc/passwd">file</a> <a id="in" href="two.xhtml#there">in</a></p>
<form id="form" action="${evil}/form.html"><input name="a" autofocus="autofocus" onfocus="${shout('onfocus')}"/>
<button id="send" formaction="${evil}/formaction.html">s</button></form>
<meta http-equiv="refresh" content="0;url=${evil}/refresh-in-body.html"/>
<link rel="stylesheet" href="${evil}/link-in-body.css"/>`;

const head = `<meta http-equiv="refresh" content="1;url=${evil}/refresh.html"/><base href="${evil}/base/"/>
<link rel="stylesheet" href="s.css"/><link rel="stylesheet" href="${evil}/remote.css"/>
<link rel="preload" as="image" href="${evil}/preload.png"/><link rel="prefetch" href="${evil}/prefetch.html"/>
<link rel="dns-prefetch" href="//prefetch.invalid"/><link rel="icon" href="${evil}/icon.png"/><style>${css}</style>`;

let container: HTMLElement | undefined;

afterEach(() => {
  container?.remove();
  delete window.pwned;
});

it('runs no script, asks for nothing and leads nowhere', async () => {
  const opened: string[] = [];
  const open = window.open;
  window.open = (address) => {
    opened.push(String(address));
    return null;
  };
  const book = await openBook(
    await buildEpub(
      [
        { name: 'one.xhtml', data: page(body, head) },
        { name: 'two.xhtml', data: page('<p>Two</p><p id="there">There</p>') },
        {
          name: 'three.svg',
          data: `<?xml-stylesheet href="${evil}/pi.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="${shout('svg')}"><script>${shout('spine-svg')}</script><text y="9">Three</text></svg>`,
        },
      ],
      {
        parts: [
          { name: 'O/s.css', data: css },
          { name: 'O/local.js', data: shout('local') },
          {
            name: 'O/picture.svg',
            data: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${shout('img-svg')}"><image href="${evil}/inner.png" width="9" height="9"/></svg>`,
          },
        ],
      },
    ),
  );
  performance.clearResourceTimings();
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  const outside: string[] = [];
  view.on('outsideLink', ({ url }) => outside.push(url));
  const frames = () => [...(container?.querySelectorAll('iframe') ?? [])];
  const shown = () => shownDocument(container);
  const first = shown();
  for (const id of ['js', 'data', 'file', 'top', 'out', 'send', 'svga']) {
    first.getElementById(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
  // Longer than the refresh that the page asks for.
  await new Promise((resolve) => setTimeout(resolve, 1500));

  expect(window.pwned).toBeUndefined();
  const entries = [performance, ...frames().map((frame) => frame.contentWindow?.performance as Performance)];
  const asked = entries.flatMap((clock) => clock.getEntriesByType('resource').map((entry) => entry.name));
  expect(asked.filter((address) => /hostile|prefetch/.test(address))).toEqual([]);
  expect(opened).toEqual([]);
  expect(first.defaultView).toBe(frames().find((frame) => frame.contentDocument === first)?.contentWindow);
  expect(first.body.textContent).toContain('Hostile');
  expect(outside).toEqual([`${evil}/top.html`, 'https://example.org/x']);
  expect(first.querySelectorAll('[href^="http"], [src^="http"], [action], [srcset]').length).toBe(0);

  const followed = new Promise((resolve) => view.on('place', resolve));
  first.getElementById('in')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(await followed).toMatchObject({ section: 1, page: 0 });
  expect(await view.next()).toMatchObject({ section: 2 });
  expect(shown().body.textContent).toContain('Three');
  expect(window.pwned).toBeUndefined();
  for (const frame of frames()) {
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame.contentDocument?.URL).toMatch(/^blob:/);
  }
  window.open = open;
  book.close();
});
