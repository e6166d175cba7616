// How the drawn pages of a book are shown on this device, book by book; a new book begins as the last one was left, but
// for what only fits that one.

import type { Database } from '../database.ts';

export const pageStyleName = (bookId: string): string => `pages:${bookId}`;
const last = 'pages';

/** As `PageStyle` of the book's view; kept as it is. */
export type StoredPageStyle = object;

/** `undefined` before anything was chosen in any book. */
export async function storedPageStyle(database: Database, bookId: string): Promise<StoredPageStyle | undefined> {
  const [own, shared] = await database.settings.bulkGet([pageStyleName(bookId), last]);
  return (own ?? shared)?.value as StoredPageStyle | undefined;
}

/** `shared`: the part of it that other books begin with. */
export async function storePageStyle(
  database: Database,
  bookId: string,
  style: StoredPageStyle,
  shared: StoredPageStyle,
): Promise<void> {
  await database.settings.bulkPut([
    { name: pageStyleName(bookId), value: style },
    { name: last, value: shared },
  ]);
}
