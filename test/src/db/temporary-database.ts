// A fresh account's database for one test, deleted afterwards.

import { afterEach } from 'vitest';
import { closeDatabase } from '../../../src/db/close-database.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { type BookRow, bookRow } from '../../../src/db/shelf/books.ts';

const open: { name: string; database: Database }[] = [];

afterEach(async () => {
  for (const { name, database } of open.splice(0)) {
    await closeDatabase(database);
    await deleteDatabase(name);
  }
});

export async function temporaryDatabase(): Promise<Database> {
  const name = `t-${crypto.randomUUID()}`;
  const database = await openDatabase(name);
  open.push({ name, database });
  return database;
}

export function sampleBook(bookId: string, change: Partial<BookRow> = {}): BookRow {
  return bookRow({
    bookId,
    title: `Title ${bookId}`,
    author: 'Author',
    cover: '',
    version: 1,
    format: 'epub',
    language: 'en',
    onShelf: 1,
    ...change,
  });
}
