// What readers share of a book: popular underlines and how densely a chapter is marked. Readers whom the viewer may not
// see do not count for that viewer, and a passage that falls below the least number of readers is not there.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import { type Caller, type Db, listState, type Reading } from '../reading.ts';
import { standsIn } from '../reviews/public-list.ts';
import { bookCondition, chapterCondition, ownOrShown } from '../reviews/review-conditions.ts';
import type { UnderlineRow } from '../schema/notes.ts';
import { type Brief, userBriefs } from '../social/user-briefs.ts';
import { hidesOthers, sightLife, unseenVids } from '../social/visibility.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { underlinesCollection } from './find-underlines.ts';

type Routes = (typeof books)['routes'];
export const defaultPopularReaders = 3;
const shownReaders = 20;
const mostDensities = 2000;
const numberSpace = 2 ** 32;

export function underlineRoutes(reading: Reading, least: number) {
  const db = reading.database.kysely;
  return {
    'GET /book/bestbookmarks': ({ vid }: Caller, params: Params<Routes['GET /book/bestbookmarks']>) =>
      popularPage(reading, vid, params, least),

    'GET /book/bestbookmarksinfo': async (
      { vid }: Caller,
      { bookId }: Params<Routes['GET /book/bestbookmarksinfo']>,
    ) => {
      await readBook(db, vid, bookId);
      const { synckey } = await versionOf(reading, vid, bookId);
      const chapters = await countByChapter(db, vid, bookId, least);
      const totalCount = chapters.reduce((sum, chapter) => sum + chapter.count, 0);
      return { bookId, synckey, totalCount, chapters };
    },

    'GET /book/underlines': async ({ vid }: Caller, params: Params<Routes['GET /book/underlines']>) => {
      const { bookId, chapterUid } = params;
      await readBook(db, vid, bookId);
      const { synckey, isCurrent } = await versionOf(reading, vid, bookId, params.synckey);
      if (isCurrent) return { synckey, clearAll: 0 as const, bookId, chapterUid, underlines: [] };
      const underlines = await densities(db, vid, bookId, chapterUid, least);
      return { synckey, clearAll: 1 as const, bookId, chapterUid, underlines };
    },
  };
}

/** The number of all that is shared of a book, as this viewer sees it; whether the asked one is still that. */
async function versionOf(reading: Reading, viewer: string, bookId: string, asked?: number) {
  const db = reading.database.kysely;
  const state = await listState(db, '', underlinesCollection(bookId));
  const newest = await db
    .selectFrom('reviews')
    .select('public_key')
    .where('book_id', '=', bookId)
    .orderBy('public_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  const life = await sightLife(db, viewer, reading.life);
  // Both only grow, so that their sum is the same only while both are.
  const counter = state.counter + (newest?.public_key ?? 0) + 1;
  const { from } = readSyncKey(asked, life, { counter, floor: 0, purges: 0 });
  return { synckey: writeSyncKey(counter, life), isCurrent: from === counter };
}

interface Seen {
  /** Readers that count for the viewer. */
  seen: RawBuilder<number>;
  isPopular: RawBuilder<SqlBool>;
}

async function seenBy(db: Db, viewer: string, least: number): Promise<Seen> {
  const unseen = await unseenVids(db, viewer);
  const seen =
    unseen.length === 0
      ? sql<number>`underlines.readers`
      : sql<number>`(underlines.readers - (select count(*) from underline_readers unseen
          where unseen.book_id = underlines.book_id and unseen.chapter_uid = underlines.chapter_uid
            and unseen.range_start = underlines.range_start and unseen.range_end = underlines.range_end
            and unseen.vid in (${sql.join(unseen)})))`;
  return { seen, isPopular: sql<SqlBool>`(underlines.readers >= ${least} and ${seen} >= ${least})` };
}

type Asked = Params<Routes['GET /book/bestbookmarks']>;

async function popularPage(reading: Reading, viewer: string, params: Asked, least: number) {
  const db = reading.database.kysely;
  const { bookId, chapterUid, count = 20, maxIdx = 0 } = params;
  const book = await readBook(db, viewer, bookId);
  const { synckey, isCurrent } = await versionOf(reading, viewer, bookId, params.synckey);
  const totalCount = (await countByChapter(db, viewer, bookId, least))
    .filter((chapter) => chapterUid === undefined || chapter.chapterUid === chapterUid)
    .reduce((sum, chapter) => sum + chapter.count, 0);
  const nothing = { synckey, totalCount, hasMore: 0 as const, maxIdx: 0, items: [], chapters: [] };
  if (isCurrent && maxIdx === 0) return { ...nothing, clearAll: 0 as const };
  if (totalCount === 0) return { ...nothing, clearAll: 1 as const };
  const { seen, isPopular } = await seenBy(db, viewer, least);
  let query = db
    .selectFrom('underlines')
    .selectAll()
    .select(seen.as('seen'))
    .where('book_id', '=', bookId)
    .where(isPopular);
  if (chapterUid !== undefined) query = query.where('chapter_uid', '=', chapterUid);
  if (maxIdx > 0) query = query.where(after(maxIdx));
  const rows = await query
    .orderBy('readers', 'desc')
    .orderBy('number')
    .limit(count + 1)
    .execute();
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  return {
    synckey,
    clearAll: 1 as const,
    totalCount,
    hasMore: rows.length > count ? (1 as const) : (0 as const),
    maxIdx: last ? last.readers * numberSpace + (numberSpace - 1 - last.number) : 0,
    items: await itemsOf(db, viewer, shown),
    chapters: await chaptersOf(db, book.book_id, book.version, shown),
  };
}

/** Most readers first, then the oldest. */
function after(maxIdx: number): RawBuilder<SqlBool> {
  const readers = Math.floor(maxIdx / numberSpace);
  const number = numberSpace - 1 - (maxIdx % numberSpace);
  return sql<SqlBool>`(readers < ${readers} or (readers = ${readers} and number > ${number}))`;
}

type Shown = UnderlineRow & { seen: number };
const placeOf = (row: Pick<UnderlineRow, 'chapter_uid' | 'range_start' | 'range_end'>) =>
  `${row.chapter_uid}_${row.range_start}-${row.range_end}`;

async function itemsOf(db: Db, viewer: string, rows: readonly Shown[]) {
  const readers = await readersOf(db, viewer, rows);
  return rows.flatMap((row) => {
    const users = readers.get(placeOf(row)) ?? [];
    const [first] = users;
    if (!first) return [];
    return {
      bookId: row.book_id,
      bookmarkId: `${row.book_id}_${placeOf(row)}`,
      userVid: first.userVid,
      chapterUid: row.chapter_uid,
      range: `${row.range_start}-${row.range_end}`,
      markText: row.mark_text,
      totalCount: Number(row.seen),
      users,
    };
  });
}

/** The first of each passage's readers whom the viewer may see, by place. */
async function readersOf(db: Db, viewer: string, rows: readonly Shown[]): Promise<Map<string, Brief[]>> {
  const [first] = rows;
  if (!first) return new Map();
  const unseen = await unseenVids(db, viewer);
  const placed = db
    .selectFrom('underline_readers')
    .select(['chapter_uid', 'range_start', 'range_end', 'vid', 'marked_at'])
    .select(
      sql<number>`row_number() over (partition by chapter_uid, range_start, range_end order by marked_at, vid)`.as(
        'place',
      ),
    )
    .where('book_id', '=', first.book_id)
    .where((where) =>
      where.or(
        rows.map((row) =>
          where('chapter_uid', '=', row.chapter_uid)
            .and('range_start', '=', row.range_start)
            .and('range_end', '=', row.range_end),
        ),
      ),
    )
    .where(unseen.length > 0 ? sql<SqlBool>`vid not in (${sql.join(unseen)})` : sql<SqlBool>`1 = 1`);
  const found = await db
    .selectFrom(placed.as('placed'))
    .selectAll()
    .where('place', '<=', shownReaders)
    .orderBy('place')
    .execute();
  const people = await userBriefs(
    db,
    viewer,
    found.map((row) => row.vid),
  );
  const byPlace = Map.groupBy(found, placeOf);
  return new Map([...byPlace].map(([place, own]) => [place, own.flatMap((row) => people.get(row.vid) ?? [])]));
}

async function chaptersOf(db: Db, bookId: string, version: number, rows: readonly UnderlineRow[]) {
  if (rows.length === 0) return [];
  const chapters = await db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'title'])
    .where('book_id', '=', bookId)
    .where('version', '=', version)
    .where('chapter_uid', 'in', [...new Set(rows.map((row) => row.chapter_uid))])
    .orderBy('chapter_idx')
    .execute();
  return chapters.map((row) => ({
    bookId,
    chapterUid: row.chapter_uid,
    chapterIdx: row.chapter_idx,
    title: row.title,
  }));
}

