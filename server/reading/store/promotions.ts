// What the front of the store shows: what the librarians point to, then what the ranks do by themselves.

import { sql } from 'kysely';
import type { Params, Reply } from '../../../api/route.ts';
import type { store } from '../../../api/store.ts';
import { bookOnWire, readBooks } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { PromotionRow } from '../schema/store.ts';
import { wholeStore } from './ranks.ts';

type Route = (typeof store)['routes']['GET /promo/list'];
type Promotion = Reply<Route>['promotions'][number];

const pageSize = 20;
/** The first books of these ranks promote themselves. */
const byThemselves = { rising: 'card', new: 'banner' } as const;
const selfPromoted = 5;

export function promotionRoutes(reading: Reading) {
  return {
    'GET /promo/list': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { count = pageSize, type, subtype } = params;
      const db = reading.database.kysely;
      const chosen = await readPromotions(db, reading.now(), params, count);
      const books = await readBooks(
        db,
        vid,
        chosen.flatMap((row) => (row.subtype === 'book' ? [row.target_id] : [])),
      );
      const pointed = chosen
        .filter((row) => row.subtype !== 'book' || books.has(row.target_id))
        .map((row): Promotion => {
          const book = books.get(row.target_id);
          return { ...promotionOnWire(row), cover: row.cover || (book ? bookOnWire(book).cover : '') };
        });
      const known = new Set(pointed.map((each) => each.targetId));
      const risen = subtype === undefined || subtype === 'book' ? await fromRanks(db, vid, type) : [];
      return { promotions: [...pointed, ...risen.filter((each) => !known.has(each.targetId))].slice(0, count) };
    },
  };
}

function readPromotions(db: Db, now: number, { type, subtype }: Params<Route>, count: number): Promise<PromotionRow[]> {
  let query = db
    .selectFrom('promotions')
    .selectAll()
    .where('start_time', '<=', now)
    .where((where) => where.or([where('end_time', '=', 0), where('end_time', '>', now)]));
  if (type !== undefined) query = query.where('type', '=', type);
  if (subtype !== undefined) query = query.where('subtype', '=', subtype);
  return query.orderBy('place').orderBy('promote_id').limit(count).execute();
}

function promotionOnWire(row: PromotionRow): Promotion {
  return {
    promoteId: row.promote_id,
    type: row.type,
    subtype: row.subtype,
    targetId: row.target_id,
    title: row.title,
    text: row.text,
    cover: row.cover,
    startTime: row.start_time,
    endTime: row.end_time,
  };
}

async function fromRanks(db: Db, vid: string, type: Promotion['type'] | undefined): Promise<Promotion[]> {
  const kinds = Object.entries(byThemselves).filter(([, shownAs]) => type === undefined || shownAs === type);
  if (kinds.length === 0) return [];
  const { rows } = await sql<{ kind: keyof typeof byThemselves; book_id: string; computed_at: number }>`
    select r.kind, r.book_id, l.computed_at from store_ranks r
    join store_lists l on l.category_id = r.category_id and l.kind = r.kind
    where r.category_id = ${wholeStore} and r.kind in (${sql.join(kinds.map(([kind]) => kind))})
      and r.idx <= ${selfPromoted} order by r.kind desc, r.idx`.execute(db);
  const books = await readBooks(
    db,
    vid,
    rows.map((row) => row.book_id),
  );
  return rows.flatMap(({ kind, book_id, computed_at }) => {
    const book = books.get(book_id);
    if (book?.visibility !== 'library') return [];
    return [
      {
        promoteId: `${kind}:${book_id}`,
        type: byThemselves[kind],
        subtype: 'book' as const,
        targetId: book_id,
        title: book.title.slice(0, 256).toWellFormed(),
        text: book.intro.slice(0, 200).toWellFormed(),
        cover: bookOnWire(book).cover,
        startTime: computed_at,
        endTime: 0,
      },
    ];
  });
}
