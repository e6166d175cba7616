// How many pages a book's sections have, by style and size of the page, as measured once. They can always be measured
// again, so they are bounded and the ones longest unused go first.

import type { Database } from '../database.ts';
import { dropOldest } from '../drop-oldest.ts';
import type { TableSchema } from '../schema.ts';

export const pageCountsSchema: TableSchema = {
  name: 'pageCounts',
  stores: { 2: '[bookId+version+layout],[bookId+usedAt],usedAt' },
};

export interface PageCountRow {
  bookId: string;
  version: number;
  /** Names style and size. */
  layout: string;
  /** Per section, the pages of its pieces; `null` for what has not been measured. */
  pages: (number | null)[][];
  /** Per section, where the pages of its pieces begin. */
  starts: (number[] | null)[][];
  /** Places that the book's own lists name, and where they begin. */
  named: [href: string, offset: number][];
  /** Per section, its characters; `null` for what had not been counted. */
  lengths?: (number | null)[];
  /** Milliseconds, for eviction. */
  usedAt: number;
}

const bounds = { perBook: 12, altogether: 600 };

type Pages = Pick<PageCountRow, 'pages' | 'starts' | 'named' | 'lengths'>;

export interface KeptPages {
  load(layout: string): Promise<Pages | undefined>;
  save(layout: string, kept: Pages): Promise<void>;
}

/** The counts of one version of a book. */
export function keptPages(database: Database, bookId: string, version: number, now = Date.now): KeptPages {
  const { pageCounts } = database;
  return {
    load: async (layout) => {
      const row = await pageCounts.get([bookId, version, layout]);
      if (row) await pageCounts.update([bookId, version, layout], { usedAt: now() });
      return row;
    },
    save: (layout, { pages, starts, named, lengths = [] }) =>
      database.transaction('rw', pageCounts, async () => {
        // Of a text that nobody has any more.
        await versionsBefore(database, bookId, version).delete();
        await pageCounts.put({ bookId, version, layout, pages, starts, named, lengths, usedAt: now() });
        const ofBook = pageCounts.where('[bookId+usedAt]').between([bookId, -Infinity], [bookId, Infinity]);
        const surplus = (await ofBook.count()) - bounds.perBook;
        // The index is in the order of use.
        if (surplus > 0) await ofBook.limit(surplus).delete();
        await dropOldest(pageCounts, 'usedAt', bounds.altogether);
      }),
  };
}

/** Forgets what is known of the book's pages, in all of its versions. */
export async function dropPages(database: Database, bookId: string): Promise<void> {
  await versionsBefore(database, bookId, Infinity).delete();
}

function versionsBefore({ pageCounts }: Database, bookId: string, version: number) {
  return pageCounts.where('[bookId+version+layout]').between([bookId, -Infinity], [bookId, version], true, false);
}
