// Who may see whom, and what of them: conditions that every query which shows people, or what people did, puts into its
// `where`. A blocked pair sees nothing of each other, whoever of the two blocked. Reads stored state and changes nothing.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import { type Db, listState, type Trx } from '../reading.ts';

type Condition = RawBuilder<SqlBool>;
/** A column that holds a vid, such as `reviews.vid`. */
type Column = string | Expression<unknown>;

const column = (name: Column) => (typeof name === 'string' ? sql.ref(name) : name);

/** Neither of the two blocks the other. Everyone may meet themselves. */
export function mayMeet(viewer: string, person: Column): Condition {
  return sql<SqlBool>`(
    not exists (select 1 from relations meet_a
      where meet_a.vid = ${column(person)} and meet_a.other_vid = ${viewer} and meet_a.is_blocking = 1)
    and not exists (select 1 from relations meet_b
      where meet_b.vid = ${viewer} and meet_b.other_vid = ${column(person)} and meet_b.is_blocking = 1))`;
}

/** Vids of everyone whom the viewer may not meet, as a subquery for `in`. */
export function blockedFrom(viewer: string): RawBuilder<string> {
  return sql<string>`(
    select blocked_a.other_vid from relations blocked_a where blocked_a.vid = ${viewer} and blocked_a.is_blocking = 1
    union all
    select blocked_b.vid from relations blocked_b where blocked_b.other_vid = ${viewer} and blocked_b.is_blocking = 1)`;
}

/** The same as a list; few, as people block few. */
export async function blockedVids(db: Db | Trx, viewer: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('users.vid').where('users.vid', 'in', blockedFrom(viewer)).execute();
  return rows.map((row) => row.vid);
}

/** Everyone of whose reading the viewer may know nothing. */
export async function unseenVids(db: Db | Trx, viewer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('relations')
    .select('vid')
    .where('other_vid', '=', viewer)
    .where('is_hiding', '=', 1)
    .execute();
  return [...new Set([...(await blockedVids(db, viewer)), ...rows.map((row) => row.vid)])];
}

/** The viewer may know what this person reads: they may meet, and the person does not hide from the viewer. */
export function maySeeReadingOf(viewer: string, person: Column): Condition {
  return sql<SqlBool>`(${mayMeet(viewer, person)}
    and not exists (select 1 from relations hiding
      where hiding.vid = ${column(person)} and hiding.other_vid = ${viewer} and hiding.is_hiding = 1))`;
}

/** The person did not make this book (or album) private. Asked for everyone but the person themselves. */
export function isNotSecret(person: Column, item: Column, kind: 'book' | 'album' = 'book'): Condition {
  return sql<SqlBool>`not exists (select 1 from shelf_entries secret
    where secret.vid = ${column(person)} and secret.kind = ${sql.lit(kind)}
      and secret.item_id = ${column(item)} and secret.is_secret = 1)`;
}

/** The viewer may know that this person reads this book; one's own reading is never hidden from oneself. */
export function maySeeReadingOfBook(viewer: string, person: Column, book: Column): Condition {
  return sql<SqlBool>`(${column(person)} = ${viewer}
    or (${maySeeReadingOf(viewer, person)} and ${isNotSecret(person, book)}))`;
}

/** They follow each other. */
export function areFriends(viewer: string, person: Column): Condition {
  return sql<SqlBool>`(${isFollowing(viewer, person)}
    and exists (select 1 from relations follow_b
      where follow_b.vid = ${column(person)} and follow_b.other_vid = ${viewer}
        and follow_b.follow_state = 'following'))`;
}

/** The viewer follows the person. */
export function isFollowing(viewer: string, person: Column): Condition {
  return sql<SqlBool>`exists (select 1 from relations follow_a
    where follow_a.vid = ${viewer} and follow_a.other_vid = ${column(person)} and follow_a.follow_state = 'following')`;
}

/**
 * This row of `reviews`, or its tombstone, is for the viewer: their own, or meant for others, by someone who neither
 * blocks nor hides, for friends if it is for friends only, and about no book that its author made private. Whether it
 * stands and the viewer may see its book is asked in reviews/review-access.ts.
 */
export function isMeantFor(viewer: string): Condition {
  const author = 'reviews.vid';
  return sql<SqlBool>`(reviews.vid = ${viewer} or (
    reviews.is_private = 0
    and ${maySeeReadingOf(viewer, author)}
    and ${isNotSecret(author, 'reviews.book_id')}
    and (reviews.friends_only = 0 or ${areFriends(viewer, author)})
    and (reviews.hidden_from_friends = 0 or not ${areFriends(viewer, author)})))`;
}

/** The viewer did not ask to be spared other readers' reviews and underlines in this book. */
export function showsOthers(viewer: string, book: Column): Condition {
  return sql<SqlBool>`not exists (select 1 from book_settings hidden
    where hidden.vid = ${viewer} and hidden.book_id = ${column(book)} and hidden.hide_review = 1)`;
}

/** The viewer asked for that. */
export async function hidesOthers(db: Db | Trx, viewer: string, bookId: string): Promise<boolean> {
  const row = await db
    .selectFrom('book_settings')
    .select('hide_review')
    .where('vid', '=', viewer)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  return row?.hide_review === 1;
}

/** Those of the named people who exist and whom the viewer may meet. */
export async function meetable(db: Db | Trx, viewer: string, vids: readonly string[]): Promise<Set<string>> {
  if (vids.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('users.vid')
    .where('users.vid', 'in', [...new Set(vids)])
    .where(mayMeet(viewer, 'users.vid'))
    .execute();
  return new Set(rows.map((row) => row.vid));
}

/** Throws `not_found`, as for someone who does not exist, unless the viewer may meet the person. */
export async function checkMeets(db: Db | Trx, viewer: string, vid: string): Promise<void> {
  const known = await meetable(db, viewer, [vid]);
  if (!known.has(vid)) throw new AppError('not_found', 'There is no such reader for this account.', { userVid: vid });
}

export const sightCollection = 'sight';

/**
 * The life of synckeys of lists whose entries depend on whom the viewer may see: it changes when that does, so that
 * copies start over instead of keeping what may not be seen any more.
 */
export async function sightLife(db: Db | Trx, viewer: string, life: number): Promise<number> {
  const { counter } = await listState(db, viewer, sightCollection);
  return lifeOfSight(life, counter);
}

/** The same, where the viewer's counter was read already. */
export function lifeOfSight(life: number, counter: number): number {
  // A prime step keeps lives of following changes far apart from the neighbours' of another server.
  return (life + counter * 40_503) % 65_536;
}
