// Finds books although they were typed in another way than they are written: in Latin letters for Chinese characters, in
// traditional characters for simplified ones, or with mistakes.

import { sql } from 'kysely';
import type { Db } from '../../reading.ts';
import { fields, spell } from '../book-words.ts';
import { correctWord } from './correct-words.ts';
import {
  type BookNames,
  type BooksWanted,
  byLikeness,
  findBooks,
  type Match,
  nameColumns,
  partsOfQuery,
} from './find-books.ts';
import { beginsWith } from './word-candidates.ts';

const mostGuessed = 200;
const fewestLetters = 2;

/** As typed, and where that finds little, as it may have been meant. */
export async function findOrGuessBooks(db: Db, vid: string, typed: string, wanted: BooksWanted = {}): Promise<Match[]> {
  const found = await findBooks(db, vid, typed, wanted);
  const spelled = await findBySpelling(db, vid, typed, wanted);
  const guessed = found.length + spelled.length > 0 ? [] : await findCorrected(db, vid, typed, wanted);
  const matches = new Map<string, Match>();
  for (const match of [...found, ...spelled, ...guessed]) {
    if (!matches.has(match.book.book_id)) matches.set(match.book.book_id, match);
  }
  return [...matches.values()];
}

/** `hongloumeng`, `hong lou`, `hlm`, and `紅樓夢` for `红楼梦`. */
async function findBySpelling(db: Db, vid: string, typed: string, { condition }: BooksWanted): Promise<Match[]> {
  const isLatin = /^[a-z\s']+$/i.test(typed);
  const chinese = isLatin ? [] : await spell(typed);
  const letters = isLatin ? typed.toLowerCase().replace(/[^a-z]/g, '') : chinese.join('');
  if (letters.length < fewestLetters || (!isLatin && chinese.length < 2)) return [];
  const { rows } = await sql<BookNames>`${nameColumns(vid)} and ${condition ?? sql`1 = 1`}
    and b.book_id in (select w.book_id from book_words w
      where ${beginsWith(sql.ref('w.word'), letters)} and w.fields >= ${sql.lit(fields.spelling)}
        and w.owner_vid in ('', ${vid}) limit ${mostGuessed})
    order by b.book_id limit ${mostGuessed}`.execute(db);
  return rows.map((book) => ({ book, likeness: 1 })).sort(byLikeness);
}

async function findCorrected(db: Db, vid: string, typed: string, wanted: BooksWanted): Promise<Match[]> {
  const parts = partsOfQuery(typed);
  const words = parts.flatMap((part) => part.text.split(' '));
  if (words.length > 6) return [];
  const matches = new Map<string, Match>();
  for (const [n, word] of words.entries()) {
    for (const meant of await correctWord(db, word)) {
      const corrected = words.with(n, meant).join(' ');
      for (const match of await findBooks(db, vid, corrected, wanted)) {
        if (!matches.has(match.book.book_id))
          matches.set(match.book.book_id, { ...match, likeness: match.likeness / 10 });
      }
    }
  }
  return [...matches.values()].sort(byLikeness).slice(0, mostGuessed);
}
