// The last place of another device that the reader was offered in a book and did not want to go to.

import type { Database } from '../database.ts';

const nameOf = (bookId: string): string => `declined:${bookId}`;

/** Update time of that place, Unix seconds; 0 for none. */
export async function declinedOffer(database: Database, bookId: string): Promise<number> {
  const row = await database.settings.get(nameOf(bookId));
  return (row?.value as { updateTime: number } | undefined)?.updateTime ?? 0;
}

export async function declineOffer(database: Database, bookId: string, updateTime: number): Promise<void> {
  await database.settings.put({ name: nameOf(bookId), value: { updateTime } });
}
