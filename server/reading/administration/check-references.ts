// Rows that name what is not there, and work that should have been done: an index of texts, computed lists, removals.

import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../reading.ts';
import { termsVersion } from '../search/chapter-index.ts';
import { askForIndexes } from '../search/index-file.ts';
import { leaveArchives } from '../shelf/archives.ts';
import { changeShelf, type Item, removeEntries } from '../shelf/shelf-entries.ts';
import { askForStalePlaces, stalePlaces } from '../versions/stale-places.ts';
import type { Finding } from './check-findings.ts';
import { openRemovals } from './remove-reader.ts';

const most = 10_000;
/** What the service has not done by then, it does not do. */
const settledAfter = 6 * 3600;

type Found = Record<string, string>;

interface Reference {
  /** Answers what is wrong, by `id`, with what its repair needs. */
  find: RawBuilder<Found>;
  problem: string;
  advice: string;
  repair?: (reading: Reading, row: Found) => Promise<void>;
}

const noBook = (column: string) => sql.raw(`not exists (select 1 from books b where b.book_id = ${column})`);

const references: readonly Reference[] = [
  {
    find: sql<Found>`select 'shelf ' || vid || ' ' || item_id as id, vid, item_id as book from shelf_entries
      where kind = 'book' and removed_at = 0 and ${noBook('item_id')} limit ${most}`,
    problem: 'a place on a shelf for a book that does not exist',
    advice: 'octavo check --repair takes it off the shelf',
    repair: (reading, { vid = '', book = '' }) => takeOffShelf(reading, vid, { kind: 'book', id: book }),
  },
  {
    find: sql<Found>`select 'shelf ' || vid || ' ' || item_id as id, vid, item_id as book from shelf_entries
      where kind = 'account' and removed_at = 0
        and not exists (select 1 from publications p where p.book_id = item_id) limit ${most}`,
    problem: 'a place on a shelf for a publication that does not exist',
    advice: 'octavo check --repair takes it off the shelf',
    repair: (reading, { vid = '', book = '' }) => takeOffShelf(reading, vid, { kind: 'account', id: book }),
  },
  {
    find: sql<Found>`select 'topic ' || topic_id || ' ' || review_id as id, review_id as review from topic_reviews t
      where not exists (select 1 from reviews r where r.review_id = t.review_id) limit ${most}`,
    problem: 'a topic of a review that does not exist',
    advice: 'octavo check --repair removes it',
    repair: async (reading, { review = '' }) => {
      await reading.database.kysely.deleteFrom('topic_reviews').where('review_id', '=', review).execute();
    },
  },
  {
    find: sql<Found>`select 'comment ' || comment_id as id from comments c where subject_kind = 'review'
      and not exists (select 1 from reviews r where r.review_id = c.subject_id) limit ${most}`,
    problem: 'a comment under a review that does not exist',
    advice: 'nobody sees it; it is kept because somebody wrote it',
  },
  {
    find: sql<Found>`select 'review ' || review_id as id from reviews where book_id <> '' and removed_at = 0
      and ${noBook('reviews.book_id')} limit ${most}`,
    problem: 'a review of a book that does not exist',
    advice: 'only its author sees it; it is there again when the book is brought back from a backup',
  },
  {
    find: sql<Found>`select 'review ' || review_id as id from reviews where audio_id <> '' and removed_at = 0
      and not exists (select 1 from stored_objects o where o.object_id = reviews.audio_id) limit ${most}`,
    problem: 'a review whose recording does not exist',
    advice: 'what is written in it stays; the recording is there again when it is brought back from a backup',
  },
  {
    find: sql<Found>`select 'article ' || article_id as id from articles a where removed_at = 0
      and not exists (select 1 from article_texts t where t.article_id = a.article_id) limit ${most}`,
    problem: 'an article without its text',
    advice: 'publish it again',
  },
  {
    find: sql<Found>`select 'read ' || vid || ' ' || article_id as id, vid, article_id as article from article_reads r
      where not exists (select 1 from articles a where a.article_id = r.article_id) limit ${most}`,
    problem: 'that somebody read an article that does not exist',
    advice: 'octavo check --repair removes it',
    repair: async (reading, { vid = '', article = '' }) => {
      const reads = reading.database.kysely.deleteFrom('article_reads');
      await reads.where('vid', '=', vid).where('article_id', '=', article).execute();
    },
  },
  {
    find: sql<Found>`select 'publication ' || book_id as id from publications where owner_vid <> ''
      and not exists (select 1 from users u where u.vid = publications.owner_vid) limit ${most}`,
    problem: 'a collection of an account that does not exist',
    advice: 'octavo publications remove PUBLICATION removes it',
  },
  {
    find: sql<Found>`select 'purchase ' || purchase_id as id from purchases p where kind = 'book' and revoked_at = 0
      and ${noBook('p.item_id')} and not exists (select 1 from publications b where b.book_id = p.item_id) limit ${most}`,
    problem: 'a purchase of a book that does not exist',
    advice: 'it is kept because somebody paid; the book is there again when it is brought back from a backup',
  },
  {
    find: sql<Found>`select 'book ' || book_id as id from books where owner_vid <> '' and owner_vid not like 'former:%'
      and not exists (select 1 from users u where u.vid = books.owner_vid) limit ${most}`,
    problem: 'a book of an account that does not exist',
    advice: 'octavo library publish BOOK gives it to everyone, octavo library withdraw BOOK --user NAME to somebody',
  },
  {
    find: sql<Found>`select 'book ' || book_id as id from books where not exists (select 1 from book_versions v
      where v.book_id = books.book_id and v.version = books.version and v.file_sha256 = books.file_sha256) limit ${most}`,
    problem: 'a book whose current version is not among its versions',
    advice: 'import it again with --replace BOOK',
  },
  {
    find: sql<Found>`select 'book ' || book_id as id from books where chapter_count <> (select count(*) from chapters c
      where c.book_id = books.book_id and c.version = books.version) limit ${most}`,
    problem: 'a book without all of its chapters',
    advice: 'import it again with --replace BOOK',
  },
];