async function countByChapter(db: Db, viewer: string, bookId: string, least: number) {
  if (await hidesOthers(db, viewer, bookId)) return [];
  const { isPopular } = await seenBy(db, viewer, least);
  const rows = await db
    .selectFrom('underlines')
    .select('chapter_uid')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('book_id', '=', bookId)
    .where(isPopular)
    .groupBy('chapter_uid')
    .orderBy('chapter_uid')
    .execute();
  return rows.map((row) => ({ chapterUid: row.chapter_uid, count: Number(row.count) }));
}

/** Passages with enough readers (type 0), and ranges that someone wrote thoughts about for others (type 1). */
async function densities(db: Db, viewer: string, bookId: string, chapterUid: number, least: number) {
  if (await hidesOthers(db, viewer, bookId)) return [];
  const { seen, isPopular } = await seenBy(db, viewer, least);
  const marked = await db
    .selectFrom('underlines')
    .select(['range_start', 'range_end'])
    .select(seen.as('count'))
    .where('book_id', '=', bookId)
    .where('chapter_uid', '=', chapterUid)
    .where(isPopular)
    .orderBy('readers', 'desc')
    .limit(mostDensities)
    .execute();
  const thoughts = await db
    .selectFrom('reviews')
    .select(['range_start', 'range_end'])
    .select((row) => row.fn.count<number>('vid').distinct().as('count'))
    .where(bookCondition(bookId))
    .where(chapterCondition(chapterUid))
    .where('type', '=', 1)
    .where(standsIn({ within: ownOrShown(viewer), wanted: ownOrShown(viewer), order: 'number' }, viewer))
    .groupBy(['range_start', 'range_end'])
    .orderBy('count', 'desc')
    .limit(mostDensities)
    .execute();
  const rows = [...scored(marked, 0), ...scored(thoughts, 1)];
  return rows.sort((a, b) => b.count - a.count).slice(0, mostDensities);
}

function scored<T extends 0 | 1>(rows: readonly { range_start: number; range_end: number; count: number }[], type: T) {
  const most = rows.reduce((highest, row) => Math.max(highest, Number(row.count)), 1);
  return rows.map((row) => ({
    range: `${row.range_start}-${row.range_end}`,
    count: Number(row.count),
    score: Number(row.count) / most,
    type,
  }));
}
