// The quotes file of a download: the caller's marks in its chapters with the words that they refer to, so that a device
// can place them without asking for anything more.

import type { Db } from '../reading.ts';

const mostMarks = 20_000;

export async function quotesFile(db: Db, vid: string, bookId: string, chapterUids: readonly number[]): Promise<string> {
  const marks = await db
    .selectFrom('marks')
    .select(['bookmark_id', 'book_version', 'chapter_uid', 'range_start', 'range_end'])
    .select(['cfi', 'text_before', 'text_quote', 'mark_text', 'text_after'])
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('removed_at', '=', 0)
    .orderBy('sync_key')
    .limit(mostMarks)
    .execute();
  const wanted = new Set(chapterUids);
  const quotes = marks
    .filter((mark) => wanted.has(mark.chapter_uid))
    .map((mark) => ({
      bookmarkId: mark.bookmark_id,
      bookVersion: mark.book_version,
      chapterUid: mark.chapter_uid,
      range: `${mark.range_start}-${mark.range_end}`,
      ...(mark.cfi ? { cfi: mark.cfi } : {}),
      before: mark.text_before,
      quote: mark.text_quote || mark.mark_text,
      after: mark.text_after,
    }));
  return JSON.stringify({ bookId, quotes });
}
