// A turn into a chapter that does not come keeps nobody on the page: whatever else is asked for gives it up.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../src/book/after-paint.ts';
import type { Book, BookView, Place } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { Stuck, slowDisk } from './broken-disk.ts';
import { buildEpub, page, prose } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownDocument } from './shown-frame.ts';

let book: Book | undefined;
let container: HTMLElement;
const Unpacking = globalThis.DecompressionStream;

afterEach(() => {
  globalThis.DecompressionStream = Unpacking;
  book?.close();
  container.remove();
});

/** At the end of the second chapter, on a disk that is another one from then on; nobody else ends what waits. */
async function atTheEdge(disk: typeof DecompressionStream = Stuck): Promise<{ view: BookView; edge: Place }> {
  const chapters = ['a', 'b', 'c'].map((seed, n) => ({ name: `${n}.xhtml`, data: page(prose(20, seed)) }));
  book = await openBook(await buildEpub(chapters), { sectionLimit: 600_000 });
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  await view.goTo({ section: 1 });
  globalThis.DecompressionStream = disk;
  const edge = await view.goTo({ section: 1, offset: Number.MAX_SAFE_INTEGER });
  expect(edge.page).toBe(edge.pages - 1);
  expect(edge.pages).toBeGreaterThan(2);
  return { view, edge };
}

/** Pages that were turned to, and failures that were told. */
function follow(view: BookView): unknown[] {
  const told: unknown[] = [];
  view.on('turning', ({ section, page: shown }) => told.push([section, shown]));
  view.on('sectionFailed', (failure) => told.push(failure));
  return told;
}

it('a turn back shows the page before at once, and every turn that waited ends where it was', async () => {
  const { view, edge } = await atTheEdge();
  const told = follow(view);
  const waiting = [view.next(), view.next()];
  const before = await view.previous();
  expect(before).toMatchObject({ section: 1, page: edge.page - 1 });
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  expect(told).toEqual([[1, edge.page - 1]]);
  expect(shownDocument(container).body.textContent).toContain('b1w0');
});

it('a jump goes where it leads', async () => {
  const { view } = await atTheEdge();
  const told = follow(view);
  const waiting = view.next();
  expect(await view.goTo({ section: 0 })).toMatchObject({ section: 0, page: 0 });
  expect(await waiting).toBeUndefined();
  expect(told).toEqual([[0, 0]]);
});

it('a jump into the chapter that is waited for goes on waiting for it', async () => {
  const { Slow, come } = slowDisk();
  const { view } = await atTheEdge(Slow);
  const told = follow(view);
  const waiting = view.next();
  const jump = view.goTo({ section: 2, offset: Number.MAX_SAFE_INTEGER });
  expect(await waiting).toBeUndefined();
  come();
  const { page: last } = await jump;
  expect(last).toBeGreaterThan(0);
  expect(told).toEqual([[2, last]]);
});

it('another turn the same way waits for the same chapter, which is shown once it comes', async () => {
  const { Slow, come } = slowDisk();
  const { view } = await atTheEdge(Slow);
  const told = follow(view);
  const turns = [view.next(), view.next()];
  expect(await Promise.race([...turns, afterPaint()])).toBeUndefined();
  expect(told).toEqual([]);
  come();
  expect(await Promise.all(turns)).toMatchObject([
    { section: 2, page: 0 },
    { section: 2, page: 1 },
  ]);
  expect(told).toEqual([
    [2, 0],
    [2, 1],
  ]);
});

it('a chapter that was not waited for to its end is there for the next turn', async () => {
  const { Slow, come } = slowDisk();
  const { view, edge } = await atTheEdge(Slow);
  const told = follow(view);
  const waiting = view.next();
  expect(await view.previous()).toMatchObject({ section: 1, page: edge.page - 1 });
  expect(await waiting).toBeUndefined();
  come();
  await view.next();
  expect(await view.next()).toMatchObject({ section: 2, page: 0 });
  expect(told).toEqual([
    [1, edge.page - 1],
    [1, edge.page],
    [2, 0],
  ]);
});

it('closing the book ends a turn at once that waits', async () => {
  const { view } = await atTheEdge();
  const told = follow(view);
  const waiting = view.next();
  await afterPaint();
  view.close();
  await expect(waiting).rejects.toThrow('closed');
  expect(told).toEqual([]);
});

it('a turn to what is laid out already is made also where it is taken back in the same moment', async () => {
  const { view, edge } = await atTheEdge();
  await view.goTo({ section: 0, offset: Number.MAX_SAFE_INTEGER });
  const told = follow(view);
  // The second chapter stands there from before.
  const [over, back] = await Promise.all([view.next(), view.previous()]);
  expect([over?.section, over?.page, back?.section]).toEqual([1, 0, 0]);
  expect(told).toHaveLength(2);
  expect(edge.section).toBe(1);
});

it('whoever asked gives a turn up by a signal too, before it begins or while it waits', async () => {
  const { view } = await atTheEdge();
  const told = follow(view);
  expect(await view.next(AbortSignal.abort())).toBeUndefined();
  const given = new AbortController();
  const waiting = view.next(given.signal);
  await afterPaint();
  given.abort();
  expect(await waiting).toBeUndefined();
  expect(told).toEqual([]);
  // Within the chapter it waits for nothing.
  expect(await view.previous(AbortSignal.abort())).toMatchObject({ section: 1 });
});
