// The caller's place among friends by reading time. Books that friends keep private count for nobody else.

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../reading.ts';
import { areFriends, isNotSecret, maySeeReadingOf } from '../social/visibility.ts';
import type { Period } from './periods.ts';

/** 1 is the most; 0 without friends. Without a period, of all time. */
export async function rankAmongFriends(db: Db, vid: string, period: Period | undefined, mine: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${period ? readIn(period) : readEver} as total from relations friend
    where friend.vid = ${vid} and friend.follow_state = 'following'
      and ${areFriends(vid, 'friend.other_vid')} and ${maySeeReadingOf(vid, 'friend.other_vid')}`.execute(db);
  if (rows.length === 0) return 0;
  return 1 + rows.filter(({ total }) => Number(total) > mine).length;
}

const readIn = ({ from, to }: Period): RawBuilder<number> => sql<number>`(
  select coalesce(sum(d.total_seconds), 0) from reading_days d
  where d.vid = friend.other_vid and d.day >= ${from} and d.day < ${to}
    and ${isNotSecret('d.vid', 'd.book_id')})`;

/** The running total, less the few books that are kept private: summing every day of a life would take longer each year. */
const readEver: RawBuilder<number> = sql<number>`(
  coalesce((select t.seconds from reading_totals t where t.vid = friend.other_vid), 0)
  - (select coalesce(sum(d.total_seconds), 0) from shelf_entries s
      join reading_days d on d.book_id = s.item_id and d.vid = s.vid
    where s.vid = friend.other_vid and s.kind = 'book' and s.is_secret = 1))`;
