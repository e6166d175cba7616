// Readers as the service keeps them: one row per identity of the OpenID provider, and what others see of a person.

import { sql } from 'kysely';
import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { UserDetail } from '../../../api/nouns/user.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import { quotaOfEveryone } from '../administration/quotas.ts';
import { countFinished } from '../books/book-states.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import { isVisible } from '../reviews/review-access.ts';
import type { UserRow } from '../schema/users.ts';
import type { Identity } from '../sign-in/identity.ts';
import { newId } from '../sign-in/tokens.ts';
import { userBriefs } from '../social/user-briefs.ts';
import { checkMeets, mayMeet, maySeeReadingOfBook } from '../social/visibility.ts';

type Routes = (typeof user)['routes'];

/** The reader behind an identity, made when unknown. `signsIn` 0 for one that only gets books. */
export async function keepReader(
  reading: Reading,
  trx: Trx,
  identity: Identity,
  signsIn: boolean,
): Promise<{ vid: string; isFirst: boolean }> {
  const now = reading.now();
  const { avatar } = identity;
  const name = cleanName(identity.name);
  const row = await trx
    .insertInto('users')
    .values(newReader(identity, { vid: newId('u'), now }))
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ name: ownNameOr(name), avatar }))
    .returning(['vid', 'first_login_at'])
    .executeTakeFirstOrThrow();
  const isFirst = signsIn && row.first_login_at === 0;
  if (isFirst) await trx.updateTable('users').set({ first_login_at: now }).where('vid', '=', row.vid).execute();
  return { vid: row.vid, isFirst };
}

/** A person of whom nothing is known yet but who they are. */
export function newReader({ issuer, subject, name, avatar }: Identity, made: { vid: string; now: number }): UserRow {
  return {
    vid: made.vid,
    issuer,
    subject,
    name: cleanName(name),
    avatar,
    signature: '',
    first_login_at: 0,
    shelf_books: 0,
    shelf_albums: 0,
    created_at: made.now,
    time_zone: '',
    v_desc: '',
    ext_scope: '',
    ext_granted_at: 0,
    ext_expires_at: 0,
    ext_revoked_at: 0,
    has_own_name: 0,
    role: 'reader',
    quota: quotaOfEveryone,
  };
}

/** On one line, and without signs that turn what is written after them around. */
export function cleanName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
}

/** A name that the person chose here stays, whatever the provider calls them. */
const ownNameOr = (name: string) => sql<string>`case when users.has_own_name = 1 then users.name else ${name} end`;

export function userRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /user': async ({ vid }: Caller, { userVid = vid }: Params<Routes['GET /user']>) => {
      await checkMeets(db, vid, userVid);
      return userDetail(db, vid, userVid);
    },
  };
}

/** A person as the viewer sees them; whether the viewer may is asked before. */
export async function userDetail(db: Db, viewer: string, vid: string): Promise<Static<typeof UserDetail>> {
  const row = await db.selectFrom('users').selectAll().where('vid', '=', vid).executeTakeFirstOrThrow();
  const brief = (await userBriefs(db, viewer, [vid])).get(vid);
  if (!brief) throw new AppError('not_found', undefined, { userVid: vid });
  return {
    ...brief,
    vDesc: row.v_desc,
    followerCount: await countFollows(db, viewer, vid, 'other_vid'),
    followingCount: await countFollows(db, viewer, vid, 'vid'),
    reviewCount: await countReviews(db, viewer, vid),
    booklistCount: 0,
    finishedCount: viewer === vid ? await countFinished(db, vid) : await countShownFinished(db, viewer, vid),
    registTime: row.created_at,
  };
}

async function countFollows(db: Db, viewer: string, vid: string, side: 'vid' | 'other_vid'): Promise<number> {
  const other = side === 'vid' ? 'relations.other_vid' : 'relations.vid';
  const { count } = await db
    .selectFrom('relations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(side, '=', vid)
    .where('follow_state', '=', 'following')
    .where(mayMeet(viewer, other))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countReviews(db: Db, viewer: string, vid: string): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('reviews.vid', '=', vid)
    .where(isVisible(viewer))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countShownFinished(db: Db, viewer: string, vid: string): Promise<number> {
  const { count } = await db
    .selectFrom('book_states')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .where('status', '=', 'finished')
    .where(maySeeReadingOfBook(viewer, 'book_states.vid', 'book_states.book_id'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
