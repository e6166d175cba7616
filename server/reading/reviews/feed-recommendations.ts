// What a feed recommends beside what followed people wrote: reviews that are liked, and people to follow. Nobody is shown
// whom the reader ruled out.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../reading.ts';
import { type Brief, userBriefs } from '../social/user-briefs.ts';
import { isFollowing, mayMeet } from '../social/visibility.ts';
import { stands } from './feed-conditions.ts';
import { modeCondition } from './review-conditions.ts';
import { type Entry, reviewEntries } from './review-entries.ts';

const recommended = 10;
/** Liked reviews that are looked at for who wrote them. */
const mostLooked = 100;

/** The best liked by people whom the caller does not follow. */
export async function recommendedReviews(db: Db, vid: string, listMode: number | undefined): Promise<Entry[]> {
  const rows = await selectLiked(db, vid, listMode).selectAll('reviews').limit(recommended).execute();
  return reviewEntries(db, vid, rows);
}

function selectLiked(db: Db, vid: string, listMode?: number) {
  return db
    .selectFrom('reviews')
    .where('reviews.vid', '<>', vid)
    .where(isNew(vid, 'reviews.vid'))
    .where(stands(vid, modeCondition(listMode)))
    .where('friends_only', '=', 0)
    .orderBy('rank', 'desc');
}

/** People followed by those whom the caller follows, most often first; then those whose reviews are liked. */
export async function recommendedPeople(db: Db, vid: string): Promise<Brief[]> {
  const near = await db
    .selectFrom('relations as mine')
    .innerJoin('relations as theirs', (join) =>
      join.onRef('theirs.vid', '=', 'mine.other_vid').on('theirs.follow_state', '=', 'following'),
    )
    .select(['theirs.other_vid as vid'])
    .select((row) => row.fn.countAll<number>().as('times'))
    .where('mine.vid', '=', vid)
    .where('mine.follow_state', '=', 'following')
    .where('theirs.other_vid', '<>', vid)
    .where(isNew(vid, 'theirs.other_vid'))
    .where(mayMeet(vid, 'theirs.other_vid'))
    .groupBy('theirs.other_vid')
    .orderBy('times', 'desc')
    .orderBy('theirs.other_vid')
    .limit(recommended)
    .execute();
  const liked = near.length < recommended ? await selectLiked(db, vid).select('vid').limit(mostLooked).execute() : [];
  const vids = [...new Set([...near, ...liked].map((row) => row.vid))].slice(0, recommended);
  const people = await userBriefs(db, vid, vids);
  return vids.flatMap((one) => people.get(one) ?? []);
}

/** Neither followed nor ruled out. */
function isNew(viewer: string, person: 'reviews.vid' | 'theirs.other_vid'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(not ${isFollowing(viewer, person)} and not exists (select 1 from feedback
    where feedback.vid = ${viewer} and feedback.kind = 'person' and feedback.target = ${sql.ref(person)}))`;
}
