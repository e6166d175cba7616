// Which chapters of a book an account may have, in one place. Every book is free as long as nothing is sold; what sells
// books changes this and nothing else.

import type { ListedBook } from '../books/book-access.ts';
import type { Db } from '../reading.ts';

export interface PaidChapters {
  /** Of those asked for: what has to be bought first. */
  unpaid: number[];
  /** Of those asked for: what everyone may read. */
  free: number[];
}

export async function paidChapters(
  _db: Db,
  _vid: string,
  _book: ListedBook,
  chapterUids: readonly number[],
): Promise<PaidChapters> {
  return { unpaid: [], free: [...chapterUids] };
}
