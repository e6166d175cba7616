// How much readers care for books, and which books are read by the same people. Fed one reader and a few books at a
// time; sums are changed by the difference, so that nothing is ever computed over everyone. Old reading fades: newer weeks
// count more, by a factor that grows for ever, instead of older ones less, which would have to be written again and again.

import { sql } from 'kysely';
import type { Trx } from '../reading.ts';
import type { InterestRow } from '../schema/store.ts';

const week = 7 * 86_400;
/** What was read so many seconds ago counts half. */
const halfLife = 26 * week;
/** Where the growing factor is 1; 2026-01-01. Doubles reach far beyond the life of any library. */
const origin = 1_767_225_600;
/** The books of one reader that count, newest reading first. */
const mostInterests = 1000;
const rowsAtOnce = 200;

interface Facts {
  book_id: string;
  reading_time: number | null;
  update_time: number | null;
  started_at: number | null;
  status: string | null;
  finished_at: number | null;
  star: number | null;
}

/** Brings the reader's interests in these books to what they are now; answers the books whose numbers changed. */
export async function refreshInterests(trx: Trx, vid: string, bookIds: readonly string[]): Promise<string[]> {
  const all = await readInterests(trx, vid);
  const facts = await readFacts(trx, vid, bookIds);
  const changed = new Set<string>();
  for (const bookId of bookIds) {
    const before = all.get(bookId);
    const after = interestOf(vid, facts.get(bookId));
    if (isSame(before, after)) continue;
    await changeInterest(trx, vid, bookId, before, after, all);
    changed.add(bookId);
    for (const dropped of await dropOldest(trx, vid, all)) changed.add(dropped);
  }
  return [...changed];
}

async function readInterests(trx: Trx, vid: string): Promise<Map<string, InterestRow>> {
  const rows = await trx.selectFrom('interests').selectAll().where('vid', '=', vid).execute();
  return new Map(rows.map((row) => [row.book_id, row]));
}

/** Only of books of the library, and only what the reader did not make private. */
async function readFacts(trx: Trx, vid: string, bookIds: readonly string[]): Promise<Map<string, Facts>> {
  const rows = await trx
    .selectFrom('books as b')
    .leftJoin('progress as p', (join) => join.onRef('p.book_id', '=', 'b.book_id').on('p.vid', '=', vid))
    .leftJoin('book_states as s', (join) => join.onRef('s.book_id', '=', 'b.book_id').on('s.vid', '=', vid))
    .leftJoin('ratings as r', (join) =>
      join.onRef('r.book_id', '=', 'b.book_id').on('r.vid', '=', vid).on('r.is_counted', '=', 1),
    )
    .leftJoin('shelf_entries as e', (join) =>
      join.onRef('e.item_id', '=', 'b.book_id').on('e.kind', '=', 'book').on('e.vid', '=', vid),
    )
    .select(['b.book_id', 'p.reading_time', 'p.update_time', 'p.started_at', 's.status', 's.finished_at', 'r.star'])
    .where('b.book_id', 'in', [...bookIds])
    .where('b.visibility', '=', 'library')
    .where((where) => where.or([where('e.is_secret', 'is', null), where('e.is_secret', '=', 0)]))
    .execute();
  return new Map(rows.map((row) => [row.book_id, row]));
}

/** In a few steps and whole weeks, so that a heartbeat of reading rarely changes it. */
function interestOf(vid: string, facts: Facts | undefined): InterestRow | undefined {
  if (!facts) return undefined;
  const minutes = (facts.reading_time ?? 0) / 60;
  const isFinished = facts.status === 'finished';
  const read = minutes >= 300 || isFinished ? 1 : minutes >= 60 ? 0.75 : minutes >= 10 ? 0.5 : minutes >= 1 ? 0.25 : 0;
  if (read === 0) return undefined;
  const weight = facts.star !== null && facts.star <= 40 ? read / 4 : read;
  const lastAt = Math.max(facts.update_time ?? 0, isFinished ? (facts.finished_at ?? 0) : 0);
  const read_at = Math.floor(lastAt / week) * week;
  const firstAt = facts.started_at || facts.finished_at || lastAt;
  return {
    vid,
    book_id: facts.book_id,
    weight,
    freshness: 2 ** ((read_at - origin) / halfLife),
    read_at,
    first_at: Math.floor(firstAt / 86_400) * 86_400,
    is_finished: isFinished ? 1 : 0,
  };
}

