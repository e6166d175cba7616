// Makes room on a full disk for a book that is wanted now: the files of books that were not used for long go, as far as
// the account can fetch them again. Pinned books and the open one stay.

import type { Database } from '../database.ts';
import { unixSeconds } from '../outbox/service-time.ts';
import { mayGo, removeFiles, storedBooks } from './stored-books.ts';

/** What was used since then is wanted at hand, as what was fetched for a journey is. Seconds. */
const justUsed = 30 * 24 * 60 * 60;
/** What a browser gives back of a freed file it gives back some seconds later. Milliseconds between attempts. */
const pauses = [0, 3000, 6000];

/**
 * Stores by `store`, and again after room for so many bytes was made, which may take some seconds. Rejects as `store` does
 * where there is none.
 */
export async function withRoom(
  database: Database,
  bookId: string,
  bytes: number,
  store: () => Promise<void>,
): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!isFull(error) || !(await makeRoom(database, bookId, bytes))) throw error;
    await storeInTime(store, error);
  }
}

async function storeInTime(store: () => Promise<void>, first: unknown): Promise<void> {
  let problem = first;
  for (const pause of pauses) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      return await store();
    } catch (error) {
      if (!isFull(error)) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** A transaction that was given up for want of room tells so by what is inside of its error. */
export function isFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } | null };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** False, and nothing has gone, where all that may go is too little. */
async function makeRoom(database: Database, wanted: string, bytes: number): Promise<boolean> {
  const [stored, fetchable] = await Promise.all([storedBooks(database), mayGo(database)]);
  const unused = stored
    .filter((one) => fetchable(one) && one.bookId !== wanted && !one.book?.isTop)
    .filter(({ usedAt }) => unixSeconds() - usedAt > justUsed)
    .sort((a, b) => a.usedAt - b.usedAt);
  const gone: string[] = [];
  let room = 0;
  for (const { bookId, ...its } of unused) {
    if (room >= bytes) break;
    gone.push(bookId);
    room += its.bytes + its.originalBytes;
  }
  if (room < bytes) return false;
  await removeFiles(database, gone);
  return true;
}
