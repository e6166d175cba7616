// Page numbers of the whole book: measured in idle time, kept, shown at once the next time, right for every page.

import { afterEach, expect, it, vi } from 'vitest';
import type { Book, BookView, PageNumbers, Place, Target } from '../../../../src/book/book.ts';
import type { KeptPages, PageCountStore } from '../../../../src/book/counting/kept-pages.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

type Guess = NonNullable<PageNumbers['about']>;

let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

const file = () =>
  buildEpub([
    { name: 'one.xhtml', data: page(prose(12)) },
    { name: 'note.xhtml', data: page('<p>Note</p>'), itemref: 'linear="no"' },
    { name: 'two.xhtml', data: page(`<h1>Long</h1>${prose(320, 'q')}`) },
    { name: 'gone.xhtml', data: '<p>broken & <' },
    { name: 'three.png', data: new Uint8Array([1, 2, 3]) },
    { name: 'four.xhtml', data: page(prose(4, 'r')) },
  ]);

function memory(): PageCountStore & { kept: Map<string, KeptPages>; full: Promise<void> } {
  const kept = new Map<string, KeptPages>();
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    kept,
    full: promise,
    load: async (layout) => kept.get(layout),
    save: async (layout, measured) => {
      kept.set(layout, measured);
      const { pages, starts } = measured;
      const begun = starts.every(
        (pieces, section) => pieces.length === pages[section]?.length && !pieces.includes(null),
      );
      const whole =
        begun && pages.every((pieces, section) => section === 1 || (pieces.length > 0 && !pieces.includes(null)));
      if (whole) resolve();
    },
  };
}

async function show(pageCounts: PageCountStore, at?: Target): Promise<BookView> {
  book?.close();
  container?.remove();
  book = await openBook(await file(), { pageCounts });
  container = makeContainer();
  return book.show(container, plainStyle, at);
}

it('numbers every page once it has measured the book, at once when it is opened again', async () => {
  const store = memory();
  let view = await show(store);
  expect(view.place()?.bookPages).toBeUndefined();
  const guesses: (Guess | undefined)[] = [];
  view.on('turning', ({ about }) => guesses.push(about));
  await view.next();
  await view.next();
  await store.full;
  const frames = container?.querySelectorAll('iframe').length ?? 0;
  expect(frames).toBeLessThanOrEqual(4);
  const lengths = book?.sections.map(({ length }) => length);
  view = await show(store);
  // The lengths of chapters that nobody has looked into, too: how far the first page is needs no counting.
  expect(book?.sections.map(({ length }) => length)).toEqual(lengths);
  expect(lengths?.[5]).toBeGreaterThan(0);
  const numbers: (number | undefined)[][] = [];
  const places: Place[] = [];
  const told: number[] = [];
  view.on('turning', ({ progress }) => told.push(progress));
  for (let place = view.place(); place; place = await view.next()) {
    places.push(place);
    numbers.push([place.bookPage, place.bookPages]);
  }
  expect(places.at(-1)?.atEnd).toBe(true);
  expect(numbers).toEqual(places.map((_, n) => [n + 1, places.length]));
  // What a page says is read is what is kept of it.
  expect(told.slice(0, -1)).toEqual(places.slice(1, -1).map(({ progress }) => progress));
  // What they were judged to be before that: a page more with every turn, and a count that is not far off.
  expect(guesses.slice(0, 2).map((guess) => guess?.page)).toEqual([2, 3]);
  const ratio = (guesses[1]?.pages ?? 0) / places.length;
  expect(Math.abs(Math.log2(ratio))).toBeLessThan(0.5);
  // Known of chapters that are not laid out, too, and of the middle of a page.
  await view.goTo({ section: 0 });
  const known = places.map(({ section, chapterOffset }) => view.bookPageAt?.(section, chapterOffset + 1));
  expect(known).toEqual(places.map((_, n) => ({ page: n + 1, exact: true })));
  for (const n of [0, 3, Math.floor(places.length / 2), places.length - 1]) {
    const found = await view.goTo({ bookPage: n + 1 });
    expect([found.section, found.page, found.bookPage]).toEqual([places[n]?.section, places[n]?.page, n + 1]);
  }
  expect((await view.goTo({ bookPage: 1e9 })).atEnd).toBe(true);
  expect((await view.goTo({ section: 1 })).bookPage).toBeUndefined();
  const night = await view.setStyle({ ...plainStyle, night: true });
  expect(night.bookPages).toBeUndefined();
  expect((await view.goTo({ section: 0 })).bookPages).toBe(places.length);
  expect((await view.setStyle({ ...plainStyle, fontSize: 20 })).bookPages).toBeUndefined();
});

