// Frees the files of books that were removed from the shelf, once the removal holds and the service has said that it can
// give the book again. Nothing that the reader made is touched.

import { AppError } from '../../../api/errors.ts';
import type { Database } from '../../db/database.ts';
import { unixSeconds } from '../../db/outbox/service-time.ts';
import { removedBooks, removeFileOfRemoved } from '../../db/reading/stored-books.ts';
import type { Transport } from '../transport.ts';
import { failing, passing } from './verdict.ts';

/** Books that are asked about at once; the others come with a later sync, or start. */
const mostAtOnce = 50;
/** A book that was removed may be read on from its notes: after that it is not any more. Seconds. */
const readOn = 7 * 24 * 60 * 60;

/**
 * `among`: those that syncs have taken off the shelf, which leave it once they are seen to; else all that have not been read
 * for a week.
 */
export async function freeRemoved(database: Database, transport: Transport, among?: Set<string>): Promise<void> {
  if (among?.size === 0) return;
  const asked = among && { among: [...among] };
  const removed = await removedBooks(database, asked ?? { notUsedSince: unixSeconds() - readOn });
  const there = new Set(removed);
  for (const bookId of asked?.among ?? []) if (!there.has(bookId)) among?.delete(bookId);
  for (const bookId of [...(among ?? removed)].slice(0, mostAtOnce)) {
    const answer = await canBeFetched(transport, bookId);
    if (answer === true) await removeFileOfRemoved(database, bookId);
    among?.delete(bookId);
    // Behind the others.
    if (answer === 'later') among?.add(bookId);
  }
}

/**
 * A file that the service does not have any more stays where it is. Throws when the service cannot be asked now; one book
 * that it cannot tell about keeps no other one.
 */
async function canBeFetched(transport: Transport, bookId: string): Promise<boolean | 'later'> {
  try {
    await transport.call('GET /book/info', { bookId });
    return true;
  } catch (error) {
    if (error instanceof AppError && failing.has(error.code)) return 'later';
    if (!(error instanceof AppError) || passing.has(error.code)) throw error;
    return false;
  }
}
