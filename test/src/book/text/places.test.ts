import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Book, BookError, type BookView, type Place } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { Stuck } from '../broken-disk.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { readRealBook, realBooks } from '../real-books.ts';
import { shownDocument } from '../shown-frame.ts';

let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

async function show(file: Blob): Promise<BookView> {
  book = await openBook(file);
  container = makeContainer();
  return book.show(container, plainStyle);
}

async function collect(view: BookView, turns: number): Promise<Place[]> {
  const places = [view.place() as Place];
  for (let turn = 0; turn < turns; turn++) {
    const place = await view.next();
    if (!place) break;
    places.push(place);
  }
  return places;
}

const changes = fc.record({
  fontSize: fc.integer({ min: 16, max: 64 }),
  lineHeight: fc.double({ min: 1.1, max: 2.2, noNaN: true }),
  width: fc.integer({ min: 480, max: 1900 }),
  height: fc.integer({ min: 480, max: 1900 }),
  resized: fc.boolean(),
});

const where = (place: Place | undefined) => [place?.section, place?.page];

const books = [
  'real/moby-dick.epub',
  'idpf/kusamakura-japanese-vertical-writing.epub',
  'idpf/regime-anticancer-arabic.epub',
  'idpf/childrens-literature.epub',
];

describe.each(books)('places of %s', (name) => {
  it.skipIf(!realBooks.includes(name))('lead back to the same page by CFI, offset, quote and progress', async () => {
    const view = await show(await readRealBook(name));
    await book?.counted();
    const places = await collect(view, 24);
    expect(places.length).toBeGreaterThan(15);
    for (const place of places.reverse()) {
      expect(where(await view.goTo({ cfi: place.cfi }))).toEqual(where(place));
      if (!place.textQuote) continue;
      const { section, chapterUid, chapterOffset, textQuote } = place;
      expect(where(await view.goTo({ section, offset: chapterOffset }))).toEqual(where(place));
      expect(
        where(await view.goTo({ chapterUid, offset: chapterOffset - 5, quote: textQuote, cfi: 'epubcfi(/6/999!/4)' })),
      ).toEqual(where(place));
    }
  });

  it.skipIf(!realBooks.includes(name))('keep the first visible word through changes of style and size', async () => {
    const view = await show(await readRealBook(name));
    const places = await collect(view, 12);
    const before = places.at(-1) as Place;
    for (const { fontSize, lineHeight, width, height, resized } of fc.sample(changes, { numRuns: 8, seed: 7 })) {
      if (container && resized) Object.assign(container.style, { width: `${width}px`, height: `${height}px` });
      const after = resized ? await view.resize() : await view.setStyle({ ...plainStyle, fontSize, lineHeight });
      expect(after.section).toBe(before.section);
      expect([after.page, after.pages]).toEqual([view.pageOf(before.chapterUid, before.chapterOffset), after.pages]);
      expect(after.chapterOffset).toBeLessThanOrEqual(before.chapterOffset);
    }
    if (container) Object.assign(container.style, { width: '1404px', height: '1872px' });
    await view.resize();
    expect(where(await view.setStyle(plainStyle))).toEqual(where(before));
  });
});

it('a page that was gone to by a share of the book keeps its first word, not the share', async () => {
  const view = await show(await buildEpub([{ name: 'one.xhtml', data: page(prose(40)) }]));
  await book?.counted();
  const [first, second] = await collect(view, 2);
  if (!first || !second) throw new Error('The book has too few pages.');
  const there = await view.goTo({ progress: second.progress - 0.5 });
  expect(where(there)).toEqual(where(first));
  const larger = await view.setStyle({ ...plainStyle, fontSize: 48 });
  expect(larger.chapterOffset).toBeLessThanOrEqual(there.chapterOffset);
});

describe('long sections', () => {
  it('are cut without places, turns and page numbers noticing', async () => {
    const long = page(`<h1>Long</h1><section>${prose(300, 'a')}${prose(300, 'b')}${prose(300, 'c')}</section>`);
    const view = await show(
      await buildEpub([
        { name: 'one.xhtml', data: page('<p>One</p>') },
        { name: 'two.xhtml', data: long },
        { name: 'three.xhtml', data: page('<p>Three</p>') },
      ]),
    );
    await book?.counted();
    let last = (await view.next()) as Place;
    expect(where(last)).toEqual([1, 0]);
    const cfis: Place[] = [];
    let section = 1;
    while (section === 1) {
      const place = (await view.next()) as Place;
      section = place.section;
      if (section !== 1) break;
      expect(place.page).toBe(last.page + 1);
      expect(place.chapterOffset).toBeGreaterThan(last.chapterOffset);
      if (place.page % 20 === 0) cfis.push(place);
      last = place;
    }
    expect(last.page).toBe(last.pages - 1);
    expect(where(await view.previous())).toEqual(where(last));
    for (const place of cfis.reverse()) {
      expect(await view.goTo({ cfi: place.cfi })).toMatchObject({
        chapterOffset: place.chapterOffset,
        page: place.page,
      });
      expect((await view.goTo({ progress: place.progress })).section).toBe(1);
    }
    expect((await view.goTo({ chapterUid: 2, offset: 0, quote: 'c299w7 c299w8' })).textQuote).toContain('c29');
  });
});

