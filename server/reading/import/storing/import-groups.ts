// The steps of imports that meet at the database, done for several books at a time.

import type { Reading } from '../../reading.ts';
import { Groups } from './groups.ts';
import { announceBlobs } from './pending-blobs.ts';
import { type BookToStore, findOwnBooks, type StoredBook, storeBooks } from './store-book.ts';

interface Wanted {
  vid: string;
  sha256: string;
}

export interface KnownBytes {
  /** The reader's book with these bytes. */
  bookId: string | undefined;
  /** The edition that was written of these bytes for whomever. */
  edition: { sha256: string; blobKey: string } | undefined;
  /** Nobody has them. */
  isNew: boolean;
}

export interface ImportGroups {
  known: Groups<Wanted, KnownBytes>;
  announce: Groups<string[], void>;
  store: Groups<{ vid: string; book: BookToStore }, StoredBook>;
}

/** A transaction keeps others from the database for some ten milliseconds. */
const booksAtOnce = 16;
/** Lookups and announcements: few enough to leave half of a folder's books to the threads that read them. */
const lookupsAtOnce = 32;
/** Milliseconds: a way to the disk costs some, and keeps the whole program waiting for it. */
const gather = 60;

const groups = new WeakMap<Reading, ImportGroups>();

export function importGroups(reading: Reading): ImportGroups {
  const there = groups.get(reading);
  if (there) return there;
  const made: ImportGroups = {
    known: new Groups({ most: lookupsAtOnce, gather }, (items) => findKnown(reading, items)),
    announce: new Groups({ most: lookupsAtOnce, gather }, async (items) => {
      await announceBlobs(reading, [...new Set(items.flat())]);
      return items.map(() => undefined);
    }),
    // Reader by reader: each has a shelf of their own to be locked.
    store: new Groups({ most: booksAtOnce, gather, keyOf: ({ vid }) => vid }, (items) => {
      const books = items.map(({ book }) => book);
      return storeBooks(reading, items[0]?.vid ?? '', books);
    }),
  };
  groups.set(reading, made);
  return made;
}

async function findKnown(reading: Reading, items: readonly Wanted[]): Promise<KnownBytes[]> {
  const db = reading.database.kysely;
  const checksums = [...new Set(items.map(({ sha256 }) => sha256))];
  const editions = await db
    .selectFrom('editions')
    .innerJoin('files', 'files.sha256', 'editions.edition_sha256')
    .select(['editions.file_sha256', 'files.sha256', 'files.blob_key'])
    .where('editions.file_sha256', 'in', checksums)
    .execute();
  const byFile = new Map(editions.map((row) => [row.file_sha256, { sha256: row.sha256, blobKey: row.blob_key }]));
  const kept = await db.selectFrom('files').select('sha256').where('sha256', 'in', checksums).execute();
  const there = new Set(kept.map((row) => row.sha256));
  const own = new Map<string, string>();
  for (const [vid, wanted] of Map.groupBy(items, (item) => item.vid)) {
    const found = await findOwnBooks(
      db,
      vid,
      wanted.map(({ sha256 }) => sha256),
    );
    for (const [sha256, { bookId }] of found) own.set(`${vid} ${sha256}`, bookId);
  }
  return items.map(({ vid, sha256 }) => ({
    bookId: own.get(`${vid} ${sha256}`),
    edition: byFile.get(sha256),
    isNew: !there.has(sha256),
  }));
}
