// Which books have marks, and how many. Counted from the index alone: no mark is loaded for it.

import type { Database } from './database.ts';

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
  return database.transaction('r', database.marks, database.books, async () => {
    const keys = (await database.marks.orderBy('[bookId+chapterUid+start]').keys()) as unknown as [string][];
    const counts = new Map<string, number>();
    for (const [bookId] of keys) counts.set(bookId, (counts.get(bookId) ?? 0) + 1);
    const bookIds = [...counts.keys()];
    const books = await database.books.bulkGet(bookIds);
    return bookIds
      .map((bookId, index) => ({
        bookId,
        title: books[index]?.title ?? bookId,
        author: books[index]?.author ?? '',
        count: counts.get(bookId) ?? 0,
        readAt: books[index]?.readAt ?? 0,
      }))
      .sort((a, b) => b.readAt - a.readAt || a.title.localeCompare(b.title));
  });
}
