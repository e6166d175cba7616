// XML that lies about itself, and documents that are too much.

import { page } from '../../src/book/build-zip.ts';
import { type EvilChapter, mark } from './case.ts';

const doctype = (subset: string, body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html [${subset}]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>${mark}</p><p>${body}</p></body></html>`;

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90">${inside}</svg>`;

/** A drawing that says ten times over what it says ten times over. */
const copies = svg(
  `<defs><g id="u0"><rect width="1" height="1"/></g>${Array.from({ length: 12 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#u12"/>`,
);

/** As an address, within another drawing. */
const drawn = `data:image/svg+xml;base64,${btoa(svg(`<image width="9" height="9" href="data:image/svg+xml;base64,${btoa(copies)}"/>`))}`;

/** The same with patterns, masks and clips; `use`: how a rectangle comes to the one before. */
function within(tag: string, use: (before: number) => string): string {
  const levels = Array.from(
    { length: 9 },
    (_, n) =>
      `<${tag} id="${tag}${n + 1}" width="1" height="1">${`<rect width="9" height="9" ${use(n)}/>`.repeat(10)}</${tag}>`,
  );
  return svg(
    `<defs><${tag} id="${tag}0" width="1" height="1"><rect width="1" height="1"/></${tag}>${levels.join('')}</defs><rect width="9" height="9" ${use(9)}/>`,
  );
}

const nested = (tag: string, attribute: string) => within(tag, (n) => `${attribute}="url(#${tag}${n})"`);

const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

function encoded(text: string, encoding: 'utf-16le' | 'utf-16be', withMark: boolean): Uint8Array<ArrayBuffer> {
  const units = withMark ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < units.length; n++) view.setUint16(n * 2, units.charCodeAt(n), encoding === 'utf-16le');
  return bytes;
}

const wide = (declared: string) =>
  page(`<p>${mark} äöü 漢字</p>`).replace('encoding="utf-8"', `encoding="${declared}"`);

