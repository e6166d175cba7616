// Books of a store for tests: rows as an import leaves them, with title, author, subjects and text, and what is computed
// of them.

import { keepChapterTexts } from '../../../../server/reading/books/chapter-texts.ts';
import type { Reading } from '../../../../server/reading/reading.ts';
import { indexFile } from '../../../../server/reading/search/index-file.ts';
import { noteBooks } from '../../../../server/reading/store/note-changes.ts';
import { refreshStore } from '../../../../server/reading/store/refresh-store.ts';
import { addBook } from '../house.ts';

export interface BookFacts {
  title?: string;
  author?: string;
  subjects?: string[];
  language?: string;
  /** '' for the library. */
  owner?: string;
  /** One chapter each. */
  texts?: string[];
  /** As if it were the same file as another book's. */
  fileOf?: string;
}

export async function addStoreBook(reading: Reading, facts: BookFacts): Promise<string> {
  const { owner = '', texts = [], subjects = [], fileOf } = facts;
  const bookId = await addBook(reading, owner, Math.max(1, texts.length));
  await reading.database.transaction(async (trx) => {
    const { file_sha256 } = await trx
      .selectFrom('books')
      .select('file_sha256')
      .where('book_id', '=', fileOf ?? bookId)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('books')
      .set({
        title: facts.title ?? bookId,
        author: facts.author ?? '',
        category: subjects[0] ?? '',
        language: facts.language ?? 'en',
        file_sha256,
      })
      .where('book_id', '=', bookId)
      .execute();
    if (subjects.length > 0) {
      const rows = subjects.map((subject, place) => ({ book_id: bookId, place, subject }));
      await trx.insertInto('book_subjects').values(rows).execute();
    }
    const chapters = texts.map((text, n) => ({
      chapterUid: n + 1,
      text,
      seams: { blocks: [], lines: [], asides: [] },
    }));
    await keepChapterTexts(trx, file_sha256, chapters);
    await noteBooks(reading, trx, [bookId]);
  });
  return bookId;
}

export async function indexBook(reading: Reading, bookId: string): Promise<void> {
  const { file_sha256 } = await reading.database.kysely
    .selectFrom('books')
    .select('file_sha256')
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  await indexFile(reading, file_sha256, { signal: new AbortController().signal });
}

export async function moveBook(reading: Reading, bookId: string, visibility: 'private' | 'library'): Promise<void> {
  await reading.database.transaction(async (trx) => {
    await trx.updateTable('books').set({ visibility }).where('book_id', '=', bookId).execute();
    await noteBooks(reading, trx, [bookId]);
  });
}

export async function deleteBook(reading: Reading, bookId: string): Promise<string> {
  return reading.database.transaction(async (trx) => {
    for (const table of ['chapters', 'book_versions', 'covers', 'book_states', 'progress'] as const) {
      await trx.deleteFrom(table).where('book_id', '=', bookId).execute();
    }
    const { file_sha256 } = await trx
      .deleteFrom('books')
      .where('book_id', '=', bookId)
      .returning('file_sha256')
      .executeTakeFirstOrThrow();
    await noteBooks(reading, trx, [bookId]);
    return file_sha256;
  });
}

export async function refresh(house: { reading: Reading; clock: { now: number } }): Promise<void> {
  // Ranks stand for some minutes once they are computed.
  house.clock.now += 600;
  await refreshStore(house.reading);
}
