// What a reader said that they do not want to be recommended, and the saying of it.

import { AppError } from '../../../api/errors.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { store } from '../../../api/store.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import type { FeedbackRow } from '../schema/store.ts';
import { checkMeets } from '../social/visibility.ts';
import { authorKey } from '../store/book-words.ts';

type Route = (typeof store)['routes']['GET /recommend/feedback'];

const takenBack = 0;
const notByAuthor = 2;
/** Nobody rules out more; the reader is told instead of losing one. */
const mostRuledOut = 10_000;

export interface RuledOut {
  books: Set<string>;
  /** By `authorKey`. */
  authors: Set<string>;
}

export async function readRuledOut(db: Db, vid: string): Promise<RuledOut> {
  const rows = await db.selectFrom('feedback').select(['kind', 'target']).where('vid', '=', vid).execute();
  const of = (kind: FeedbackRow['kind']) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.target));
  return { books: of('book'), authors: of('author') };
}

export function feedbackRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /recommend/feedback': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { bookId, feedbackVid, type = 1, recommendType, section, source } = params;
      if (bookId === undefined && feedbackVid === undefined) {
        throw new AppError('bad_argument', 'Say what is not wanted.', { bookId: 'or feedbackVid is needed' });
      }
      const told = JSON.stringify({ recommendType, section, source });
      const row = (kind: FeedbackRow['kind'], target: string): FeedbackRow => {
        return { vid, kind, target, type, told, created_at: reading.now() };
      };
      const rows: FeedbackRow[] = [];
      if (bookId !== undefined) {
        const author = authorKey((await readBook(db, vid, bookId)).author);
        rows.push(row('book', bookId));
        if (author !== '' && (type === notByAuthor || type === takenBack)) rows.push(row('author', author));
      }
      if (feedbackVid !== undefined) {
        await checkMeets(db, vid, feedbackVid);
        rows.push(row('person', feedbackVid));
      }
      const count = await reading.database.transaction((trx) =>
        type === takenBack ? takeBack(trx, vid, rows) : ruleOut(trx, vid, rows),
      );
      return { recorded: 1, count };
    },
  };
}

async function ruleOut(trx: Trx, vid: string, rows: FeedbackRow[]): Promise<number> {
  await trx
    .insertInto('feedback')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'kind', 'target']).doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        told: row.ref('excluded.told'),
      })),
    )
    .execute();
  const count = await countOf(trx, vid);
  if (count > mostRuledOut) throw new AppError('limit_reached', undefined, { limit: mostRuledOut });
  return count;
}

async function takeBack(trx: Trx, vid: string, rows: FeedbackRow[]): Promise<number> {
  for (const { kind, target } of rows) {
    await trx
      .deleteFrom('feedback')
      .where('vid', '=', vid)
      .where('kind', '=', kind)
      .where('target', '=', target)
      .execute();
  }
  return countOf(trx, vid);
}

async function countOf(trx: Trx, vid: string): Promise<number> {
  const { total } = await trx
    .selectFrom('feedback')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  return Number(total);
}
