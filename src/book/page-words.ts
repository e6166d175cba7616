// The few sentences that stand on pages of a book without being the book's. English unless whoever opens a book gives
// others.

import type { BookError } from './book.ts';

export interface PageWords {
  /** A chapter that cannot be shown. */
  failed: string;
  goOn: string;
  /** By reason; `undefined` leaves the error's own sentence. */
  reasons: Partial<Record<BookError['reason'], string>>;
  brokenMarkup: string;
  /** Before a chapter that is shown all the same. */
  damaged: string;
}

export const englishPageWords: PageWords = {
  failed: 'This chapter cannot be shown',
  goOn: 'Go on with the next chapter',
  reasons: {},
  brokenMarkup: 'Its markup is broken.',
  damaged: 'The markup of this chapter is damaged; something may be missing from it or look wrong.',
};
