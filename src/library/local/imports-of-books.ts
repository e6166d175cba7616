// Which local book each import has become, so that the same file is found again at a sign-in and at its next opening.

import type { Database } from '../../db/database.ts';

/** In the settings, under the import's name. */
interface Mapping {
  bookId: string;
  /** Of its file, in bytes; absent in what older versions have written. */
  size?: number;
}

const nameOf = (importId: string): string => `import ${importId}`;

/** A local book is on its way, under this import. */
export async function expectImport(local: Database, importId: string, mapping: Mapping): Promise<void> {
  await local.settings.put({ name: nameOf(importId), value: mapping });
}

/** The local book that an import brought to the account, if it was one. */
export async function localBookOf(local: Database, importId: string): Promise<string | undefined> {
  const row = await local.settings.get(nameOf(importId));
  return (row?.value as Mapping | undefined)?.bookId;
}

/** kept: the local shelf has the import's book with its file, or gave it to an account. removed: the reader took it away. */
export type LocalStanding = 'none' | 'kept' | 'removed';

export async function localStanding(local: Database, importId: string): Promise<LocalStanding> {
  const bookId = await localBookOf(local, importId);
  if (bookId === undefined) return 'none';
  const [book, files] = await Promise.all([local.books.get(bookId), local.resources.where({ bookId }).count()]);
  if (book?.onShelf === 0) return 'removed';
  return book && files === 0 ? 'none' : 'kept';
}

/** Books whose files may be as long. */
export async function booksOfSize(local: Database, wanted: number): Promise<string[]> {
  const mappings = await local.settings.where('name').startsWith(nameOf('')).toArray();
  return mappings
    .map(({ value }) => value as Mapping)
    .filter(({ size }) => size === undefined || size === wanted)
    .map(({ bookId }) => bookId);
}

/** Files of local books whose import the main process does not know any more. */
export async function forgottenBooks(local: Database, known: readonly string[]): Promise<string[]> {
  const mappings = await local.settings.where('name').startsWith(nameOf('')).toArray();
  const waiting = new Set(
    mappings
      .filter(({ name }) => known.some((importId) => name === nameOf(importId)))
      .map(({ value }) => (value as Mapping).bookId),
  );
  const bookIds = await local.books.where('[onShelf+recentRank]').between([1], [1, []]).primaryKeys();
  return bookIds.filter((bookId) => !waiting.has(bookId));
}
