// What readers left in the library of the bench: chapters of their books, shelves, progress, marks, reviews and the counters
// of their lists. Written by statements that both databases understand, each of which makes all rows of a table.

import { sql } from 'kysely';
import type { Database } from '../../server/base/database/database.ts';
import type { Tables } from '../../server/reading/reading.ts';
import { chaptersPerBook, type LibrarySize } from './library-size.ts';

/** Entries of a shelf: own books, some that everyone has, and others of the library's. */
const shelfSize = 200;
const popularOnShelf = 10;
/** Entries of a shelf that were read and have notes. */
const booksRead = 50;
/** One note in so many is a thought or a review. */
const notesPerReview = 20;

const firstNumber = 100_000_000_000;
const bookPrefix = 'b_bnch';
const vidPrefix = 'u_bnch';

/** Digits of one length, as they stand in ids. */
export const numberOf = (index: number) => String(firstNumber + index);
export const bookIdOf = (index: number) => `${bookPrefix}${numberOf(index)}`;
export const vidOf = (index: number) => `${vidPrefix}${numberOf(index)}`;

/** Indexes of the reader's private books; the even ones are the library's. */
export function ownBooksOf({ books, users }: LibrarySize, user: number): number[] {
  const own: number[] = [];
  for (let index = 2 * user + 1; index < books && own.length < shelfSize / 4; index += 2 * users) own.push(index);
  return own;
}

/** Indexes of the books on a shelf: the reader's own, popular ones, others. */
export function shelfOf(size: LibrarySize, user: number): number[] {
  const own = ownBooksOf(size, user);
  const shared = Math.ceil(size.books / 2);
  const popular = Math.max(1, Math.floor(shared / 50));
  const fromPopular = Math.min(popularOnShelf, popular);
  const others = Math.min(shelfSize - own.length - fromPopular, shared - popular);
  return [
    ...own,
    ...Array.from({ length: fromPopular }, (_, n) => 2 * ((user * 13 + n) % popular)),
    ...Array.from({ length: others }, (_, n) => 2 * (popular + ((user * 211 + n) % (shared - popular)))),
  ];
}

export async function fillReading(database: Database<Tables>, size: LibrarySize, now: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database.kysely);
  await run(chapters(now));
  await fillShelves(database, size, now);
  const read = Math.min(booksRead, shelfOf(size, 0).length);
  const notes = Math.max(1, Math.floor(size.notes / size.users / read));
  const reviewed = Math.max(1, Math.floor(size.notes / size.users / notesPerReview));
  await run(progress(read, now));
  await run(marks(read, Math.max(1, notes - Math.ceil(reviewed / read)), now));
  await run(reviews(read, reviewed, now));
  await fillNotes(run);
  await fillCounters(run);
}

