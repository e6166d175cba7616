// Readers as the service keeps them: one row per identity of the OpenID provider, and what others see of a person.

import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { UserDetail } from '../../../api/nouns/user.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import { countFinished } from '../books/book-states.ts';
import type { Caller, Reading, Trx } from '../reading.ts';
import type { Identity } from '../sign-in/identity.ts';
import { newId } from '../sign-in/tokens.ts';

type Routes = (typeof user)['routes'];

/** The reader behind an identity, made when unknown. `signsIn` 0 for one that only gets books. */
export async function keepReader(
  reading: Reading,
  trx: Trx,
  identity: Identity,
  signsIn: boolean,
): Promise<{ vid: string; isFirst: boolean }> {
  const now = reading.now();
  const { issuer, subject, name, avatar } = identity;
  const row = await trx
    .insertInto('users')
    .values({
      vid: newId('u'),
      issuer,
      subject,
      name,
      avatar,
      signature: '',
      first_login_at: 0,
      shelf_books: 0,
      shelf_albums: 0,
      created_at: now,
      time_zone: '',
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ name, avatar }))
    .returning(['vid', 'first_login_at'])
    .executeTakeFirstOrThrow();
  const isFirst = signsIn && row.first_login_at === 0;
  if (isFirst) await trx.updateTable('users').set({ first_login_at: now }).where('vid', '=', row.vid).execute();
  return { vid: row.vid, isFirst };
}

export function userRoutes(reading: Reading) {
  return {
    'GET /user': async (
      { vid }: Caller,
      { userVid }: Params<Routes['GET /user']>,
    ): Promise<Static<typeof UserDetail>> => {
      // People see only themselves until they can follow each other.
      if (userVid !== undefined && userVid !== vid) throw new AppError('not_found', undefined, { userVid });
      const db = reading.database.kysely;
      const row = await db.selectFrom('users').selectAll().where('vid', '=', vid).executeTakeFirstOrThrow();
      return {
        userVid: vid,
        name: row.name,
        avatar: row.avatar,
        isFollowing: 0,
        isFollower: 0,
        isHide: 0,
        signature: row.signature,
        vDesc: '',
        followerCount: 0,
        followingCount: 0,
        reviewCount: 0,
        booklistCount: 0,
        finishedCount: await countFinished(db, vid),
        registTime: row.created_at,
      };
    },
  };
}
