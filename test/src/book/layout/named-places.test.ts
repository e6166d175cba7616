// Where the places begin that a book's lists name.

import { expect, it, vi } from 'vitest';
import { findFragment } from '../../../../src/book/layout/find-target.ts';
import { offsetsOf } from '../../../../src/book/layout/named-places.ts';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';
import { page } from '../build-zip.ts';

const markup = page(
  `<p id="first">one<a name="both"/>, <i id="inner"><script>never</script><b id="deep"></b>two</i><![CDATA[three]]></p>
<p id="both">four</p><a name="named">five</a><a name="named">six</a><a name="">seven</a><style id="uncounted">eight</style><p id="">nine</p><p id="last"/>`,
);

it.each([0, 1000])('finds them by id before name, in all of a text that begins at %i', (base) => {
  const { body } = new DOMParser().parseFromString(markup, 'application/xhtml+xml');
  const text = new ChapterText(body, base);
  const known = ['first', 'inner', 'deep', 'both', 'named', 'uncounted', 'last'];
  const hrefs = [...known, 'both', 'no such', ''].map((fragment) => `1.xhtml#${fragment}`);
  const offsets = known.map((fragment) => text.offsetOf(findFragment(body.ownerDocument, fragment) as Element, 0));
  const expected = [
    ...known.map((fragment, n) => [`1.xhtml#${fragment}`, offsets[n]]),
    ['1.xhtml#no such', 0],
    ['1.xhtml#', 0],
  ];
  expect(new Set(offsets).size).toBeGreaterThan(4);
  expect([...offsetsOf(hrefs, text)]).toEqual(expected);
});

it('goes through a chapter once, however many places are named that it does not have', () => {
  const chapter = new DOMParser().parseFromString(markup, 'application/xhtml+xml');
  const looked = vi.spyOn(chapter, 'querySelector');
  const hrefs = Array.from({ length: 5000 }, (_, n) => `1.xhtml#no-${n}`);
  expect([...offsetsOf(hrefs, new ChapterText(chapter.body)).values()].every((offset) => offset === 0)).toBe(true);
  expect(looked.mock.calls.length).toBeLessThan(2);
});