it('measures again what no longer holds, as when fonts have changed', async () => {
  const store = memory();
  const { load } = store;
  const starts = [[[0]], [], [[0], [0], [0]], [[0]], [[0]], [[0]]];
  store.load = async () => ({ pages: [[7], [], [2, 2, 2], [1], [1], [1]], starts, named: [] });
  const view = await show(store);
  expect(view.place()?.bookPages).toBeUndefined();
  await store.full;
  const [kept] = [...store.kept.values()];
  expect(kept?.pages[0]?.[0]).toBe(view.place()?.pages);
  store.load = load;
});

it('keeps what it has counted on the way and on closing, and goes on from there', async () => {
  const store = memory();
  const saves: KeptPages[] = [];
  const save = store.save;
  store.save = (layout, measured) => {
    saves.push(structuredClone(measured));
    return save(layout, measured);
  };
  await show(store);
  book?.close();
  expect(saves.at(-1)?.pages[0]?.[0]).toBeGreaterThan(0);
  const closed = saves.length;
  // Every look at the clock is seconds after the one before, so that everything measured is kept at once.
  let time = 1;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time++ * 5000);
  await show(store);
  await store.full;
  clock.mockRestore();
  const known = saves.slice(closed).map(({ pages }) => pages.flat().filter((count) => count !== null).length);
  expect(known.length).toBeGreaterThan(3);
  expect(known).toEqual(known.toSorted((a, b) => a - b));
  // As after an end in the middle, and what is known is taken as it is: a number that no measuring would come to.
  const whole = saves.at(-1);
  const broken = memory();
  const kept = structuredClone(saves[closed]) as KeptPages;
  kept.pages[5] = [7];
  kept.starts[5] = [[0, 1, 2, 3, 4, 5, 6]];
  broken.load = async () => kept;
  await show(broken);
  await broken.full;
  const [gone] = [...broken.kept.values()];
  expect(gone?.pages).toEqual(whole?.pages.with(5, [7]));
});

it('rests in the middle of a chapter when the reader turns, and goes on there', async () => {
  // Every look at the clock is seconds after the one before: others have their turn after every step.
  let time = 1;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time++ * 5000);
  const anybodysTurn = () => scheduler.postTask(() => undefined, { priority: 'background' });
  const later = () =>
    [...(container?.querySelectorAll('iframe') ?? [])]
      .slice(3)
      .reduce((sum, frame) => sum + (frame.contentDocument?.querySelectorAll('[data-octavo-later]').length ?? 0), 0);
  try {
    const store = memory();
    const view = await show(store, { section: 2 });
    await expect.poll(() => container?.querySelectorAll('iframe').length, { timeout: 30_000 }).toBe(4);
    for (let n = 0; n < 5000 && later() === 0; n++) await anybodysTurn();
    const place = await view.next();
    const left = later();
    expect(left).toBeGreaterThan(0);
    for (let n = 0; n < 20; n++) await anybodysTurn();
    expect(later()).toBe(left);
    expect(place?.bookPages).toBeUndefined();
    await store.full;
    expect((await view.previous())?.bookPages).toBeGreaterThan(0);
  } finally {
    clock.mockRestore();
  }
});
