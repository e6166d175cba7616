// A chapter that cannot be shown: what stands there instead has no place of its own in the book.

import { afterEach, expect, it } from 'vitest';
import type { Book, BookView, Place } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { Broken, brokenFor, Stuck } from './broken-disk.ts';
import { buildEpub, page, prose } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownDocument } from './shown-frame.ts';

let book: Book | undefined;
let container: HTMLElement | undefined;
const Unpacking = globalThis.DecompressionStream;

afterEach(() => {
  globalThis.DecompressionStream = Unpacking;
  book?.close();
  container?.remove();
});

const heading = 'b700w0 ';
/** With an address that only links may name. */
const word = 'b500w0 ';

/** Of several pieces, with a heading in one of them, between two short ones; with all its words. */
async function openLong() {
  const long = prose(800, 'b')
    .replace(`<p>${heading}`, `<p id="here">${heading}`)
    .replace(`<p>${word}`, `<p id="there">${word}`);
  const chapters = [prose(2, 'a'), long, prose(2, 'c')].map((text, n) => ({
    ...{ name: `${n}.xhtml`, data: page(text) },
  }));
  const contents = '<nav epub:type="toc"><ol><li><a href="1.xhtml#here">Here</a></li></ol></nav>';
  book = await openBook(await buildEpub(chapters, { contents }));
  container = makeContainer();
  const { text } = await book.sectionText(1);
  await book.counted();
  return { view: await book.show(container, plainStyle), text };
}

const afar = { chapterUid: 2, offset: 300_000 };

it('is the place that was asked for, and no end of the book; shown later, it is shown there', async () => {
  const chapters = ['a', 'b', 'c', 'd'].map((seed, n) => ({ name: `${n}.xhtml`, data: page(prose(20, seed)) }));
  book = await openBook(await buildEpub(chapters), { sectionLimit: 1500 });
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  const ends: boolean[] = [];
  view.on('turning', ({ atEnd }) => ends.push(atEnd));
  globalThis.DecompressionStream = Stuck;
  // What stands there instead has these words, and something at that address.
  const place = await view.goTo({ chapterUid: 4, offset: 3000, quote: 'cannot', cfi: 'epubcfi(/6/8!/4/2/1:1)' });
  expect(shownDocument(container).body.textContent).toContain('cannot');
  const expected = { section: 3, chapterOffset: 3000, cfi: '', textQuote: '', failed: true, atEnd: false, page: 0 };
  expect(place).toMatchObject(expected);
  expect(place.progress).toBeGreaterThanOrEqual(0);
  expect(place.progress).toBeLessThan(100);
  const style = { ...plainStyle, fontSize: plainStyle.fontSize + 4 };
  expect(await view.setStyle(style)).toMatchObject(expected);
  const last = await view.goTo({ section: 3, offset: Number.MAX_SAFE_INTEGER });
  expect(last.chapterOffset).toBeGreaterThan(3000);
  expect(last.chapterOffset).toBeLessThan(prose(20, 'd').length);
  expect(last.progress).toBeLessThan(100);
  await view.goTo({ section: 3, offset: 3000 });
  expect(ends).toEqual([false, false, false, false]);
  globalThis.DecompressionStream = Unpacking;
  const shown = await view.setStyle(plainStyle);
  expect(shown).toMatchObject({ section: 3, page: view.pageOf(4, 3000) });
  expect([shown.failed, shown.textQuote.slice(0, 1), shown.page > 0]).toEqual([undefined, 'd', true]);
});

it('is shown where it was asked for once it comes, also when it is a long one', async () => {
  const { view, text } = await openLong();
  globalThis.DecompressionStream = Broken;
  expect(await view.goTo(afar)).toMatchObject({ section: 1, chapterOffset: afar.offset, failed: true });
  globalThis.DecompressionStream = Unpacking;
  const shown = await view.setStyle({ ...plainStyle, fontSize: plainStyle.fontSize + 4 });
  expectAfar(shown, view, text);
  // Nothing of it is forgotten by laying it out once more.
  expectAfar(await view.setStyle(plainStyle), view, text);
});

