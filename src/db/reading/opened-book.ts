// Which book is being opened or is open, so that a start after a hang knows which one held the reader up. One row, which
// is written with the opening and taken away with the end of the book; turning pages writes nothing here.

import type { Database } from '../database.ts';

export interface OpenedBook {
  bookId: string;
  /** Its first page was shown, and the reader could do something. */
  shown: boolean;
  /** How often in a row before this its opening was begun and neither came to a page nor to an end. */
  unfinished: number;
}

const name = 'openedBook';

export async function openedBook(database: Database): Promise<OpenedBook | undefined> {
  const row = await database.settings.get(name);
  return row?.value as OpenedBook | undefined;
}

export async function noteOpening(database: Database, bookId: string): Promise<void> {
  await database.transaction('rw', database.settings, async () => {
    const before = await openedBook(database);
    const unfinished = before?.bookId === bookId && !before.shown ? before.unfinished + 1 : 0;
    await database.settings.put({ name, value: { bookId, shown: false, unfinished } satisfies OpenedBook });
  });
}

export async function noteShown(database: Database, bookId: string): Promise<void> {
  await database.transaction('rw', database.settings, async () => {
    if ((await openedBook(database))?.bookId !== bookId) return;
    await database.settings.put({ name, value: { bookId, shown: true, unfinished: 0 } satisfies OpenedBook });
  });
}

/** Another book that was opened meanwhile stays noted. */
export async function forgetOpened(database: Database, bookId: string): Promise<void> {
  await database.transaction('rw', database.settings, async () => {
    if ((await openedBook(database))?.bookId === bookId) await database.settings.delete(name);
  });
}