async function takeOffShelf(reading: Reading, vid: string, item: Item): Promise<void> {
  await changeShelf(reading, { vid }, {}, {}, async (change) => {
    await leaveArchives(change, await removeEntries(change, [item]));
    return {};
  });
}

export async function checkReferences(reading: Reading, repair: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const reference of references) {
    const { rows } = await reference.find.execute(reading.database.kysely);
    for (const row of rows) {
      const repairs = repair && reference.repair !== undefined;
      if (repairs) await reference.repair?.(reading, row);
      const { problem, advice } = reference;
      findings.push({ what: 'reference', where: row.id ?? '', problem, repaired: repairs, advice });
    }
  }
  for (const { vid, name } of await openRemovals(reading)) {
    findings.push({
      what: 'removal',
      where: `${name || vid}`,
      problem: 'is being removed, and that was cut off',
      repaired: false,
      advice: 'octavo users remove --unfinished goes on',
    });
  }
  return findings;
}

/** Places that readers keep in books whose newer version came long ago; a repair asks for the work. */
export async function checkPlaces(reading: Reading, repair: boolean): Promise<Finding[]> {
  const before = reading.now() - settledAfter;
  const stale = (await stalePlaces(reading.database.kysely, most)).filter((book) => Number(book.updated_at) < before);
  if (repair && stale.length > 0) await askForStalePlaces(reading);
  return stale.map(({ book_id, title, version }) => ({
    what: 'places',
    where: `${title} (${book_id})`,
    problem: `has marks and places that were not moved to version ${version}`,
    repaired: repair,
    advice: 'the running service moves them; octavo check --repair asks for it again',
  }));
}

/** Made by the service in the background; a repair asks for what is missing. */
export async function checkIndex(reading: Reading, repair: boolean): Promise<Finding[]> {
  const { rows } = await sql<{ sha256: string; title: string }>`
    select file_sha256 as sha256, min(title) as title from books where text_length > 0 and created_at < ${reading.now() - settledAfter}
      and not exists (select 1 from search_files s where s.file_sha256 = books.file_sha256 and s.is_ready = 1
        and s.made_with = ${termsVersion})
    group by file_sha256 limit ${most}`.execute(reading.database.kysely);
  if (repair) {
    await askForIndexes(
      reading,
      reading.database.kysely,
      rows.map(({ sha256 }) => sha256),
    );
  }
  return rows.map(({ title }) => ({
    what: 'index',
    where: title,
    problem: 'is not in the full text index',
    repaired: repair,
    advice: 'the running service indexes it; octavo check --repair asks for it again',
  }));
}
