// A chapter that cannot be shown: what stands there instead has no place of its own in the book.

import { afterEach, expect, it } from 'vitest';
import type { Book, BookView, Place } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
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

/** A disk that stops answering. */
class Stuck extends DecompressionStream {
  override get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream();
  }
}

/** One that fails at once. */
class Broken extends DecompressionStream {
  override get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({ start: (controller) => controller.error(new Error('The disk is broken.')) });
  }
}

/** One that fails as often, and is well again. */
function brokenFor(reads: number): typeof DecompressionStream {
  let left = reads;
  return new Proxy(Unpacking, { construct: (_, [format]) => new (left-- > 0 ? Broken : Unpacking)(format) });
}

/** Of several pieces, between two short ones; with all its words. */
async function openLong() {
  const chapters = [prose(2, 'a'), prose(800, 'b'), prose(2, 'c')].map((text, n) => ({
    ...{ name: `${n}.xhtml`, data: page(text) },
  }));
  book = await openBook(await buildEpub(chapters));
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

it('is shown where it was asked for when it fails once only, before it is laid out', async () => {
  const { view, text } = await openLong();
  globalThis.DecompressionStream = brokenFor(1);
  expectAfar(await view.goTo(afar), view, text);
});

/** The page that the offset lies on. */
function expectAfar(place: Place, view: BookView, text: string): void {
  expect(place).toMatchObject({ section: 1, page: view.pageOf(2, afar.offset) });
  expect([place.failed, place.textQuote]).toEqual([undefined, text.slice(place.chapterOffset).slice(0, 64)]);
  expect(Math.abs(place.chapterOffset - afar.offset)).toBeLessThan(4000);
}
