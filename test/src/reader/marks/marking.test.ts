// What a press on the page becomes while the page is turned, or words are selected, before the store has answered.

import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { BookView, PageNumbers, Place, Selected, ViewEvents } from '../../../../src/book/book.ts';
import type { MarkRow } from '../../../../src/db/marks/marks.ts';
import type { MarkEvent } from '../../../../src/db/outbox/events.ts';
import { readingSettings } from '../../../../src/db/settings/reading-settings.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { Marking } from '../../../../src/reader/marks/marking.ts';
import { loadingState, type ReadingState } from '../../../../src/reader/reading-state.ts';
import type { Selection } from '../../../../src/reader/selection/selection-parts.ts';
import { shownPage } from '../../../../src/reader/turning/shown-page.ts';

const numbers = (page: number) => ({ section: 0, chapterUid: 1, page, pages: 9, progress: 0, chapterTitle: '' });
const placeOn = (page: number) => ({ ...numbers(page), chapterOffset: 100 * page, cfi: '', textQuote: 'w' }) as Place;

/** A chapter of pages of a hundred characters, of which the first is shown. */
function pages() {
  const tellers: ((page: PageNumbers) => void)[] = [];
  const clearSelection = vi.fn();
  const view = {
    place: () => placeOn(0),
    pageOf: (_: number, offset: number) => Math.floor(offset / 100),
    clearSelection,
    on: (event: keyof ViewEvents, listener: (page: PageNumbers) => void) => {
      if (event === 'turning') tellers.push(listener);
      return () => undefined;
    },
  } as unknown as BookView;
  const turning = (page: number) => {
    for (const tell of tellers) tell(numbers(page) as PageNumbers);
  };
  return { view, turning, clearSelection };
}

const toc = ['First page', 'Second page', 'Third page', 'Fourth page'].map((title, section) => ({ title, section }));

/** Its store answers once `stored` is resolved. */
function slowRoom(view: BookView) {
  const marks: MarkRow[] = [];
  const stored = Promise.withResolvers<void>();
  const state = createStore<ReadingState>(() => ({ ...loadingState(readingSettings.initial), panel: 'menu' }));
  const parts = {
    ...{ view, state, bookId: 'b', bookVersion: 1, book: { toc, facts: { pages: { text: true } } } },
    page: shownPage(view),
    marks: {
      async record(events: readonly MarkEvent[]) {
        await stored.promise;
        for (const event of events) if (event.kind === 'mark.add') marks.push(event.mark);
      },
      attached: () => true,
      shown: () => marks,
      settle: async () => undefined,
    },
    intend: () => undefined,
    onChange: () => undefined,
    report: (error: unknown) => expect.unreachable(String(error)),
    now: () => 1,
  } as unknown as FeatureParts;
  return { marks, stored, state, marking: new Marking(parts) };
}

const corner = { x: 0, y: 0, width: 1, height: 1 };

it('puts the ribbon on the page that is shown, not on the one whose place the view still tells', async () => {
  const { view, turning } = pages();
  const { marks, stored, state, marking } = slowRoom(view);
  const done = marking.toggleBookmark(corner);
  // The page is turned, and a panel opened on it, before the store has answered and before the view tells its place.
  turning(1);
  state.setState({ panel: 'contents' });
  stored.resolve();
  await done;
  expect(marks.map(({ start }) => start)).toEqual([0]);
  expect(state.getState()).toMatchObject({ bookmarks: [], panel: 'contents' });
  turning(0);
  marks.length = 0;
  await marking.toggleBookmark(corner);
  expect(state.getState()).toMatchObject({ bookmarks: [expect.stringContaining('b_1_0')], panel: undefined });
});

it('sets no bookmark on what stands in place of a chapter that cannot be shown', async () => {
  const { view } = pages();
  const { marks, stored, marking } = slowRoom({ ...view, place: () => ({ ...placeOn(0), failed: true }) });
  stored.resolve();
  await marking.toggleBookmark(corner);
  expect(marks).toEqual([]);
});

it('names the chapter of each page that words of several are marked on', async () => {
  const { view } = pages();
  const { marks, stored, state, marking } = slowRoom({ ...view, place: () => ({ ...placeOn(0), section: 1 }) });
  stored.resolve();
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const wordsAt = (chapterUid: number, at: number) =>
    ({
      chapterUid,
      start: at,
      end: at + 4,
      cfi: '',
      text: 'word',
      words: 'word',
      before: '',
      after: '',
      box,
    }) as Selected;
  // Pages count below zero; what is kept counts the text's chapters, of which the pages' contents know nothing.
  const parts = [wordsAt(-1, 90), wordsAt(-2, 0)] as const;
  state.setState({ chosen: { kind: 'new', parts, kept: [wordsAt(4, 700), wordsAt(4, 704)], box } });
  await marking.mark(0);
  expect(marks.map(({ chapterUid, chapterName }) => [chapterUid, chapterName])).toEqual([
    [4, 'First page'],
    [4, 'Second page'],
  ]);
});

const presses: [string, (marking: Marking, mark: MarkRow) => Promise<void>][] = [
  ['a bookmark', (marking) => marking.toggleBookmark(corner)],
  ['a deletion from the list', (marking, mark) => marking.removeListed(mark)],
  ['another style in the list', (marking, mark) => marking.restyleListed(mark, 1)],
];

it.each(presses)('leaves alone what is selected while %s is on its way', async (_, press) => {
  const { view, clearSelection } = pages();
  const { stored, state, marking } = slowRoom(view);
  const mark = { bookId: 'b', bookmarkId: 'b_1_0' } as MarkRow;
  const done = press(marking, mark);
  // The finger is still down: the menu that makes it chosen has not opened.
  const selection = { by: 'hand' } as Selection;
  state.setState({ selection });
  stored.resolve();
  await done;
  expect(state.getState().selection).toBe(selection);
  expect(clearSelection).not.toHaveBeenCalled();
  // What was there before the press ends with it.
  await press(marking, mark);
  expect(state.getState().selection).toBeUndefined();
  expect(clearSelection).toHaveBeenCalledOnce();
});