export const markup: EvilChapter[] = [
  { name: 'a billion laughs', whole: () => doctype(`<!ENTITY l0 "ha">${laughs}`, '&l12;') },
  {
    name: 'one long entity many times',
    whole: () => doctype(`<!ENTITY q "${'a'.repeat(60_000)}">`, '&q;'.repeat(60_000)),
  },
  {
    name: 'entities and types from outside',
    whole: (here) =>
      `<?xml version="1.0" standalone="no"?><!DOCTYPE html SYSTEM "${here}/evil.dtd" [<!ENTITY x SYSTEM "${here}/entity"><!ENTITY y PUBLIC "a" "file:///etc/passwd"><!ENTITY % p SYSTEM "${here}/parameter"> %p; <!ENTITY loop "&loop2;"><!ENTITY loop2 "&loop;"><!NOTATION n SYSTEM "${here}/notation"><!ENTITY u SYSTEM "${here}/unparsed" NDATA n><!ATTLIST p onclick CDATA "alert(1)">]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xi="http://www.w3.org/2001/XInclude" xsi:schemaLocation="${here} ${here}/schema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><head><title>t</title></head><body><p>${mark} &x; &y; &loop; &unknown;</p><xi:include href="${here}/include" parse="text"/><xi:include href="file:///etc/passwd"/></body></html>`,
  },
  { name: 'two bytes a letter, the small one first', whole: () => encoded(wide('utf-16'), 'utf-16le', true) },
  {
    name: 'two bytes a letter, the large one first, unmarked',
    whole: () => encoded(wide('UTF-16BE'), 'utf-16be', false),
  },
  { name: 'a wrong declaration of its letters', whole: () => wide('utf-16') },
  { name: 'a declaration of letters that nobody knows', whole: () => wide('x-klingon') },
  { name: 'a mark before its letters', whole: () => `\ufeff${wide('utf-8')}` },
  {
    name: 'letters that are none',
    whole: () => page(`<p>${mark}\u0000\u0001\ufffe\u000b</p>&#0;&#xFFFFFFFF;&#x110000;`),
  },
  {
    name: 'two hundred thousand elements',
    whole: () => page(`<p>${mark}</p>${'<p><b>x</b> y</p>'.repeat(100_000)}`),
    mayFail: true,
  },
  {
    name: 'elements within elements',
    whole: () => page(`<p>${mark}</p>${'<div>'.repeat(4500)}x${'</div>'.repeat(4500)}`),
  },
  {
    name: 'elements within elements without end',
    whole: () => `<html><body><p>${mark}</p>${'<div><span>'.repeat(60_000)}x`,
    mayFail: true,
  },
  {
    name: 'names without number',
    body: () =>
      `${Array.from({ length: 5000 }, (_, n) => `<a id="same" href="#n${n}">x</a>`).join('')}<p ${Array.from({ length: 5000 }, (_, n) => `data-a${n}="${n}"`).join(' ')} class="${'c '.repeat(50_000)}">x</p>`,
  },
  {
    name: 'names that hide what the page has',
    body: () =>
      '<form id="body"><input name="children"/><input name="attributes"/><input id="parentNode"/></form><img alt="" name="getElementById" id="querySelector"/><embed name="documentElement"/><form name="fonts"/><img alt="" name="images"/><object name="defaultView"/><form name="createRange"/><form name="head"/>',
  },
  {
    name: 'drawings that repeat drawings',
    body: () => {
      const levels = Array.from(
        { length: 12 },
        (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`,
      ).join('');
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><g id="u0"><rect width="1" height="1"/></g>${levels}</defs><use href="#u12"/></svg><img alt="" src="bomb.svg"/>`;
    },
    parts: () => {
      const levels = Array.from(
        { length: 12 },
        (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`,
      ).join('');
      return [
        {
          name: 'O/bomb.svg',
          data: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><g id="u0"><rect width="1" height="1"/></g>${levels}</defs><use href="#u12"/></svg>`,
        },
      ];
    },
  },
  {
    name: 'drawings that hide in addresses',
    head: () => `<style>p{background:url(data:image/svg+xml;base64,${btoa(copies)})}</style>`,
    body: () =>
      `<p>x</p><img alt="" src="data:image/svg+xml,${encodeURIComponent(copies)}"/><img alt="" src="${drawn}"/><img alt="" src="outer.svg"/>`,
    parts: () => [{ name: 'O/outer.svg', data: svg(`<image width="9" height="9" href="${drawn}"/>`) }],
  },
  {
    name: 'patterns in patterns, masks in masks and clips in clips',
    head: () =>
      `<style>${Array.from({ length: 10 }, (_, n) => `@media all{.k${n}{fill:url(#marker${n});marker-start:url(#marker${n})}}`).join('')}</style>`,
    body: () =>
      `${nested('pattern', 'fill')}${nested('mask', 'mask')}${nested('clipPath', 'clip-path')}${within('marker', (n) => `class="k${n}"`).replaceAll('<rect', '<path d="M0 0L1 1"')}<img alt="" src="masks.svg"/>`,
    parts: () => [{ name: 'O/masks.svg', data: nested('mask', 'mask') }],
  },
  {
    name: 'cells that span each other',
    body: () => `<table>${`<tr>${'<td colspan="1000" rowspan="65534">x</td>'.repeat(50)}</tr>`.repeat(400)}</table>`,
  },
  {
    name: 'lines of a grid without number',
    head: () =>
      '<style>.g{display:grid;grid-template:repeat(10000000,1px)/repeat(9999999,1px)} .h{--a:repeat(10000000,1px);display:grid;grid-template-columns:var(--a)}</style>',
    body: () =>
      `<div class="g"><i style="grid-area:9999999/-9999999">x</i></div><div class="h">x</div><div style="display:grid;grid-auto-flow:dense">${'<i style="grid-area:auto/auto/span 9999999/span 9999999">x</i>'.repeat(20)}</div>`,
  },
  {
    name: 'a tag without an end',
    whole: () => `<html><body><p>${mark}</p><br><${'a'.repeat(400_000)}<p>x</p></body></html>`,
  },
  {
    name: 'sounds, films, frames, objects and controls without number',
    body: () =>
      `${'<iframe src="last.xhtml">f</iframe>'.repeat(40)}${'<object data="last.xhtml" type="application/xhtml+xml">o</object>'.repeat(200)}${'<embed src="last.xhtml"/>'.repeat(100)}${'<audio src="a.wav" autoplay="" loop=""/><video src="a.wav" poster="p.png" autoplay="" muted=""><track src="t.vtt" kind="subtitles" default=""/></video>'.repeat(50)}${'<input type="range"/><input type="date"/><select size="5"><option>a</option></select><textarea>x</textarea><meter value=".5"/>'.repeat(50)}${'<details name="a" open="open"><summary>s</summary>x</details><dialog open="open">x</dialog>'.repeat(100)}`,
    parts: () => [
      { name: 'O/a.wav', data: bytes('52494646ffffff0057415645666d7420100000000100010040', 9000) },
      { name: 'O/t.vtt', data: 'WEBVTT\n\n' },
    ],
  },
  {
    name: 'words in tens of thousands of pieces',
    body: () => `<p>${'<![CDATA[x]]>'.repeat(60_000)}</p><p>${'x<!--y-->'.repeat(60_000)}</p>`,
  },
  {
    name: 'names that are declared without number',
    whole: () =>
      page(
        `<p ${Array.from({ length: 20_000 }, (_, n) => `xmlns:n${n}="urn:${n}"`).join(' ')}>${'<n7:x/>'.repeat(2000)}</p>`,
      ),
    mayFail: true,
  },
  {
    name: 'fonts without number',
    head: () =>
      `<style>${Array.from({ length: 400 }, (_, n) => `@font-face{font-family:f${n};src:url(f${n}.ttf)}.f${n}{font-family:f${n},serif}`).join('')}@font-face{font-family:w;src:url(w.woff2)}p{font-family:w}</style>`,
    body: () => Array.from({ length: 400 }, (_, n) => `<p class="f${n}">x</p>`).join(''),
    parts: () => [
      ...Array.from({ length: 400 }, (_, n) => ({ name: `O/f${n}.ttf`, data: bytes('00010000000c0080', 2000) })),
      { name: 'O/w.woff2', data: bytes('774f46320001000000001000000c00007fffffff', 4096) },
    ],
  },
  {
    name: 'pictures of pixels without number and fonts of nothing',
    head: () =>
      '<style>@font-face{font-family:a;src:url(a.ttf)} @font-face{font-family:b;src:url(b.woff2)} @font-face{font-family:c;src:url(c.otf)} p{font-family:a,b,c,serif}</style>',
    body: () =>
      '<img alt="huge" src="huge.png"/><img alt="huge" src="huge.gif"/><img alt="huge" src="huge.jpg"/><img alt="not" src="not.png"/>',
    parts: () => [
      { name: 'O/huge.png', data: bytes('89504e470d0a1a0a0000000d49484452ffffff00ffffff000100000000', 4000) },
      { name: 'O/huge.gif', data: bytes('474946383961ffffffff800000000000ffffff2c00000000ffffffff00', 4000) },
      {
        name: 'O/huge.jpg',
        data: bytes('ffd8ffe000104a46494600010100000100010000ffc000110803ffffffff0301220002110103', 4000),
      },
      { name: 'O/not.png', data: 'This is no picture.' },
      { name: 'O/a.ttf', data: bytes('00010000ffff0080000300404f532f32ffffffffffffffffffffffff', 3000) },
      { name: 'O/b.woff2', data: bytes('774f4632000100007fffffff00100000ffffffff', 3000) },
      { name: 'O/c.otf', data: bytes('4f54544f000affff00800003', 3000) },
    ],
    chapters: () => [
      { name: 'spine.png', data: bytes('89504e470d0a1a0a0000000d49484452ffffff00ffffff000100000000', 4000) },
    ],
  },
];

/** A beginning and then noise, the same in every run. */
function bytes(hex: string, length: number): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const all = Uint8Array.from({ length }, (_, n) => (n * 2_654_435_761) >>> 24);
  all.set(head);
  return all;
}
