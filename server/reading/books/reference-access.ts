// Access to foreign-language reference books: a trial once, reading for whoever has the book, looking up in it while
// another book is read.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ReferenceAccessRow } from '../schema/accounts.ts';
import { readBook } from './book-access.ts';

type Asked = Params<(typeof books)['routes']['POST /en/bookread']>;

const trialSeconds = 7 * 86_400;

export function referenceAccessRoutes(reading: Reading) {
  return {
    'POST /en/bookread': async ({ vid }: Caller, params: Asked) => {
      const now = reading.now();
      const { bookId } = params;
      const row = await reading.database.transaction(async (trx) => {
        await readBook(trx, vid, bookId);
        const before = await trx
          .insertInto('reference_access')
          .values(noAccess(vid, bookId))
          // Nothing to change, but the row is answered and stays locked.
          .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet({ vid }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = nextAccess(before, params, now);
        if (after === before) return before;
        await trx
          .updateTable('reference_access')
          .set(after)
          .where('vid', '=', vid)
          .where('book_id', '=', bookId)
          .execute();
        return after;
      });
      const isOver = row.access === 'trial' && row.expires_at <= now;
      return {
        bookId,
        access: isOver ? ('none' as const) : row.access,
        trialUsed: row.trial_used ? (1 as const) : (0 as const),
        expireTime: row.expires_at,
      };
    },
  };
}

/** The widest that is asked for. Whoever may see a book here may read it, so only trials end. */
function nextAccess(before: ReferenceAccessRow, { freeTrial, read, reference }: Asked, now: number) {
  if (read) return { ...before, access: 'read' as const, expires_at: 0 };
  if (reference) return before.access === 'read' ? before : { ...before, access: 'reference' as const, expires_at: 0 };
  if (!freeTrial || (before.access === 'trial' && before.expires_at > now)) return before;
  if (before.trial_used)
    throw new AppError('already_exists', 'The trial of this book was used.', { bookId: before.book_id });
  return { ...before, access: 'trial' as const, trial_used: 1, expires_at: now + trialSeconds };
}

function noAccess(vid: string, bookId: string): ReferenceAccessRow {
  return { vid, book_id: bookId, access: 'none', trial_used: 0, expires_at: 0 };
}
