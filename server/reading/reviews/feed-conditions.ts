// What stands in a reader's feed: written, or passed on, by someone whom they follow. And what a device that has everything
// asks first, in one query: whether anything changed, and how much there is.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Reading } from '../reading.ts';
import { lifeOfSight, maySeeReadingOf, sightCollection } from '../social/visibility.ts';
import type { ListState } from '../sync-key.ts';
import { isVisible } from './review-access.ts';
import { allOf, modeCondition } from './review-conditions.ts';
import { everyone, reviewCollection } from './store-review.ts';

/** Whose feed it is: the reader and whom they follow, as what both databases look into while they walk. */
export interface Follower {
  vid: string;
  followed: RawBuilder<unknown>;
}

/** Longest list that is looked into; whoever follows more gets the ones followed last. */
const mostFollowed = 5000;
/** A feed has no end that anyone reaches. */
const mostCounted = 1000;

const selectFollowed = (db: Db, vid: string) =>
  db
    .selectFrom('relations')
    .select('other_vid')
    .where('vid', '=', vid)
    .where('follow_state', '=', 'following')
    .orderBy('followed_at', 'desc')
    .limit(mostFollowed);

export async function readFollower(db: Db, vid: string): Promise<Follower> {
  const rows = await selectFollowed(db, vid).execute();
  // No vid is empty.
  const vids = rows.length > 0 ? rows.map((row) => row.other_vid) : [''];
  return { vid, followed: sql`(${sql.join(vids)})` };
}

/** Written by someone followed, and not kept out of feeds. */
export const isWritten = ({ vid, followed }: Follower): RawBuilder<SqlBool> =>
  sql<SqlBool>`(reviews.out_of_feeds = 0 and reviews.vid <> ${vid} and reviews.vid in ${followed})`;

/** The viewer follows whoever passed it on, and may know of it. */
export const isPassedOn = ({ vid, followed }: Follower): RawBuilder<SqlBool> =>
  sql<SqlBool>`(reposts.removed_at = 0 and reviews.vid <> ${vid} and reposts.vid in ${followed}
    and ${maySeeReadingOf(vid, 'reposts.vid')})`;

export const stands = (viewer: string, mode: RawBuilder<SqlBool>) =>
  allOf(sql<SqlBool>`reviews.is_private = 0`, isVisible(viewer), mode);

/** Each by its own index: one condition for both would read every review there is. */
function feedSize(db: Db, follower: Follower, listMode: number | undefined) {
  const isShown = stands(follower.vid, modeCondition(listMode));
  const written = db.selectFrom('reviews').select('review_id').where(isWritten(follower)).where(isShown);
  const passed = db
    .selectFrom('reposts')
    .innerJoin('reviews', 'reviews.review_id', 'reposts.review_id')
    .select('reviews.review_id')
    .where(isPassedOn(follower))
    .where(isShown);
  return db
    .selectFrom(written.union(passed).limit(mostCounted).as('some'))
    .select((row) => row.fn.countAll<number>().as('total'));
}

export async function countFeed(db: Db, follower: Follower, listMode: number | undefined): Promise<number> {
  const { total } = await feedSize(db, follower, listMode).executeTakeFirstOrThrow();
  return Number(total);
}

export interface Glance {
  state: ListState;
  /** Of the viewer's synckeys. */
  life: number;
  totalCount: number;
}

export async function glanceAtFeed(reading: Reading, vid: string, listMode: number | undefined): Promise<Glance> {
  const db = reading.database.kysely;
  const size = feedSize(db, { vid, followed: sql`(${selectFollowed(db, vid)})` }, listMode);
  const counter = (owner: string, collection: string) =>
    sql`coalesce((select value from sync_counters where owner = ${owner} and collection = ${collection}), 0)`;
  const floor = (column: 'floor' | 'purges') =>
    sql`coalesce((select ${sql.ref(column)} from sync_floors
      where owner = ${everyone} and collection = ${reviewCollection}), 0)`;
  const { rows } = await sql<Record<'counter' | 'floor' | 'purges' | 'sight' | 'total', number>>`
    select ${counter(everyone, reviewCollection)} as counter, ${floor('floor')} as floor, ${floor('purges')} as purges,
      ${counter(vid, sightCollection)} as sight, (${size}) as total`.execute(db);
  const row = rows[0];
  return {
    state: {
      counter: Number(row?.counter ?? 0),
      floor: Number(row?.floor ?? 0),
      purges: Number(row?.purges ?? 0),
    },
    life: lifeOfSight(reading.life, Number(row?.sight ?? 0)),
    totalCount: Number(row?.total ?? 0),
  };
}
