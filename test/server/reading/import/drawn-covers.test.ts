// Covers that are drawings: plain ones are drawn for the shelf, and those that may unfold to anything are not begun.

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createLog } from '../../../../server/base/log.ts';
import { makeCover } from '../../../../server/reading/import/cover/make-cover.ts';
import { isPlainDrawing } from '../../../../server/reading/import/cover/plain-drawing.ts';
import { picture } from './samples/all-formats.ts';

const log = createLog({ name: 'test', level: 'silent' });
const svg = (content: string, start = '<?xml version="1.0"?>') =>
  `${start}<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 600 800">${content}</svg>`;
const coverOf = (bytes: string | Uint8Array) =>
  makeCover({ file: 'cover.svg', bytes: new Uint8Array(typeof bytes === 'string' ? Buffer.from(bytes) : bytes) }, log);

test('a plain drawing is a cover, with a picture in it, gradients, and groups that are shown again', async () => {
  const png = (await picture()).toString('base64');
  const drawn = await coverOf(
    svg(
      `<defs><linearGradient id="g"><stop/></linearGradient><g id="u"><circle r="9"/></g></defs><image x:href="data:image/png;base64,${png}" width="600" height="800"/><rect width="9" height="9" fill="url(#g)"/>${'<use x:href="#u"/>'.repeat(9)}`,
    ),
  );
  expect(drawn).toMatchObject({ mediaType: 'image/jpeg' });
});

const nested = (name: string, use: string) =>
  Array.from(
    { length: 12 },
    (_, n) =>
      `<${name} id="n${n}" width="1" height="1">${`<rect width="9" height="9" ${use}="url(#n${n + 1})"/>`.repeat(9)}</${name}>`,
  ).join('');
const copies = Array.from(
  { length: 30 },
  (_, n) => `<g id="c${n}"><use x:href="#c${n + 1}"/><use x:href="#c${n + 1}"/></g>`,
).join('');

test.each([
  ['masks in masks', svg(nested('mask', 'mask'))],
  ['patterns in patterns', svg(nested('pattern', 'fill'))],
  ['copies of copies', svg(copies)],
  ['with a prefix', svg(copies.replaceAll('<use', '<s:use'))],
  ['a drawing in a drawing', svg('<image x:href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
  ['steps of a filter', svg('<rect width="9" height="9" style="fil<!-- -->ter:blur(99px)"/>')],
  ['a filter in other letters', svg('<rect width="9" height="9" style="&#102;ilter:blur(99px)"/>')],
  ['dashes without number', svg('<path d="M0 0H600" stroke-dasharray=".00001"/>')],
  ['entities', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "b">]>')],
])('%s are no cover', async (_, drawing) => {
  expect(await coverOf(drawing)).toBeUndefined();
});

const plain = '<rect width="9" height="9"/>';
const line = (length: number) => `<path d="M0 0${'L9 9'.repeat(length / 4)}"/>`;
const group = (uses: number) => `<g id="u">${plain.repeat(400)}</g>${'<use x:href="#u"/>'.repeat(uses)}`;
const wide = (side: number) => {
  const head = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
  head.writeUInt32BE(side, 16);
  head.writeUInt32BE(side, 20);
  return `<image x:href="data:image/png;base64,${head.toString('base64')}"/>`;
};

test.each([
  ['elements', plain.repeat(8000), plain.repeat(9000)],
  ['layers', '<rect opacity=".9"/>'.repeat(8000), '<rect opacity=".9" width="9999" height="9999"/>'.repeat(40_000)],
  [
    'elements that are blended',
    '<a style="mix-blend-mode:color"/>'.repeat(500),
    `<style>*{mix-blend-mode:color}</style>${plain.repeat(600)}`,
  ],
  ['colours by distance', `<radialGradient/>${plain.repeat(500)}`, `<radialGradient/>${plain.repeat(600)}`],
  ['a line that may cross itself', line(30_000), line(34_000)],
  ['lines that together may', line(20_000).repeat(2), line(20_000).repeat(3)],
  ['what is shown again', group(8), group(12)],
  ['pictures', wide(9000), wide(9000).repeat(2)],
  ['a picture of no size', wide(1), wide(0)],
])('%s: so many are a cover, more are none', (_, few, many) => {
  expect(isPlainDrawing(Buffer.from(svg(few)))).toBe(true);
  expect(isPlainDrawing(Buffer.from(svg(many)))).toBe(false);
});

test('a packed drawing is no cover', async () => {
  expect(await coverOf(gzipSync(svg(copies)))).toBeUndefined();
});
