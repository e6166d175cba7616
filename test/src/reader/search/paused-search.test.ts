// A search that goes on after a pause: it finds each place once, however far it had come unseen.

import { expect, it, vi } from 'vitest';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { BookSearch } from '../../../../src/reader/search/book-search.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';

it('knows which parts it has searched, those among them that were not told yet', async () => {
  const database = await temporaryDatabase();
  const read: number[] = [];
  const held = Promise.withResolvers<void>();
  const sectionText = async (section: number) => {
    read.push(section);
    if (section === 3 && read.length === 4) await held.promise;
    return { text: `a whale ${section}`, breaks: [], beside: [], anchors: new Map() };
  };
  const search = new BookSearch({
    database,
    book: { sections: Array.from({ length: 6 }, (_, index) => ({ index })), sectionText },
    view: {},
    touch: () => undefined,
    later: (work: Promise<unknown>) => void work,
  } as unknown as FeatureParts);
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
