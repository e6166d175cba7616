// The regular work of the store: takes what was noted as changed, a little at a time, and computes what follows from it.
// Killed at any moment it goes on where it was; run twice at once it does nothing twice.

import { sql } from 'kysely';
import { restAfter } from '../../base/jobs/rest-after.ts';
import type { Reading, Trx } from '../reading.ts';
import { refreshStats } from './book-stats.ts';
import { forgetWords, refreshWords } from './book-words.ts';
import { refreshCategories } from './categories.ts';
import { forgetBookInterests, refreshInterests } from './interests.ts';
import { markYesterdaysListsStale, refreshRanks } from './ranks.ts';
import { refreshTopics } from './topics.ts';

const changesAtOnce = 100;
/** In one transaction, which keeps everybody else waiting for some ten milliseconds. */
const booksAtOnce = 4;
/** Whatever is left then waits for the next time, a minute later. */
const mostRounds = 200;
/** A rank that was just computed stands for a while, whatever is read meanwhile. */
const rankSettledSeconds = 300;

export async function refreshStore(reading: Reading): Promise<void> {
  const next = async (step: (reading: Reading) => Promise<number>) => {
    for (let rounds = 0; rounds < mostRounds && (await step(reading)) > 0; ) rounds++;
  };
  await next(refreshBooks);
  await next(refreshReaders);
  await next(refreshTopics);
  await markYesterdaysListsStale(reading);
  await refreshRanks(reading, rankSettledSeconds);
}

/** Answers how many changes there were. */
async function refreshReaders(reading: Reading): Promise<number> {
  const changes = await reading.database.kysely
    .selectFrom('interest_changes')
    .select(['vid', 'book_id'])
    .orderBy('changed_at')
    .limit(changesAtOnce)
    .execute();
  for (const [vid, ofReader] of Map.groupBy(changes, (change) => change.vid)) {
    const bookIds = ofReader.map((change) => change.book_id).sort();
    const work = () => refreshReader(reading, vid, bookIds);
    await restAfter(work).catch((error: unknown) => putLast(reading, 'interest_changes', bookIds, error));
  }
  return changes.length;
}

async function refreshReader(reading: Reading, vid: string, bookIds: readonly string[]): Promise<void> {
  await reading.database.transaction(async (trx) => {
    // Before anything is read: whoever changes it now waits, and notes it again.
    await trx.deleteFrom('interest_changes').where('vid', '=', vid).where('book_id', 'in', bookIds).execute();
    const changed = await refreshInterests(trx, vid, [...bookIds]);
    // A rating changes a book's numbers, though perhaps not its reader's interest.
    await refreshStats(trx, [...new Set([...changed, ...bookIds])], reading.now());
  });
}

async function refreshBooks(reading: Reading): Promise<number> {
  const changes = await reading.database.kysely
    .selectFrom('book_changes')
    .select('book_id')
    .orderBy('changed_at')
    .limit(changesAtOnce)
    .execute();
  for (let at = 0; at < changes.length; at += booksAtOnce) {
    const ids = changes.slice(at, at + booksAtOnce).map((change) => change.book_id);
    const work = async () => {
      await reading.database.transaction(async (trx) => {
        await trx.deleteFrom('book_changes').where('book_id', 'in', ids).execute();
        for (const id of ids) await refreshBook(trx, id, reading.now());
      });
    };
    await restAfter(work).catch((error: unknown) => putLast(reading, 'book_changes', ids, error));
  }
  return changes.length;
}

/** The work fails as it would; but the next time, what is wrong with some does not hold up the others. */
async function putLast(
  reading: Reading,
  table: 'book_changes' | 'interest_changes',
  bookIds: readonly string[],
  error: unknown,
): Promise<never> {
  await reading.database.kysely
    .updateTable(table)
    .set({ changed_at: reading.now() })
    .where('book_id', 'in', [...bookIds])
    .execute();
  throw error;
}

async function refreshBook(trx: Trx, bookId: string, now: number): Promise<void> {
  const book = await trx.selectFrom('books').selectAll().where('book_id', '=', bookId).executeTakeFirst();
  const subjects = book ? await subjectsOf(trx, bookId, book.category) : [];
  if (book) await refreshWords(trx, book, subjects);
  else await forgetWords(trx, bookId);
  const isInLibrary = book?.visibility === 'library';
  await refreshCategories(trx, bookId, isInLibrary ? { subjects, isComics: book.is_comics === 1 } : undefined);
  if (isInLibrary) await noteReaders(trx, bookId, now);
  else await forgetBookInterests(trx, bookId);
  await refreshStats(trx, [bookId], now);
}

/** A book that came into the library may have been read before. */
async function noteReaders(trx: Trx, bookId: string, now: number): Promise<void> {
  const counted = await trx.selectFrom('book_stats').select('book_id').where('book_id', '=', bookId).executeTakeFirst();
  if (counted) return;
  const readers = trx
    .selectFrom('progress')
    .select(['vid', 'book_id'])
    .where('book_id', '=', bookId)
    .union(trx.selectFrom('book_states').select(['vid', 'book_id']).where('book_id', '=', bookId));
  await trx
    .insertInto('interest_changes')
    .columns(['vid', 'book_id', 'changed_at'])
    .expression((from) =>
      from
        .selectFrom(readers.as('r'))
        .select((row) => ['r.vid', 'r.book_id', row.lit(now).as('changed_at')])
        // Without a condition, SQLite takes "on conflict" for the beginning of a join.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet({ changed_at: now }))
    .execute();
}

async function subjectsOf(trx: Trx, bookId: string, category: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('book_subjects')
    .select('subject')
    .where('book_id', '=', bookId)
    .orderBy('place')
    .execute();
  if (rows.length > 0) return rows.map((row) => row.subject);
  return category ? [category] : [];
}
