// The sentence that reminds of reading: one of the caller's own highlights, another every day, else one of the library's.

import type { Exchange } from '../../base/http/routes.ts';
import { readBooks } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { dayOf } from '../reading-data/local-days.ts';
import { wordLanguage } from '../reading-data/reading-words.ts';
import { timeZoneOf } from '../reading-data/time-zone.ts';
import { librarySentences } from './library-sentences.ts';

/** The newest so many are chosen from. */
const chosenFrom = 200;
/** A word alone reminds of nothing, a page is no sentence. */
const shortest = 12;
const longest = 300;

export function remindWordsRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /reading/remindWords': async ({ vid }: Caller, _params: object, { request }: Exchange) => {
      const number = dayNumber(dayOf(reading.now(), await timeZoneOf(db, vid)));
      const own = await ownWords(db, vid);
      const mark = own[number % Math.max(1, own.length)];
      if (mark) {
        return {
          words: mark.words,
          source: 'highlight' as const,
          bookId: mark.bookId,
          title: mark.title,
          author: mark.author,
          chapterUid: mark.chapterUid,
          range: mark.range,
        };
      }
      const sentences = librarySentences[wordLanguage(request.headers['accept-language'])];
      return {
        words: sentences[number % sentences.length] as string,
        source: 'library' as const,
        title: '',
        author: '',
      };
    },
  };
}

const dayNumber = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

async function ownWords(db: Db, vid: string) {
  const rows = await db
    .selectFrom('notes')
    .innerJoin('marks', (join) =>
      join.onRef('marks.vid', '=', 'notes.vid').onRef('marks.bookmark_id', '=', 'notes.note_id'),
    )
    .select(['marks.book_id', 'marks.chapter_uid', 'marks.range_start', 'marks.range_end', 'marks.mark_text'])
    .where('notes.vid', '=', vid)
    .where('notes.kind', '=', 'bookmark')
    .where('notes.counts_as', '=', 'note')
    .where('notes.removed_at', '=', 0)
    .orderBy('notes.place', 'desc')
    .limit(chosenFrom)
    .execute();
  const books = await readBooks(
    db,
    vid,
    rows.map((row) => row.book_id),
  );
  return rows.flatMap((row) => {
    const words = row.mark_text.replaceAll(/\s+/g, ' ').trim();
    const book = books.get(row.book_id);
    if (!book || words.length < shortest || words.length > longest) return [];
    const range = `${row.range_start}-${row.range_end}`;
    return [{ words, bookId: row.book_id, title: book.title, author: book.author, chapterUid: row.chapter_uid, range }];
  });
}
