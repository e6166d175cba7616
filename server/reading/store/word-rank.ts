// The place of a book among those that have a word: where the word stands in its names first, then how popular the book
// is. One number, so that an index holds the books of a word in this order.

import { sql } from 'kysely';
import type { Trx } from '../reading.ts';

/** Above every popularity. */
export const rankStep = 1_000_000;
/** In steps: anywhere, in title or author, at the beginning of the title, the whole title. */
export const rankPlaces = { anywhere: 0, inNames: 1, beginsTitle: 2, isTitle: 3 } as const;
const inTitleOrAuthor = 3;

export const placeOfRank = (rank: number) => Math.floor(rank / rankStep);

/** Tells how many steps a word is worth by the title alone. */
export function placeInTitle(terms: readonly string[]): (word: string) => number {
  const [first, ...rest] = terms.filter((term) => !/^[。\n]$/.test(term));
  return (word) => {
    if (word !== first) return rankPlaces.anywhere;
    return rest.length === 0 ? rankPlaces.isTitle : rankPlaces.beginsTitle;
  };
}

/** `known` is what the word's rank was before: popularity is another's work, and kept. */
export function rankOfWord(fields: number, inTitle: number, known = 0): number {
  const place = Math.max(inTitle, fields & inTitleOrAuthor ? rankPlaces.inNames : rankPlaces.anywhere);
  return place * rankStep + (known % rankStep);
}

/** Popularities are logarithms, from about -150 for what was read in 1970; a tenth more or less changes no place. */
const popularity = sql<number>`coalesce((select case when s.popular < -200 then 0
  else cast(round((s.popular + 200) * 10) as integer) end from book_stats s where s.book_id = book_words.book_id), 0)`;

/** After the numbers of these books were computed. */
export async function refreshRanksOfWords(trx: Trx, bookIds: readonly string[]): Promise<void> {
  await sql`update book_words set rank = rank - rank % ${sql.lit(rankStep)} + ${popularity}
    where book_id in (${sql.join([...bookIds])}) and rank % ${sql.lit(rankStep)} <> ${popularity}`.execute(trx);
}
