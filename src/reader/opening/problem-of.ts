// Which sentence an error becomes when a book does not open. Pure.

import { AppError } from '../../../api/errors.ts';
import { BookError } from '../../book/book.ts';
import type { ReadingProblem } from '../reading-state.ts';

const ofBook: Readonly<Record<BookError['reason'], ReadingProblem>> = {
  'not-a-book': 'notABook',
  damaged: 'damaged',
  protected: 'protected',
  unsupported: 'unsupported',
  timeout: 'timeout',
};

export function problemOf(error: unknown): ReadingProblem {
  if (error instanceof BookError) return ofBook[error.reason];
  if (!(error instanceof AppError)) return 'failed';
  switch (error.code) {
    case 'not_found':
    case 'gone':
      return 'notFound';
    case 'offline':
    case 'timeout':
    case 'upstream_unavailable':
    case 'shutting_down':
      return 'offline';
    case 'not_signed_in':
    case 'session_expired':
      return 'signIn';
    case 'checksum_mismatch':
      return 'transfer';
    default:
      return 'failed';
  }
}

/** What may help: another file where the stored one is at fault, else another attempt; `undefined` where nothing does. */
export function wayOn(problem: ReadingProblem, canFetch: boolean): 'fetch' | 'retry' | undefined {
  if (problem === 'protected') return undefined;
  if (problem !== 'notABook' && problem !== 'damaged' && problem !== 'transfer') return 'retry';
  return canFetch ? 'fetch' : undefined;
}
