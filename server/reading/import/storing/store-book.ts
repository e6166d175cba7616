// Writes parsed books: the rows of several in one transaction, on the importer's shelf. The same bytes twice are one book,
// and other bytes of a book that the reader has are its next version.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../../api/errors.ts';
import { makeLibraryBooks } from '../../administration/library.ts';
import type { Reading, Trx } from '../../reading.ts';
import { askForIndexes } from '../../search/index-file.ts';
import { editEntries } from '../../shelf/shelf.ts';
import { addEntries, changeShelf, type ShelfChange } from '../../shelf/shelf-entries.ts';
import { noteBooks } from '../../store/note-changes.ts';
import type { ParsedBook } from '../package/parse-epub.ts';
import { contentOf, insertVersions, type NewVersion } from './book-rows.ts';
import { insertEditions, insertFiles } from './file-rows.ts';
import { claimBlobs } from './pending-blobs.ts';
import { findReplaced, isSameBook, type Replaced } from './same-book.ts';

export interface StoredFile {
  sha256: string;
  md5: string;
  size: number;
  blobKey: string;
  mediaType: string;
}

export interface StoredCover {
  sha256: string;
  blobKey: string;
  mediaType: string;
  size: number;
  width: number;
  height: number;
}

export interface StoredBook {
  bookId: string;
  /** The reader had these bytes before. */
  existed: boolean;
  /** From 1. */
  version: number;
}

/** What else happens in the transaction, once for all of its books with the same `run`. */
export interface Inside<T = unknown> {
  item: T;
  run(this: void, change: ShelfChange, made: readonly { item: T; book: StoredBook }[]): Promise<void>;
}

/** For one book by itself: an upload's own row, the end of a conversion. */
export function insideOne(run: (change: ShelfChange, book: StoredBook) => Promise<void>): Inside {
  return {
    item: undefined,
    async run(change, made) {
      for (const { book } of made) await run(change, book);
    },
  };
}

/** Blobs must be announced and durable before. */
export interface BookToStore {
  file: StoredFile;
  fileName: string;
  /** May be left out for a book that the reader has: it is a `conflict` if that went away meanwhile. */
  content?: { parsed: ParsedBook; format: string; edition: StoredFile | undefined; cover: StoredCover | undefined };
  /** The reader's book of which it becomes a new version. */
  replaces?: string | undefined;
  /** The book that came from the same place before. */
  formerly?: string | undefined;
  /** It becomes a book of the library, and is put on no shelf. */
  toLibrary?: boolean | undefined;
  inside?: Inside | undefined;
}

/** The job that moves marks and places of a book to its current version. */
export const movePlacesJob = 'reading.movePlaces';

/** All of them, or none. */
export async function storeBooks(reading: Reading, vid: string, books: readonly BookToStore[]): Promise<StoredBook[]> {
  const { stored } = await changeShelf(reading, { vid }, {}, { stored: [] as StoredBook[] }, async (change) => {
    const kept = await insertFiles(change, books);
    await insertEditions(change.trx, books);
    const known = await findOwnBooks(
      change.trx,
      vid,
      books.map(({ file }) => file.sha256),
    );
    const versions: NewVersion[] = [];
    const results: StoredBook[] = [];
    const replaced = await findReplacedBooks(
      change,
      books.filter(({ file }) => !known.has(file.sha256)),
    );
    for (const book of books) {
      const there = known.get(book.file.sha256);
      const made = there ?? nextVersion(book, replaced.get(book), versions);
      // The same file twice in one go is one book too.
      if (!there) known.set(book.file.sha256, { ...made, existed: true });
      results.push(made);
    }
    await writeVersions(reading, change, books, versions);
    for (const { cover } of versions) if (cover) kept.push(cover.blobKey);
    await claimBlobs(change.trx, kept);
    const isForLibrary = (n: number) => books[n]?.toLibrary === true;
    const idsOf = (wanted: boolean) => [
      ...new Set(results.filter((_, n) => isForLibrary(n) === wanted).map(({ bookId }) => bookId)),
    ];
    const published = await makeLibraryBooks(reading, change.trx, idsOf(true));
    await editEntries(change, published.map(asItem), (row) => row);
    await addEntries(change, idsOf(false).map(asItem));
    await runInside(change, books, results);
    return { stored: results };
  });
  return stored;
}

async function runInside(
  change: ShelfChange,
  books: readonly BookToStore[],
  results: readonly StoredBook[],
): Promise<void> {
  const wanted = books.flatMap(({ inside }, n) => (inside ? [{ inside, book: results[n] as StoredBook }] : []));
  for (const [run, made] of Map.groupBy(wanted, ({ inside }) => inside.run)) {
    await run(
      change,
      made.map(({ inside, book }) => ({ item: inside.item, book })),
    );
  }
}