/** `n` from 1. */
const numbers = (upTo: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${upTo})`;

/** The reader's index, by which everything else varies. */
const userIndex = (vid: string) => `cast(substr(${vid}, ${vidPrefix.length + 1}) as bigint) - ${firstNumber}`;

const chapters = (now: number) => `insert into chapters
  (book_id, version, chapter_uid, chapter_idx, title, level, word_count, length, files, anchors, updated_at)
  ${numbers(chaptersPerBook)}
  select book_id, 1, n, n, 'Chapter ' || n || ', in which something happens', 1, 2500, 15000,
    '["OPS/chapter-' || n || '.xhtml"]', '[]', ${now}
  from books cross join numbers order by book_id, n`;

async function fillShelves(database: Database<Tables>, size: LibrarySize, now: number): Promise<void> {
  await database.transaction(async (trx) => {
    for (let user = 0; user < size.users; user++) {
      const vid = vidOf(user);
      const rows = shelfOf(size, user).map((index, place) => ({
        vid,
        kind: 'book' as const,
        item_id: bookIdOf(index),
        sync_key: place + 1,
        presence_time: now,
        added_at: now,
        read_at: now,
      }));
      await trx
        .insertInto('shelf_entries')
        .values(rows as never)
        .execute();
      await trx.updateTable('users').set({ shelf_books: rows.length }).where('vid', '=', vid).execute();
    }
  });
}

/** Their keys follow those of the entries. */
const progress = (read: number, now: number) => {
  const place = `'{"chapterUid":' || chapter || ',"chapterIdx":' || chapter || ',"chapterOffset":' || (sync_key * 70) ||
    ',"progress":' || (chapter * 2) || ',"bookVersion":1,"updateTime":${now},"deviceId":"bench-device-' ||
    substr(vid, ${vidPrefix.length + 1}) || '"}'`;
  return `insert into progress (vid, book_id, sync_key, latest, furthest, update_time, reading_time, started_at)
    select vid, item_id, sync_key + ${shelfSize}, ${place}, ${place}, ${now}, 3600, ${now - 5000}
    from (select vid, item_id, sync_key, 1 + (sync_key + ${userIndex('vid')}) % ${chaptersPerBook} as chapter
      from shelf_entries where sync_key <= ${read}) as entries`;
};

const quote = 'Whenever I find myself growing grim about the mouth, it is high';

const marks = (read: number, each: number, now: number) => `insert into marks
  (vid, book_id, bookmark_id, sync_key, book_version, chapter_uid, range_start, range_end, type, mark_text, cfi, text_quote,
    text_before, text_after, style, style_time, color_style, color_style_time, create_time, edit_time, device_id,
    tried_version)
  ${numbers(each)}
  select vid, item_id, item_id || '_' || chapter || '_' || start || '-' || (start + 60), n, 1, chapter, start, start + 60, 1,
    '${quote}', 'epubcfi(/6/' || (2 * chapter) || '!/4/2/1:' || start || ')', '${quote}', 'part of the world. It is a way I',
    ' time to get to sea as soon as I', 1, ${now}, 2, ${now}, ${now} - n * 977, ${now} - n * 977,
    'bench-device-' || substr(vid, ${vidPrefix.length + 1}), 1
  from (select vid, item_id, n, 1 + (n * 7 + ${userIndex('vid')}) % ${chaptersPerBook} as chapter,
      n * 70 + (${userIndex('vid')}) % 50 as start
    from shelf_entries cross join numbers where sync_key <= ${read}) as made
  order by vid, item_id, n`;

/** Half are thoughts on a range, half speak of the book with stars. Their places among all are those of their rows. */
const reviews = (read: number, each: number, now: number) => `insert into reviews
  (review_id, vid, sync_key, public_key, number, rank, was_shared, book_id, book_version, chapter_uid, range_start, range_end,
    type, star, content, abstract, topic_ranges, at_vids, extras, field_times, likes_count, likes_made, create_time, edit_time)
  ${numbers(each)}
  select 'r_bnch' || (${firstNumber} + number), vid, n, number, number, likes * 8589934592 + number, 1, item_id, 1,
    case when n % 2 = 0 then 1 + n % ${chaptersPerBook} else 0 end, case when n % 2 = 0 then n * 70 else 0 end,
    case when n % 2 = 0 then n * 70 + 60 else 0 end, case when n % 2 = 0 then 1 else 4 end,
    case when n % 2 = 0 then 0 else 20 * (1 + n % 5) end,
    'This is what I thought when I had read it for the ' || n || 'th time.', '', '[]', '[]', '{}', '{}', likes, likes,
    ${now} - n * 977, ${now} - n * 977
  from (select vid, item_id, n, (${userIndex('vid')}) * ${each} + n as number, (n * 31 + ${userIndex('vid')}) % 7 as likes
    from shelf_entries join numbers on sync_key = 1 + n % ${read}) as made
  order by number`;

async function fillNotes(run: (text: string) => Promise<unknown>): Promise<void> {
  const place = (table: string, id: string) =>
    `create_time * 524288 + row_number() over (partition by vid order by create_time, ${id}) % 524288 from ${table}`;
  await run(`insert into notes (vid, kind, note_id, book_id, sync_key, counts_as, place)
    select vid, 'bookmark', bookmark_id, book_id, row_number() over (partition by vid order by book_id, sync_key), 'note',
      ${place('marks', 'bookmark_id')}`);
  await run(`insert into notes (vid, kind, note_id, book_id, sync_key, counts_as, place)
    select vid, 'review', review_id, book_id,
      (select count(*) from marks m where m.vid = reviews.vid) + sync_key, 'review', ${place('reviews', 'review_id')}`);
  await run(`insert into notebooks (vid, book_id, sync_key, note_count, review_count, newest_at)
    select vid, book_id, max(sync_key), sum(case when kind = 'bookmark' then 1 else 0 end),
      sum(case when kind = 'review' then 1 else 0 end), max(place / 524288) from notes group by vid, book_id`);
}

async function fillCounters(run: (text: string) => Promise<unknown>): Promise<void> {
  const counter = (owner: string, collection: string, value: string, from: string) =>
    run(`insert into sync_counters (owner, collection, value) select ${owner}, ${collection}, ${value} from ${from}`);
  await counter('vid', `'shelf'`, `${shelfSize + booksRead}`, 'users');
  await counter('vid', `'marks:' || book_id`, 'max(sync_key)', 'marks group by vid, book_id');
  await counter('vid', `'notes'`, 'max(sync_key)', 'notes group by vid');
  await counter('vid', `'reviews'`, 'max(sync_key)', 'reviews group by vid');
  await counter(`''`, `'reviews'`, 'max(public_key)', 'reviews');
}
