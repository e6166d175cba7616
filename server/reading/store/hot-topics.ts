// `/eink/hottopics`: topics that people write about now, as far as the caller may see their reviews.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { store } from '../../../api/store.ts';
import { bookOnWire, coverAddress, readBooks } from '../books/book-access.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { isVisible } from '../reviews/review-access.ts';
import { reviewEntries } from '../reviews/review-entries.ts';
import { newId } from '../sign-in/tokens.ts';
import { blockedFrom } from '../social/visibility.ts';

type Route = (typeof store)['routes']['GET /eink/hottopics'];
type Topic = Reply<Route>['topics'][number];

const pageSize = 20;
const days = 30 * 86_400;
/** Newest mentions that are counted. */
const mostMentions = 5000;
const mostTopics = 500;
const reviewsShown = 3;
const reviewsOfOne = 20;
const booksShown = 10;
const searchKind = 'hottopics';

export function hotTopicRoutes(reading: Reading) {
  return {
    'GET /eink/hottopics': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { topic_id, count = pageSize, direction = 0, request_expand = 0 } = params;
      const offset = placeAfter(params.offset);
      const db = reading.database.kysely;
      const { searchid, ids } = await topicIds(reading, vid, params);
      if (topic_id !== undefined && ids.length === 0) {
        throw new AppError('not_found', 'Nobody writes about that topic.', { topic_id });
      }
      const start = direction === 1 ? Math.max(0, offset - count) : offset;
      const end = direction === 1 ? offset : offset + count;
      const reviews = topic_id !== undefined ? reviewsOfOne : request_expand ? reviewsShown : 0;
      const topics: Topic[] = await topicsOnWire(db, vid, ids.slice(start, end), reviews);
      const hasMore = direction === 1 ? start > 0 : end < ids.length;
      return {
        searchid,
        hasMore: hasMore ? 1 : 0,
        offset: direction === 1 ? start : Math.min(end, ids.length),
        topics,
      };
    },
  };
}

/** Reviews that the viewer may know of: not by someone blocked, and not of a book that they may not see. */
function mayCount(vid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(t.vid not in ${blockedFrom(vid)} and (t.book_id = '' or exists (
    select 1 from books b where b.book_id = t.book_id and (b.visibility = 'library' or b.owner_vid = ${vid}))))`;
}

/** Those that most people write about first; as they were under the same `searchid`. */
async function topicIds(reading: Reading, vid: string, { topic_id, searchid }: Params<Route>) {
  const db = reading.database.kysely;
  if (topic_id === undefined && searchid !== undefined) {
    const stored = await db
      .selectFrom('store_searches')
      .select('found')
      .where('sid', '=', searchid)
      .where('vid', '=', vid)
      .where('asked', '=', searchKind)
      .executeTakeFirst();
    if (stored) return { searchid, ids: JSON.parse(stored.found) as string[] };
  }
  const only = topic_id === undefined ? sql`` : sql`and t.topic_id = ${topic_id}`;
  const since = topic_id === undefined ? reading.now() - days : 0;
  const { rows } = await sql<{ topic_id: string }>`
    select topic_id from (
      select t.topic_id, t.vid, t.create_time from topic_reviews t
      where t.create_time > ${since} ${only} and ${mayCount(vid)}
      order by t.create_time desc limit ${mostMentions}
    ) newest group by topic_id
    order by count(distinct vid) desc, count(*) desc, max(create_time) desc, topic_id limit ${mostTopics}`.execute(db);
  const ids = rows.map((row) => row.topic_id);
  const made = newId('q');
  if (topic_id === undefined && ids.length > 0) {
    const row = { sid: made, vid, asked: searchKind, found: JSON.stringify(ids), created_at: reading.now() };
    await db.insertInto('store_searches').values(row).execute();
  }
  return { searchid: made, ids };
}

async function topicsOnWire(db: Db, vid: string, ids: readonly string[], reviewsEach: number): Promise<Topic[]> {
  if (ids.length === 0) return [];
  const { rows: facts } = await sql<Facts>`
    select t.topic_id, max(t.name) as name, count(*) as reviews, count(distinct t.vid) as readers,
      max(t.create_time) as update_time from topic_reviews t
    where t.topic_id in (${sql.join([...ids])}) and ${mayCount(vid)} group by t.topic_id`.execute(db);
  const { rows: newest } = await sql<{ topic_id: string; review_id: string; book_id: string; place: number }>`
    select * from (
      select t.topic_id, t.review_id, t.book_id,
        row_number() over (partition by t.topic_id order by t.number desc) as place
      from topic_reviews t where t.topic_id in (${sql.join([...ids])}) and ${mayCount(vid)}
    ) ranked where place <= ${reviewsOfOne} order by topic_id, place`.execute(db);
  const shown = newest.filter((row) => Number(row.place) <= reviewsEach).map((row) => row.review_id);
  const entries = await readEntries(db, vid, shown);
  const books = await readBooks(
    db,
    vid,
    newest.map((row) => row.book_id),
  );
  const byTopic = Map.groupBy(newest, (row) => row.topic_id);
  const factsOf = new Map(facts.map((row) => [row.topic_id, row]));
  return ids.flatMap((id): Topic[] => {
    const fact = factsOf.get(id);
    if (!fact) return [];
    const mentions = byTopic.get(id) ?? [];
    const ofBooks = [...new Set(mentions.map((row) => row.book_id))].flatMap((bookId) => books.get(bookId) ?? []);
    return [
      {
        topic_id: id,
        name: fact.name,
        reviewCount: Number(fact.reviews),
        readerCount: Number(fact.readers),
        updateTime: fact.update_time,
        cover: ofBooks.map(coverAddress).find(Boolean) ?? '',
        books: ofBooks.slice(0, booksShown).map(bookOnWire),
        reviews: mentions.flatMap((row) => entries.get(row.review_id) ?? []),
      },
    ];
  });
}

interface Facts {
  topic_id: string;
  name: string;
  reviews: number;
  readers: number;
  update_time: number;
}

async function readEntries(db: Db, vid: string, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return new Map<string, Topic['reviews'][number]>();
  const rows = await db
    .selectFrom('reviews')
    .selectAll('reviews')
    .where('review_id', 'in', [...reviewIds])
    .where(isVisible(vid))
    .execute();
  return new Map((await reviewEntries(db, vid, rows)).map((entry) => [entry.reviewId, entry]));
}
