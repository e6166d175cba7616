// In which form a book is read on this device that the service has in two: the pages as they were imported, or the text
// that it made of them.

import type { Database } from '../database.ts';

export type ShownForm = 'text' | 'pages';

const nameOf = (bookId: string): string => `form:${bookId}`;

export async function shownForm(database: Database, bookId: string): Promise<ShownForm> {
  const row = await database.settings.get(nameOf(bookId));
  return row?.value === 'pages' ? 'pages' : 'text';
}

export async function chooseForm(database: Database, bookId: string, form: ShownForm): Promise<void> {
  await database.settings.put({ name: nameOf(bookId), value: form });
}
