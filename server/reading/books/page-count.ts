// Lengths that do not depend on a screen: the standard page of 1,024 characters, and which serial books got chapters.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Reading } from '../reading.ts';
import { writeSyncKey } from '../sync-key.ts';
import { readBook, readBooks } from './book-access.ts';

type Routes = (typeof books)['routes'];

const pageCharacters = 1024;

export function pageCountRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /reader/pagecount': async ({ vid }: Caller, { bookId }: Params<Routes['GET /reader/pagecount']>) => {
      const book = await readBook(db, vid, bookId);
      const rows = await db
        .selectFrom('chapters')
        .select(['chapter_uid', 'length'])
        .where('book_id', '=', bookId)
        .where('version', '=', book.version)
        .orderBy('chapter_idx')
        .execute();
      let next = 1;
      const chapters = rows.map(({ chapter_uid, length }) => {
        // A chapter begins a page, and a picture without words takes one.
        const pages = Math.max(1, Math.ceil(length / pageCharacters));
        const startPage = next;
        next += pages;
        return { chapterUid: chapter_uid, startPage, pages };
      });
      return { bookId, bookVersion: book.version, totalPages: next - 1, chapters };
    },

    'POST /book/lastchapteridx': async ({ vid }: Caller, params: Params<Routes['POST /book/lastchapteridx']>) => {
      const known = await readBooks(db, vid, params.bookIds);
      const updated = params.bookIds.flatMap((bookId, index) => {
        const book = known.get(bookId);
        if (!book) return [];
        const before = params.lastChapterIdxs?.[index];
        const copy = params.synckeys?.[index];
        // As `/book/chapterInfos` has it: a book's list of chapters changes with its version.
        const synckey = writeSyncKey(book.version, reading.life);
        const isKnown = before !== undefined || copy !== undefined;
        if (isKnown && (before ?? book.chapter_count) === book.chapter_count && (copy ?? synckey) === synckey)
          return [];
        return [
          {
            bookId,
            lastChapterIdx: book.chapter_count,
            newChapterCount: Math.max(0, book.chapter_count - (before ?? 0)),
            finished: 1 as const,
            synckey,
            updateTime: book.updated_at,
          },
        ];
      });
      return { updated, unknownIds: params.bookIds.filter((bookId) => !known.has(bookId)) };
    },
  };
}
