// What a person says of themselves, and what others may know of them.

import { sql } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { addDays, dayOf, weekday } from '../reading-data/local-days.ts';
import { timeZoneOf } from '../reading-data/time-zone.ts';
import { readRelation } from '../social/relations.ts';
import { checkMeets, isNotSecret, maySeeReadingOf } from '../social/visibility.ts';
import { cleanName, userDetail } from './users.ts';

type Routes = (typeof user)['routes'];

export function profileRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /user/profile': async ({ vid }: Caller, params: Params<Routes['GET /user/profile']>) => {
      const userVid = params.userVid ?? vid;
      // Whoever blocks a person is told that and nothing else of them.
      if (params.isInBlackList && (await isBlocking(db, vid, userVid))) return { userVid, isInBlackList: 1 as const };
      await checkMeets(db, vid, userVid);
      const row = await db.selectFrom('users').selectAll().where('vid', '=', userVid).executeTakeFirstOrThrow();
      const isKnown = await mayKnowReading(db, vid, userVid);
      const { currentReadingTime, totalReadingTime } = params;
      return {
        userVid,
        ...(currentReadingTime && isKnown ? { currentReadingTime: await weekTime(reading, vid, userVid) } : {}),
        ...(totalReadingTime && isKnown ? { totalReadingTime: await readTime(db, vid, userVid, '') } : {}),
        // Nobody is asked for it here.
        ...(params.gender ? { gender: 0 as const } : {}),
        // Whom the caller may meet does not block them.
        ...(params.isBlackMe ? { isBlackMe: 0 as const } : {}),
        ...(params.isInBlackList ? { isInBlackList: 0 as const } : {}),
        ...(params.signature ? { signature: row.signature } : {}),
        ...(params.vDesc ? { vDesc: row.v_desc } : {}),
      };
    },

    'POST /user/signature': async ({ vid }: Caller, params: Params<Routes['POST /user/signature']>) => {
      const { content, nick, vDesc } = params;
      const name = nick === undefined ? undefined : cleanName(nick);
      if (name === '') throw new AppError('bad_argument', 'A name has at least one letter.', { nick: 'is blank' });
      const change = {
        ...(content === undefined ? {} : { signature: content }),
        // A name of one's own stays when the provider tells another at the next sign-in.
        ...(name === undefined ? {} : { name, has_own_name: 1 }),
        ...(vDesc === undefined ? {} : { v_desc: vDesc }),
      };
      if (Object.keys(change).length > 0) await db.updateTable('users').set(change).where('vid', '=', vid).execute();
      return userDetail(db, vid, vid);
    },
  };
}

async function mayKnowReading(db: Db, viewer: string, userVid: string): Promise<boolean> {
  if (viewer === userVid) return true;
  const row = await db
    .selectFrom('users')
    .select('vid')
    .where('vid', '=', userVid)
    .where(maySeeReadingOf(viewer, 'users.vid'))
    .executeTakeFirst();
  return row !== undefined;
}

async function isBlocking(db: Db, vid: string, otherVid: string): Promise<boolean> {
  return (await readRelation(db, vid, otherVid)).is_blocking === 1;
}

/** This week in the person's own zone. */
async function weekTime(reading: Reading, viewer: string, userVid: string): Promise<number> {
  const db = reading.database.kysely;
  const today = dayOf(reading.now(), await timeZoneOf(db, userVid));
  return readTime(db, viewer, userVid, addDays(today, -weekday(today)));
}

/** Since a day; others are not told of books that the person keeps private. */
async function readTime(db: Db, viewer: string, userVid: string, from: string): Promise<number> {
  const { total } = await db
    .selectFrom('reading_days')
    .select((row) => row.fn.sum<number | null>('total_seconds').as('total'))
    .where('vid', '=', userVid)
    .where('day', '>=', from)
    .where(viewer === userVid ? sql<boolean>`1 = 1` : isNotSecret('reading_days.vid', 'reading_days.book_id'))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}
