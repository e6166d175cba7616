// Finds words of the store that were probably meant by mistyped ones: one letter wrong, missing, too many or swapped; two
// in long words. What is typed may be the beginning of a word.

import { sql } from 'kysely';
import type { Db } from '../../reading.ts';
import { beginsWith } from './word-candidates.ts';

const shortestCorrected = 4;
const longWord = 8;
const mostLooked = 4000;
const mostCorrections = 6;

/** Likeliest first; nothing for words too short to be guessed at. */
export async function correctWord(db: Db, typed: string): Promise<string[]> {
  const letters = [...typed];
  if (letters.length < shortestCorrected || !/^\p{L}+$/u.test(typed)) return [];
  const most = letters.length >= longWord ? 2 : 1;
  const [first = '', second = '', third = ''] = letters;
  // Only the first letter is wrong, missing or too many in one of these; later mistakes leave it alone.
  const { rows } = await sql<{ word: string; books: number }>`
    select word, books from (select word, books from store_words where ${beginsWith(sql.ref('word'), first)} limit ${mostLooked}) a
    union select word, books from (select word, books from store_words where ${beginsWith(sql.ref('tail'), second + third)} limit ${mostLooked}) b
    union select word, books from (select word, books from store_words where ${beginsWith(sql.ref('tail'), first + second)} limit ${mostLooked}) c
    union select word, books from (select word, books from store_words where ${beginsWith(sql.ref('word'), second)} limit ${mostLooked}) d`.execute(
    db,
  );
  // It is a word, or the beginning of one.
  if (rows.some(({ word }) => word.startsWith(typed))) return [];
  return rows
    .map(({ word, books }) => ({ word, books, distance: prefixDistance(letters, [...word], most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.books - a.books || (a.word < b.word ? -1 : 1))
    .slice(0, mostCorrections)
    .map(({ word }) => word);
}

/** Edits from `typed` to the nearest beginning of `word`; more than `most` is all the same. */
export function prefixDistance(typed: readonly string[], word: readonly string[], most: number): number {
  if (word.length < typed.length - most) return most + 1;
  const width = Math.min(word.length, typed.length + most);
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, n) => n);
  for (let y = 1; y <= typed.length; y++) {
    const row = [y];
    for (let x = 1; x <= width; x++) {
      const isSame = typed[y - 1] === word[x - 1];
      const isSwapped = y > 1 && x > 1 && typed[y - 1] === word[x - 2] && typed[y - 2] === word[x - 1];
      row[x] = Math.min(
        (above[x] as number) + 1,
        (row[x - 1] as number) + 1,
        (above[x - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (before[x - 2] as number) + 1 : most + 1,
      );
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(...above);
}
