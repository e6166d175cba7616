// Where a review stands in the current version of its book: by its range while that counts there, else by its words.

import type { ListedBook } from '../books/book-access.ts';
import type { Db, Reading } from '../reading.ts';
import type { BookRow } from '../schema/books.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { type ChapterFacts, locate } from '../search/locate.ts';

export interface ReviewPlace {
  chapterUid: number;
  /** Both 0 for a whole chapter. */
  start: number;
  end: number;
}

const longestQuote = 1024;
/** Quotation marks, dashes and the like before the first word. */
const mostMarks = 16;

export function readChapterFacts(db: Db, book: Pick<BookRow, 'book_id' | 'version'>): Promise<ChapterFacts[]> {
  return db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'title', 'length'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .orderBy('chapter_idx')
    .execute();
}

/** Undefined when the place, or its words, are not in this version. */
export async function findPlace(
  reading: Reading,
  book: Pick<ListedBook, 'book_id' | 'version' | 'file_sha256'>,
  review: ReviewRow,
  chapters: readonly ChapterFacts[],
): Promise<ReviewPlace | undefined> {
  const { chapter_uid: chapterUid, range_start: start, range_end: end } = review;
  const chapter = chapters.find(({ chapter_uid }) => chapter_uid === chapterUid);
  if (end === 0) return chapter && { chapterUid, start: 0, end: 0 };
  if (review.book_version === book.version) {
    return chapter && end <= chapter.length ? { chapterUid, start, end } : undefined;
  }
  const textQuote = review.text_quote || review.abstract;
  if (!textQuote.trim()) return undefined;
  const found = await locate(reading, book.file_sha256, chapters, {
    chapterUid,
    range: `${start}-${end}`,
    textQuote: textQuote.slice(0, longestQuote),
    textBefore: review.text_before,
    textAfter: review.text_after,
  });
  return found && { chapterUid: found.chapter.chapterUid, ...wholeQuote(found.chapter.text, found.hit, textQuote) };
}

/** What was found are the words; the quote may begin and end with other marks, and be longer than what was looked for. */
function wholeQuote(text: string, hit: { start: number; end: number }, quote: string): { start: number; end: number } {
  const at = text.indexOf(quote, Math.max(0, hit.start - mostMarks));
  return at >= 0 && at <= hit.start ? { start: at, end: at + quote.length } : { start: hit.start, end: hit.end };
}
