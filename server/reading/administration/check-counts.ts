// Numbers that are kept beside rows, compared with the rows: found by one query each, and put right through the same
// writers that keep them, so that every copy of a list is told.

import { type RawBuilder, sql } from 'kysely';
import { notesCollection } from '../notes/note-rows.ts';
import type { Reading, Trx } from '../reading.ts';
import { changeReview } from '../reviews/store-review.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { withSyncKeys } from '../sync-key.ts';
import type { Finding } from './check-findings.ts';

interface Counted {
  table: string;
  keys: readonly string[];
  column: string;
  /** Of the table's row. */
  actual: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
}

const ofReviews = 'n.vid = notebooks.vid and n.book_id = notebooks.book_id and n.removed_at = 0';
const reviewsOfNotebook = (what: string) => sql.raw(`(select coalesce(${what}, 0) from reviews n where ${ofReviews})`);
const marksOfNotebook = (type: string) =>
  sql.raw(`(select count(*) from marks n where ${ofReviews} and n.type ${type})`);
const entries = (kind: string) =>
  sql.raw(`(select count(*) from shelf_entries e where e.vid = users.vid and e.kind ${kind} and e.removed_at = 0)`);

const reviewCounts = {
  likes_count: sql`(select count(*) from review_likes l where l.review_id = reviews.review_id)`,
  comments_count: sql`(select count(*) from comments c where c.subject_kind = 'review'
    and c.subject_id = reviews.review_id and c.removed_at = 0)`,
  reposts_count: sql`(select count(*) from reposts p where p.review_id = reviews.review_id and p.removed_at = 0)`,
};

const notebook = { table: 'notebooks', keys: ['vid', 'book_id'] };

/** Reviews first: the counts of notebooks are sums of theirs. */
const counted: readonly Counted[] = [
  ...Object.entries(reviewCounts).map(([column, actual]) => ({
    table: 'reviews',
    keys: ['review_id', 'vid'],
    column,
    actual,
    where: sql`removed_at = 0`,
  })),
  {
    table: 'comments',
    keys: ['comment_id'],
    column: 'likes_count',
    actual: sql`(select count(*) from comment_likes l where l.comment_id = comments.comment_id)`,
  },
  {
    table: 'comments',
    keys: ['comment_id'],
    column: 'answers_count',
    actual: sql`(select count(*) from comments a where a.thread_id = comments.comment_id and a.removed_at = 0)`,
    where: sql`thread_id = ''`,
  },
  { ...notebook, column: 'review_count', actual: reviewsOfNotebook('count(*)') },
  { ...notebook, column: 'review_like_count', actual: reviewsOfNotebook('sum(n.likes_count)') },
  { ...notebook, column: 'review_comment_count', actual: reviewsOfNotebook('sum(n.comments_count)') },
  { ...notebook, column: 'note_count', actual: marksOfNotebook('<> 0') },
  { ...notebook, column: 'bookmark_count', actual: marksOfNotebook('= 0') },
  {
    table: 'reading_totals',
    keys: ['vid'],
    column: 'seconds',
    actual: sql`(select coalesce(sum(d.total_seconds), 0) from reading_days d where d.vid = reading_totals.vid)`,
  },
  { table: 'users', keys: ['vid'], column: 'shelf_books', actual: entries("= 'book'") },
  { table: 'users', keys: ['vid'], column: 'shelf_albums', actual: entries("<> 'book'") },
  {
    table: 'publications',
    keys: ['book_id'],
    column: 'article_count',
    actual: sql`(select count(*) from articles a where a.book_id = publications.book_id and a.removed_at = 0)`,
  },
  {
    table: 'wishes',
    keys: ['wish_id'],
    column: 'count',
    actual: sql`(select count(*) from wishers w where w.wish_id = wishes.wish_id)`,
  },
];

type WrongRow = Record<string, string | number> & { stored: number; actual: number };

const mostWrong = 10_000;

export async function checkCounts(reading: Reading, repair: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const one of counted) {
    for (const row of await findWrong(reading, one)) {
      if (repair) await putRight(reading, one, row);
      findings.push({
        what: 'count',
        where: `${one.table}.${one.column} ${one.keys.map((key) => row[key]).join(' ')}`,
        problem: `says ${row.stored}, but there are ${row.actual}`,
        repaired: repair,
        advice: 'octavo check --repair counts again',
      });
    }
  }
  return findings;
}

async function findWrong(reading: Reading, { table, keys, column, actual, where }: Counted): Promise<WrongRow[]> {
  const { rows } = await sql<WrongRow>`
    select * from (
      select ${sql.join(keys.map((key) => sql.ref(key)))}, ${sql.ref(column)} as stored, ${actual} as actual
      from ${sql.table(table)} where ${where ?? sql`1 = 1`}
    ) as compared where stored <> actual limit ${mostWrong}`.execute(reading.database.kysely);
  return rows.map((row) => ({ ...row, stored: Number(row.stored), actual: Number(row.actual) }));
}

async function putRight(reading: Reading, one: Counted, row: WrongRow): Promise<void> {
  if (one.table === 'reviews') {
    const key = { review_id: String(row.review_id), vid: String(row.vid) };
    await changeReview(reading, key, async ({ trx, stored, store }) => {
      if (stored) await store({ ...stored, ...(await countReview(trx, stored)) });
    });
    return;
  }
  await reading.database.transaction(async (trx) => {
    const update = (more: RawBuilder<unknown> = sql``) =>
      sql`update ${sql.table(one.table)} set ${sql.ref(one.column)} = ${one.actual} ${more}
        where ${sql.join(
          one.keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
          sql` and `,
        )}`.execute(trx);
    if (one.table !== 'notebooks') await update();
    else await withSyncKeys(trx, String(row.vid), notesCollection, (take) => update(sql`, sync_key = ${take()}`));
  });
}

/** Under the review's lock, so that a like of this moment counts too. */
async function countReview(trx: Trx, { review_id }: ReviewRow) {
  const { rows } = await sql<Record<keyof typeof reviewCounts, number>>`
    select ${sql.join(Object.entries(reviewCounts).map(([name, actual]) => sql`${actual} as ${sql.ref(name)}`))}
    from reviews where review_id = ${review_id}`.execute(trx);
  const row = rows[0];
  return {
    likes_count: Number(row?.likes_count ?? 0),
    comments_count: Number(row?.comments_count ?? 0),
    reposts_count: Number(row?.reposts_count ?? 0),
  };
}
