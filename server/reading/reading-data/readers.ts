// Who reads a book and how many: counts without those who keep it private, and friends that the caller may see.

import { sql } from 'kysely';
import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import { readBook, readBooks } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { type Brief, userBriefs } from '../social/user-briefs.ts';
import { areFriends, isNotSecret, maySeeReadingOf } from '../social/visibility.ts';
import { dayOf, startOfDay } from './local-days.ts';
import { timeZoneOf } from './time-zone.ts';

type Routes = (typeof books)['routes'];

const spans = { now: 900, week: 7 * 86_400, all: undefined } as const;
const friendsListed = 20;
const friendsShown = 3;
export function readersRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/readingStat': async ({ vid }: Caller, params: Params<Routes['GET /book/readingStat']>) => {
      const { bookId } = await readBook(db, vid, params.bookId).then((book) => ({ bookId: book.book_id }));
      const now = reading.now();
      const zone = await timeZoneOf(db, vid);
      const span = spans[params.dataType ?? 'week'];
      const wanted = params.readingList ? (params.showUserNum ?? friendsListed) : 0;
      const friends = await friendsReading(db, vid, [bookId], Math.max(1, wanted));
      const shown = friends.slice(0, wanted);
      const briefs = await userBriefs(
        db,
        vid,
        shown.map((friend) => friend.vid),
      );
      return {
        bookId,
        readingCount: await countReaders(db, bookId, span === undefined ? 0 : now - span),
        todayReadingCount: await countReaders(db, bookId, startOfDay(dayOf(now, zone), zone)),
        finishedCount: await countFinishers(db, bookId),
        friendReadingCount: friends[0]?.friendCount ?? 0,
        readingList: shown.flatMap((friend) => {
          const brief = briefs.get(friend.vid);
          return brief ? [readerOnWire(brief, friend)] : [];
        }),
      };
    },

    'GET /discover/readingStat': async ({ vid }: Caller, params: Params<Routes['GET /discover/readingStat']>) => ({
      books: await friendCounts(db, vid, params.bookIds ?? []),
      lectureBooks: await friendCounts(db, vid, params.lectureBookIds ?? []),
    }),
  };
}

/** Readers since then who do not keep the book private. */
export async function countReaders(db: Db, bookId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('progress')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('book_id', '=', bookId)
    .where('update_time', '>=', since)
    .where(isNotSecret('progress.vid', 'progress.book_id'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countFinishers(db: Db, bookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('book_states')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('book_id', '=', bookId)
    .where('status', '=', 'finished')
    .where(isNotSecret('book_states.vid', 'book_states.book_id'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface FriendReading {
  bookId: string;
  vid: string;
  progress: number;
  readAt: number;
  finished: 0 | 1;
  /** Of the same book, beyond those that are listed. */
  friendCount: number;
}

/** Of each of these books the friends who read it last, at most so many, whoever read last first. */
async function friendsReading(db: Db, vid: string, bookIds: readonly string[], most: number): Promise<FriendReading[]> {
  if (bookIds.length === 0) return [];
  const readings = db
    .selectFrom('relations as friend')
    .innerJoin('progress as p', 'p.vid', 'friend.other_vid')
    .select(['p.book_id', 'p.vid', 'p.latest', 'p.update_time'])
    .select(sql<number>`row_number() over (partition by p.book_id order by p.update_time desc, p.vid)`.as('place'))
    .select(sql<number>`count(*) over (partition by p.book_id)`.as('friend_count'))
    .where('friend.vid', '=', vid)
    .where('friend.follow_state', '=', 'following')
    .where('p.book_id', 'in', bookIds)
    .where(areFriends(vid, 'p.vid'))
    .where(maySeeReadingOf(vid, 'p.vid'))
    .where(isNotSecret('p.vid', 'p.book_id'));
  const rows = await db
    .selectFrom(readings.as('r'))
    .leftJoin('book_states as s', (join) => join.onRef('s.vid', '=', 'r.vid').onRef('s.book_id', '=', 'r.book_id'))
    .select(['r.book_id', 'r.vid', 'r.latest', 'r.update_time', 'r.friend_count', 's.status'])
    .where('r.place', '<=', most)
    .orderBy('r.book_id')
    .orderBy('r.place')
    .execute();
  return rows.map((row) => ({
    bookId: row.book_id,
    vid: row.vid,
    progress: (JSON.parse(row.latest) as { progress: number }).progress,
    readAt: Number(row.update_time),
    finished: row.status === 'finished' ? 1 : 0,
    friendCount: Number(row.friend_count),
  }));
}

function readerOnWire(user: Brief, friend: FriendReading) {
  return { user, progress: friend.progress, readUpdateTime: friend.readAt, finished: friend.finished };
}

/** Only books that the caller may see; in the order asked. */
async function friendCounts(db: Db, vid: string, bookIds: string[]) {
  const visible = await readBooks(db, vid, bookIds);
  const friends = await friendsReading(db, vid, [...visible.keys()], friendsShown);
  const byBook = Map.groupBy(friends, (friend) => friend.bookId);
  const briefs = await userBriefs(
    db,
    vid,
    friends.map((friend) => friend.vid),
  );
  return [...new Set(bookIds)]
    .filter((bookId) => visible.has(bookId))
    .map((bookId) => {
      const readers = byBook.get(bookId) ?? [];
      const users = readers.flatMap((friend) => briefs.get(friend.vid) ?? []);
      return { bookId, friendCount: readers[0]?.friendCount ?? 0, friends: users };
    });
}
