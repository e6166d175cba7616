// A chapter that cannot be shown: what stands there instead has no place of its own in the book.

import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../src/book/book.ts';
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
