// People as they stand beside reviews, likes and lists, as one viewer sees them; those whom the viewer may not meet are
// left out as if they did not exist.

import type { Static } from 'typebox';
import type { UserBrief } from '../../../api/nouns/user.ts';
import type { Db, Trx } from '../reading.ts';
import { mayMeet } from './visibility.ts';

export type Brief = Static<typeof UserBrief>;

/** By vid, in one query. */
export async function userBriefs(db: Db | Trx, viewer: string, vids: Iterable<string>): Promise<Map<string, Brief>> {
  const asked = [...new Set(vids)].filter((vid) => vid !== '');
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('relations as mine', (join) => join.on('mine.vid', '=', viewer).onRef('mine.other_vid', '=', 'users.vid'))
    .leftJoin('relations as theirs', (join) =>
      join.onRef('theirs.vid', '=', 'users.vid').on('theirs.other_vid', '=', viewer),
    )
    .select(['users.vid', 'users.name', 'users.avatar', 'users.signature'])
    .select(['mine.follow_state as following', 'mine.is_hiding as hiding', 'theirs.follow_state as follower'])
    .where('users.vid', 'in', asked)
    .where(mayMeet(viewer, 'users.vid'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.vid,
      {
        userVid: row.vid,
        // Names come from the OpenID provider, which may allow longer ones.
        name: row.name.slice(0, 64).toWellFormed(),
        avatar: row.avatar,
        isFollowing: row.following === 'following' ? 1 : 0,
        isFollower: row.follower === 'following' ? 1 : 0,
        isHide: row.hiding ? 1 : 0,
        signature: row.signature,
      },
    ]),
  );
}