it('tells the contents entry of a page with the turn and after it', async () => {
  const headed = `<h1 id="a">A</h1>${prose(12)}<h2 id="b">B</h2>${prose(12, 'q')}`;
  const contents = ['#a', '#b'].map((id) => `<li><a href="one.xhtml${id}">Part ${id}</a></li>`).join('');
  const view = await show(
    await buildEpub([{ name: 'one.xhtml', data: page(headed) }], {
      parts: [],
      contents: `<nav epub:type="toc"><ol>${contents}</ol></nav>`,
    }),
  );
  const turning: string[] = [];
  view.on('turning', ({ chapterTitle }) => turning.push(chapterTitle));
  const start = await view.goTo({ href: 'one.xhtml#b' });
  const places = [await view.goTo({ section: 0 }), ...(await collect(view, 99)).slice(1)];
  expect(turning.slice(1)).toEqual(places.map((place) => place.chapterTitle));
  for (const place of places) {
    const expected = place.page > start.page ? 'Part #b' : 'Part #a';
    if (place.page !== start.page) expect([place.page, place.chapterTitle]).toEqual([place.page, expected]);
  }
});

describe('ends, odd targets and quick turns', () => {
  const small = () =>
    buildEpub([
      { name: 'one.xhtml', data: page(`<p>One</p>${prose(20)}<p id="end">End</p>`) },
      { name: 'note.xhtml', data: page('<p>Note</p>'), itemref: 'linear="no"' },
      { name: 'two.xhtml', data: page(`<p>Two</p>${prose(20, 'q')}`) },
    ]);

  it('stop at both ends and step over what is out of line', async () => {
    const view = await show(await small());
    expect(view.place()).toMatchObject({ atStart: true, atEnd: false, progress: 0 });
    expect(await view.previous()).toBeUndefined();
    const places = await collect(view, 50);
    expect([...new Set(places.map((place) => place.section))]).toEqual([0, 2]);
    expect(places.at(-1)).toMatchObject({ atEnd: true, progress: 100 });
    expect(await view.next()).toBeUndefined();
    expect(where(await view.goTo({ href: 'note.xhtml' }))).toEqual([1, 0]);
    expect((await view.next())?.section).toBe(2);
  });

  it('go to fragments, and to the beginning of what is not there', async () => {
    const view = await show(await small());
    const end = await view.goTo({ href: 'one.xhtml#end' });
    expect(end.page).toBe(end.pages - 1);
    expect(await view.goTo({ href: 'one.xhtml#nowhere' })).toMatchObject({ section: 0, page: 0 });
    expect(await view.goTo({ href: 'nowhere.xhtml' })).toMatchObject({ section: 0, page: 0 });
    expect(await view.goTo({ cfi: 'epubcfi(/6/4' })).toMatchObject({ section: 0, page: 0 });
    expect(await view.goTo({ cfi: 'epubcfi(/6/6!/4/999/1:7)' })).toMatchObject({ section: 2, page: 0 });
    expect(await view.goTo({ section: 2, offset: 1e9 })).toMatchObject({ section: 2, atEnd: true });
    expect(await view.goTo({ progress: 100 })).toMatchObject({ section: 2 });
  });

  it('queue turns and show every page in order', async () => {
    const view = await show(await small());
    const seen: number[][] = [];
    view.on('place', (place) => seen.push([place.section, place.page]));
    const turns = await Promise.all(Array.from({ length: 12 }, () => view.next()));
    expect(turns.filter(Boolean).map((place) => [place?.section, place?.page])).toEqual(seen);
    expect(new Set(seen.map(String)).size).toBe(seen.length);
    expect(container?.querySelectorAll('iframe').length).toBeLessThanOrEqual(3);
  });

  it('can be closed at any moment', async () => {
    const file = await small();
    for (const wait of [0, 5, 20, 200, 400]) {
      const view = await show(file);
      const turns = [view.next(), view.goTo({ section: 2 }), view.setStyle({ ...plainStyle, fontSize: 40 })];
      const settled = Promise.allSettled(turns);
      await new Promise((resolve) => setTimeout(resolve, wait));
      book?.close();
      for (const turn of await settled) {
        if (turn.status === 'rejected') expect(turn.reason).toBeInstanceOf(BookError);
      }
      expect(container?.querySelectorAll('iframe').length).toBe(0);
      await expect(view.next()).rejects.toBeInstanceOf(BookError);
      container?.remove();
    }
  });

  it('show an error page for a chapter that is missing or hangs, and turn on', async () => {
    const file = await buildEpub([
      { name: 'one.xhtml', data: page('<p>One</p>') },
      { name: 'two.xhtml', data: page('<p>Two</p>') },
    ]);
    book = await openBook(file, { sectionLimit: 300 });
    container = makeContainer();
    const failed: number[] = [];
    const Unpacking = globalThis.DecompressionStream;
    globalThis.DecompressionStream = Stuck;
    const view = await book.show(container, plainStyle);
    view.on('sectionFailed', ({ section }) => failed.push(section));
    expect(view.place()).toMatchObject({ section: 0, pages: 1, textQuote: '' });
    const shown = shownDocument(container);
    expect(shown.body.textContent).toContain('cannot be shown');
    globalThis.DecompressionStream = Unpacking;
    const onward = new Promise((resolve) => view.on('place', resolve));
    shown.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(await onward).toMatchObject({ section: 1 });
    await view.goTo({ section: 0 });
    expect(await view.next()).toMatchObject({ section: 1, textQuote: 'Two' });
    expect(await view.previous()).toMatchObject({ section: 0 });
    expect(failed.every((section) => section === 0)).toBe(true);
  });
});
