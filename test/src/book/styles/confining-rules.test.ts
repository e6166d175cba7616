// Rules that confine text, in sheets written in every way that a browser takes.

import { expect, it } from 'vitest';
import { confinedIn } from '../../../../src/book/styles/confining-rules.ts';
import { page } from '../build-zip.ts';

function found(css: string): string[] {
  const body =
    '<div class="a"><p id="p" class="b">1</p></div><aside id="q" lang="en" title="x, y">2</aside><b id="r">3</b>';
  const chapter = new DOMParser().parseFromString(page(body, `<style>${css}</style>`), 'application/xhtml+xml');
  return [...chapter.body.querySelectorAll(confinedIn(chapter).placed)].map(({ id }) => id);
}

it.each([
  ['@scope (.a) { :scope { color: red } &gt; p { position: absolute } }', ['p']],
  ['aside, p::before { position: absolute }', ['q']],
  [
    '@scope (.a) { &gt; .b, aside:is([lang|="en"], i)[title="x, y"] { position: fixed } } b { position: fixed }',
    ['p', 'q', 'r'],
  ],
  ['@namespace s url(urn:s); s|p, b { position: absolute }', ['r']],
  ['@namespace s url(urn:s); s|p { position: absolute }', []],
  ['.a { &amp; p { position: absolute } } b { position: absolute }', ['r']],
])('finds the elements of %s', (css, ids) => {
  expect(found(css)).toEqual(ids);
});