it('is shown in every other style while it cannot be shown, also in the midst of a long one', async () => {
  const { view, text } = await openLong();
  await view.goTo(afar);
  // What was prepared is dropped.
  book?.network?.allow(true);
  globalThis.DecompressionStream = Broken;
  for (const more of [4, 8]) {
    const place = await view.setStyle({ ...plainStyle, fontSize: plainStyle.fontSize + more });
    expect(place).toMatchObject({ section: 1, chapterOffset: afar.offset, failed: true });
  }
  globalThis.DecompressionStream = Unpacking;
  expectAfar(await view.setStyle(plainStyle), view, text);
});

it.each([
  ['at an offset', afar],
  ['at a heading', { href: '1.xhtml#here' }],
])('is shown %s once it comes, where its length is known', async (_, target) => {
  const { view, text } = await openLong();
  await view.goTo({ section: 1 });
  await view.goTo({ section: 0 });
  // What was prepared is dropped.
  book?.network?.allow(true);
  globalThis.DecompressionStream = Broken;
  expect(await view.goTo(target)).toMatchObject({ section: 1, failed: true });
  expect(view.pageOf(2, 0)).toBeUndefined();
  // Also after another style that does not show it either.
  const larger = { ...plainStyle, fontSize: plainStyle.fontSize + 4 };
  expect(await view.setStyle(larger)).toMatchObject({ section: 1, failed: true });
  globalThis.DecompressionStream = Unpacking;
  const at = 'href' in target ? text.indexOf(heading) : afar.offset;
  expectAfar(await view.setStyle(plainStyle), view, text, at);
});

it('is shown at a place that no list names when it fails once only, also where its length is known', async () => {
  const { view, text } = await openLong();
  await view.goTo({ section: 1 });
  await view.goTo({ section: 0 });
  book?.network?.allow(true);
  globalThis.DecompressionStream = brokenFor(1);
  expectAfar(await view.goTo({ href: '1.xhtml#there' }), view, text, text.indexOf(word));
});

it('is shown where it was asked for when it fails once only, before it is laid out', async () => {
  const { view, text } = await openLong();
  globalThis.DecompressionStream = brokenFor(1);
  expectAfar(await view.goTo(afar), view, text);
});

it('leaves the page beside it to be looked at more closely', async () => {
  const leaf = (n: number) => page(`<p>Leaf ${n}</p>`, '<meta name="viewport" content="width=600, height=800"/>');
  const chapters = [0, 1].map((n) => ({ name: `${n}.xhtml`, data: leaf(n) }));
  const file = await buildEpub(chapters, { metadata: '<meta property="rendition:layout">pre-paginated</meta>' });
  book = await openBook(await breakPart(file, 'O/1.xhtml'));
  container = makeContainer(1800, 1000);
  const view = await book.show(container, plainStyle, { section: 1 });
  const { pages } = view;
  expect([view.place()?.section, pages?.style().zoom]).toEqual([0, 1]);
  const texts = [...container.querySelectorAll('iframe')].map((frame) => frame.contentDocument?.body.textContent ?? '');
  expect(texts.some((text) => text.includes('cannot be shown'))).toBe(true);
  await pages?.change({ ...pages.style(), zoom: 2 }, { x: 300, y: 300 });
  expect(view.place()).toMatchObject({ section: 0 });
  expect(shownDocument(container).body.textContent).toContain('Leaf 0');
});

/** Its packed bytes are no such bytes any more. */
async function breakPart(file: Blob, name: string): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = new TextDecoder('latin1').decode(bytes).indexOf(name) + name.length;
  return new Blob([bytes.fill(0xff, start, start + 8)]);
}

/** The page that the offset lies on. */
function expectAfar(place: Place, view: BookView, text: string, at = afar.offset): void {
  expect(place).toMatchObject({ section: 1, page: view.pageOf(2, at) });
  expect([place.failed, place.textQuote]).toEqual([undefined, text.slice(place.chapterOffset).slice(0, 64)]);
  expect(Math.abs(place.chapterOffset - at)).toBeLessThan(4000);
}
