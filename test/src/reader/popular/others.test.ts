// What others underlined, asked for by a reader who does not wait for the answer.

import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PopularRange, PopularRow } from '../../../../src/db/marks/popular.ts';
import { readingSettings } from '../../../../src/db/settings/reading-settings.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { Others } from '../../../../src/reader/popular/others.ts';
import { loadingState, type ReadingState } from '../../../../src/reader/reading-state.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';

async function withSilentService() {
  const answer = Promise.withResolvers<ReadonlySet<number>>();
  const book = new AbortController();
  const state = createStore<ReadingState>(() => ({ ...loadingState(readingSettings.initial), panel: 'more' }));
  const done: string[] = [];
  const works: Promise<unknown>[] = [];
  const given: (readonly PopularRange[])[] = [];
  const database = await temporaryDatabase();
  const parts = {
    ...{ database, bookId: 'b', state, signal: book.signal },
    others: () => ({ chapters: () => answer.promise }),
    view: { on: () => undefined, place: () => undefined, text: () => undefined, pictureShare: () => 0 },
    page: () => ({ section: 0, chapterUid: 1, page: 0, pages: 1 }),
    marks: {
      setPopular(popular: readonly PopularRange[]) {
        done.push('set');
        given.push(popular);
      },
      draw: () => done.push('draw'),
      beside: () => ({}),
    },
    intend: () => done.push('intend'),
    room: () => ({ width: 1, height: 1, rem: 16 }),
    report: (error: unknown) => expect.unreachable(String(error)),
    now: () => 1_800_000_000,
    later: (work: Promise<unknown>) => works.push(work),
  } as unknown as FeatureParts;
  const others = new Others(parts);
  await Promise.all(works);
  const close = () => {
    book.abort();
    answer.resolve(new Set());
  };
  return { others, database, state, done, given, close, settled: () => Promise.all(works) };
}

it('draws nothing once the book is closed', async () => {
  const { others, state, done, close, settled } = await withSilentService();
  const toggled = others.toggle();
  await expect.poll(() => done).toEqual(['set']);
  close();
  await Promise.all([toggled, settled()]);
  expect(done).toEqual(['set']);
  expect(state.getState().panel).toBe('more');
});

it('is off again after two quick presses, in one paint', async () => {
  const { others, database, state, done, given, close, settled } = await withSilentService();
  const range = { chapterUid: 1, start: 7, end: 18, quote: 'quick brown', readers: 42, thoughts: 0 };
  const kept = Promise.withResolvers<PopularRow[]>();
  const read = { between: () => ({ toArray: () => kept.promise }) };
  vi.spyOn(database.popular, 'where').mockImplementation(() => read as never);
  const toggled = [others.toggle(), others.toggle()];
  // What is kept is read only after the second press has emptied the page.
  await expect.poll(() => given).toEqual([[]]);
  kept.resolve([{ bookId: 'b', chapterUid: 1, ranges: [range], readAt: 1_799_999_999 }]);
  await Promise.all(toggled);
  expect(given.at(-1)).toEqual([]);
  expect(others.shown).toBe(false);
  expect(done.filter((what) => what === 'intend')).toHaveLength(1);
  expect(state.getState().panel).toBeUndefined();
  close();
  await settled();
});