const asItem = (id: string) => ({ kind: 'book' as const, id });

/** Puts a book that the reader has back on the shelf; answers whether it was there. */
export async function addKnownBook(
  reading: Reading,
  vid: string,
  bookId: string,
  inside?: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const { added } = await changeShelf(reading, { vid }, {}, { added: false }, async (change) => {
    const entries = await addEntries(change, [{ kind: 'book', id: bookId }]);
    await inside?.(change.trx);
    return { added: entries.length > 0 };
  });
  return !added;
}

/** The reader's books with exactly these bytes, in any of their versions, by SHA-256. */
export async function findOwnBooks(
  trx: Trx | Reading['database']['kysely'],
  vid: string,
  checksums: readonly string[],
): Promise<Map<string, StoredBook>> {
  // From the bytes to the books: the other way round, a planner without statistics reads the owner's whole library.
  const rows = await trx
    .selectFrom('book_versions as v')
    .select((row) => [
      'v.file_sha256',
      'v.book_id',
      row
        .selectFrom('books')
        .select('books.version')
        .whereRef('books.book_id', '=', 'v.book_id')
        .where('books.owner_vid', '=', vid)
        .as('version'),
    ])
    .where('v.file_sha256', 'in', [...checksums])
    .execute();
  return new Map(
    rows.flatMap(({ file_sha256, book_id, version }) =>
      version === null ? [] : [[file_sha256, { bookId: book_id, existed: true, version }]],
    ),
  );
}

export async function findOwnBook(trx: Trx | Reading['database']['kysely'], vid: string, sha256: string) {
  return (await findOwnBooks(trx, vid, [sha256])).get(sha256)?.bookId;
}

/** What each book is another version of, if it is. */
async function findReplacedBooks(
  { trx, vid }: ShelfChange,
  books: readonly BookToStore[],
): Promise<Map<BookToStore, Replaced | undefined>> {
  const candidates = books.map(({ replaces, formerly, content }) => {
    if (!content) throw new AppError('conflict');
    return { replaces, formerly, metadata: content.parsed.metadata };
  });
  const found = await findReplaced(trx, vid, candidates);
  return new Map(books.map((book, n) => [book, found[n]]));
}

/** Adds the book's next version, or the first one of a new book, to `versions`. */
function nextVersion(book: BookToStore, replaced: Replaced | undefined, versions: NewVersion[]): StoredBook {
  const { file, fileName, content, replaces } = book;
  if (!content) throw new AppError('conflict');
  const { parsed, cover } = content;
  const here = versions.findLast(
    (each) => each.bookId === replaced?.bookId || (!replaces && isSameBook(each.parsed.metadata, parsed.metadata)),
  );
  const bookId = here?.bookId ?? replaced?.bookId ?? newBookId();
  const version = (here?.version ?? replaced?.version ?? 0) + 1;
  const formerSha256 = here?.fileSha256 ?? replaced?.fileSha256;
  versions.push({ bookId, version, fileSha256: file.sha256, fileName, parsed, cover, formerSha256 });
  return { bookId, existed: false, version };
}

async function writeVersions(
  reading: Reading,
  change: ShelfChange,
  books: readonly BookToStore[],
  versions: readonly NewVersion[],
): Promise<void> {
  const { trx, now, vid } = change;
  const formats = new Map(books.map(({ file, content }) => [file.sha256, content?.format ?? 'epub']));
  const contentFor = ({ parsed, fileSha256 }: NewVersion) =>
    contentOf(parsed, formats.get(fileSha256) ?? 'epub', fileSha256);
  const fresh = versions.filter(({ version }) => version === 1);
  if (fresh.length > 0) {
    await trx
      .insertInto('books')
      .values(
        fresh.map((each) => ({
          book_id: each.bookId,
          owner_vid: vid,
          visibility: 'private' as const,
          version: 1,
          ...contentFor(each),
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
  }
  for (const each of versions.filter(({ version }) => version > 1)) {
    await trx
      .updateTable('books')
      .set({ ...contentFor(each), version: each.version, updated_at: now })
      .where('book_id', '=', each.bookId)
      .execute();
    await editEntries(change, [{ kind: 'book', id: each.bookId }], (row) => row);
    await reading.jobs.enqueue(trx, movePlacesJob, { bookId: each.bookId }, { key: `${each.bookId} ${each.version}` });
  }
  await insertVersions(trx, versions, now);
  await noteBooks(
    reading,
    trx,
    versions.map(({ bookId }) => bookId),
  );
  const touched = versions.flatMap(({ fileSha256, formerSha256 }) => [fileSha256, formerSha256 ?? fileSha256]);
  await askForIndexes(reading, trx, touched);
}

/** 80 random bits in an alphabet that survives file systems and addresses. */
function newBookId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return `b_${Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('')}`;
}
