// Which books have marks or thoughts, and how many. Counted from the indexes alone: no note is loaded for it.

import type { Database } from '../database.ts';

export interface Notebook {
  bookId: string;
  title: string;
  author: string;
  count: number;
  /** Unix seconds; 0 never. */
  readAt: number;
}

/** Last read first. A book that is not known any more keeps its notes, under its id. */
export async function readNotebooks(database: Database): Promise<Notebook[]> {
  const { marks, thoughts, books } = database;
  return database.transaction('r', marks, thoughts, books, async () => {
    const marked = (await marks.orderBy('[bookId+chapterUid+start]').keys()) as unknown as [string][];
    const written = (await thoughts.orderBy('[bookId+chapterUid+start]').keys()) as unknown as [string][];
    const keys = [...marked, ...written];
    const counts = new Map<string, number>();
    for (const [bookId] of keys) counts.set(bookId, (counts.get(bookId) ?? 0) + 1);
    const bookIds = [...counts.keys()];
    const rows = await books.bulkGet(bookIds);
    return bookIds
      .map((bookId, index) => ({
        bookId,
        title: rows[index]?.title ?? bookId,
        author: rows[index]?.author ?? '',
        count: counts.get(bookId) ?? 0,
        readAt: rows[index]?.readAt ?? 0,
      }))
      .sort((a, b) => b.readAt - a.readAt || a.title.localeCompare(b.title));
  });
}
