// A search that goes on after a pause: it finds each place once, however far it had come unseen.

import { expect, it, vi } from 'vitest';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { BookSearch } from '../../../../src/reader/search/book-search.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';

const room = (parts: object) => ({
  view: {},
  touch: () => undefined,
  later: (work: Promise<unknown>) => void work,
  ...parts,
});

it('keeps every match that it has shown, and forgets none behind them', async () => {
  const words = Array.from({ length: 500 }, () => 'a whale ');
  const text = words.join('');
  const breaks = words.slice(1).map((word, index) => word.length * (index + 1));
  const sections = [{ index: 0 }, { index: 1 }];
  const sectionText = async () => ({ text, breaks, beside: [], anchors: new Map() });
  const parts = room({ database: await temporaryDatabase(), book: { sections, sectionText } });
  const search = new BookSearch(parts as unknown as FeatureParts);
  const found = () => search.state.getState().matches;
  search.search('whale');
  await vi.waitFor(() => expect(search.state.getState().stage).toBe('limited'));
  expect(found()).toHaveLength(301);
  // Before it has gone on, and in the middle of the section.
  search.more();
  search.pause();
  expect(found()).toHaveLength(301);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => now.mock.calls.length * 10);
  search.more();
  await vi.waitFor(() => expect(now.mock.calls.length).toBeGreaterThan(20));
  search.pause();
  now.mockRestore();
  expect(found().length).toBeGreaterThanOrEqual(301);
  for (let times = 0; times < 4 && search.state.getState().stage === 'limited'; times++) {
    search.more();
    await vi.waitFor(() => expect(search.state.getState().stage).not.toBe('running'));
  }
  expect(search.state.getState().stage).toBe('done');
  const starts = breaks.map((at) => at + 2);
  expect(found().map(({ section, start }) => [section, start])).toEqual(
    [0, 1].flatMap((section) => [2, ...starts].map((start) => [section, start])),
  );
  search.close();
});

it('knows which parts it has searched, those among them that were not told yet', async () => {
  const database = await temporaryDatabase();
  const read: number[] = [];
  const held = Promise.withResolvers<void>();
  const sectionText = async (section: number) => {
    read.push(section);
    if (section === 3 && read.length === 4) await held.promise;
    return { text: `a whale ${section}`, breaks: [], beside: [], anchors: new Map() };
  };
  const sections = Array.from({ length: 6 }, (_, index) => ({ index }));
  const search = new BookSearch(room({ database, book: { sections, sectionText } }) as unknown as FeatureParts);
  search.search('whale', {}, 100);
  await vi.waitFor(() => expect(read).toEqual([0, 1, 2, 3]));
  search.pause();
  held.resolve();
  expect(search.state.getState()).toMatchObject({ stage: 'limited', searched: 0.5 });
  expect(search.state.getState().matches.map(({ section }) => section)).toEqual([0, 1, 2]);
  search.more();
  await vi.waitFor(() => expect(search.state.getState().stage).toBe('done'));
  expect(search.state.getState().matches.map(({ section }) => section)).toEqual([0, 1, 2, 3, 4, 5]);
  search.close();
});