function isSame(a: InterestRow | undefined, b: InterestRow | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.weight === b.weight && a.read_at === b.read_at && a.first_at === b.first_at && a.is_finished === b.is_finished
  );
}

/** What a reader adds to how much two books are read together: fresh only when both are. */
export function sharedInterest(
  a: Pick<InterestRow, 'weight' | 'freshness'>,
  b: Pick<InterestRow, 'weight' | 'freshness'>,
): number {
  return a.weight * b.weight * Math.min(a.freshness, b.freshness);
}

async function changeInterest(
  trx: Trx,
  vid: string,
  bookId: string,
  before: InterestRow | undefined,
  after: InterestRow | undefined,
  all: Map<string, InterestRow>,
): Promise<void> {
  const readers = Number(after !== undefined) - Number(before !== undefined);
  const pairs = [...all.values()].flatMap((other) => {
    if (other.book_id === bookId) return [];
    const score = (after ? sharedInterest(after, other) : 0) - (before ? sharedInterest(before, other) : 0);
    return [
      { book_id: bookId, other_id: other.book_id, score, readers },
      { book_id: other.book_id, other_id: bookId, score, readers },
    ];
  });
  await addToPairs(trx, pairs);
  if (readers < 0) {
    await trx.deleteFrom('coread').where('book_id', '=', bookId).where('readers', '<=', 0).execute();
    const others = pairs.filter((pair) => pair.other_id === bookId).map((pair) => pair.book_id);
    await deleteEmptyPairs(trx, others, bookId);
  }
  const row = trx.deleteFrom('interests').where('vid', '=', vid).where('book_id', '=', bookId);
  await row.execute();
  if (after) {
    await trx.insertInto('interests').values(after).execute();
    all.set(bookId, after);
  } else all.delete(bookId);
}

async function addToPairs(
  trx: Trx,
  pairs: { book_id: string; other_id: string; score: number; readers: number }[],
): Promise<void> {
  for (let at = 0; at < pairs.length; at += rowsAtOnce) {
    await trx
      .insertInto('coread')
      .values(pairs.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['book_id', 'other_id']).doUpdateSet((row) => ({
          score: row('coread.score', '+', row.ref('excluded.score')),
          readers: row('coread.readers', '+', row.ref('excluded.readers')),
        })),
      )
      .execute();
  }
}

async function deleteEmptyPairs(trx: Trx, bookIds: string[], otherId: string): Promise<void> {
  for (let at = 0; at < bookIds.length; at += rowsAtOnce) {
    await trx
      .deleteFrom('coread')
      .where('book_id', 'in', bookIds.slice(at, at + rowsAtOnce))
      .where('other_id', '=', otherId)
      .where('readers', '<=', 0)
      .execute();
  }
}

async function dropOldest(trx: Trx, vid: string, all: Map<string, InterestRow>): Promise<string[]> {
  const dropped: string[] = [];
  while (all.size > mostInterests) {
    const oldest = [...all.values()].reduce((a, b) => (b.read_at < a.read_at ? b : a));
    await changeInterest(trx, vid, oldest.book_id, oldest, undefined, all);
    dropped.push(oldest.book_id);
  }
  return dropped;
}

/** A book that left the library counts for nobody. */
export async function forgetBookInterests(trx: Trx, bookId: string): Promise<void> {
  await trx.deleteFrom('coread').where('book_id', '=', bookId).execute();
  await sql`delete from coread where other_id = ${bookId}
    and book_id in (select i.book_id from interests i join interests j on j.vid = i.vid where j.book_id = ${bookId})`.execute(
    trx,
  );
  await trx.deleteFrom('interests').where('book_id', '=', bookId).execute();
}
