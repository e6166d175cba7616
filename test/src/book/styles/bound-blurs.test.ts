import { expect, test } from 'vitest';
import { scanCss } from '../../../../src/book/styles/scan-css.ts';

const scanned = (css: string) =>
  scanCss(css)
    ?.map((piece) => (piece.kind === 'text' ? piece.text : piece))
    .join('');

test.each([
  ['filter:blur(9999px) drop-shadow(0 0 1e4px red)', 'filter:blur(100px) drop-shadow(0 0 100px red)'],
  ['-webkit-filter: blur( 40em )', '-webkit-filter: blur( 6em )'],
  ['box-shadow:0 -800px 1e6px 101px #000, inset 7rem 0 red', 'box-shadow:0 -100px 100px 100px #000, inset 6rem 0 red'],
  ['TEXT-SHADOW:12in 0 500pt', 'TEXT-SHADOW:6in 0 100pt'],
  ['bac\\6b drop-filter:blur(200px)', 'backdrop-filter:blur(100px)'],
])('what %s casts ends where a browser can still draw it', (written, bounded) => {
  expect(scanned(`p{${written}}`)).toBe(`p{${bounded}}`);
});

test.each([
  'filter:brightness(150%) hue-rotate(180deg) blur(.2em) drop-shadow(2px -2px 100px rgb(200 200 200))',
  'box-shadow:0 0 0 1px #111111, 0 .5em 1.5em -6em #000',
  'margin:900px;width:40em',
])('%s stays as it is', (honest) => {
  expect(scanned(`p{${honest}}`)).toBe(`p{${honest}}`);
});
