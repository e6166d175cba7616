// Makes a library of a given size in an empty database, the same for the same seed: readers with sessions, books with
// chapters, and texts of some of them. What readers left there is in service-reading.ts.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Blobs } from '../../server/base/blobs/blobs.ts';
import { type Database, openDatabase } from '../../server/base/database/database.ts';
import { migrateAll } from '../../server/open-octavo.ts';
import { keepChapterTexts } from '../../server/reading/books/chapter-texts.ts';
import { openReading, type Tables } from '../../server/reading/reading.ts';
import type { ReadingSchema } from '../../server/reading/schema.ts';
import { indexFile } from '../../server/reading/search/index-file.ts';
import { hashSecret } from '../../server/reading/sign-in/tokens.ts';
import { refreshStore } from '../../server/reading/store/refresh-store.ts';
import { chaptersPerBook, type LibrarySize } from './library-size.ts';
import { seeded } from './seeded.ts';
import { bookIdOf, fillReading, numberOf, ownBooksOf, shelfOf, vidOf } from './service-reading.ts';

export interface Reader {
  vid: string;
  accessToken: string;
  signKey: string;
  deviceId: string;
  /** On the shelf, the reader's own first. */
  bookIds: string[];
  /** Those with marks. */
  markedBookIds: string[];
  /** Those that everyone may see. */
  sharedBookIds: string[];
}
/** One book of the library in so many has its text stored and indexed. */
const booksPerText = 10;
const wordsPerChapter = 250;
const rowsAtOnce = 200;
const day = 86_400;

/** Who can read in a library of that size, and what is on their shelves. */
export function readersOf(size: LibrarySize): Reader[] {
  return Array.from({ length: size.users }, (_, index) => {
    const bookIds = shelfOf(size, index).map(bookIdOf);
    return {
      vid: vidOf(index),
      accessToken: `bench-access-token-${size.seed}-${numberOf(index)}`,
      signKey: `bench-sign-key-${numberOf(index)}`,
      deviceId: `bench-device-${numberOf(index)}`,
      bookIds,
      markedBookIds: bookIds.slice(0, 50),
      sharedBookIds: bookIds.slice(ownBooksOf(size, index).length),
    };
  });
}

/** Books that everyone may see and whose words can be searched. */
export function textBookIds(size: LibrarySize): string[] {
  const ids: string[] = [];
  for (let index = 0; index < size.books; index += 2 * booksPerText) ids.push(bookIdOf(index));
  return ids;
}

/** Migrates the database and fills it. Every book has the same file. */
export async function makeLibrary(url: string, blobs: Blobs, file: Buffer, size: LibrarySize): Promise<void> {
  const database = await openDatabase<Tables>(url);
  try {
    // Whatever ends this early leaves nothing that anyone uses.
    if (database.dialect === 'sqlite') {
      await sql`pragma synchronous = off`.execute(database.kysely);
      await sql`pragma cache_size = -500000`.execute(database.kysely);
    }
    await migrateAll(database);
    const blobKey = `books/${sha256(file)}`;
    await blobs.put(blobKey, file);
    await new Filling(database, blobKey, file.length, size).run();
    await sql.raw(database.dialect === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(database.kysely);
    await sql
      .raw(database.dialect === 'sqlite' ? 'pragma wal_checkpoint(truncate)' : 'checkpoint')
      .execute(database.kysely);
  } finally {
    await database.close();
  }
}

class Filling {
  readonly #database: Database<Tables>;
  readonly #blobKey: string;
  readonly #bytes: number;
  readonly #size: LibrarySize;
  readonly #random: () => number;
  readonly #now = Math.floor(Date.now() / 1000) - day;

  constructor(database: Database<Tables>, blobKey: string, bytes: number, size: LibrarySize) {
    this.#database = database;
    this.#blobKey = blobKey;
    this.#bytes = bytes;
    this.#size = size;
    this.#random = seeded(size.seed);
  }

  async run(): Promise<void> {
    await this.#fillPeople(readersOf(this.#size));
    await this.#fillBooks();
    await this.#fillTexts();
    const reading = await openReading(this.#database, { enqueue: async () => undefined } as never);
    await refreshStore(reading);
    await fillReading(this.#database, this.#size, this.#now);
  }

  async #fillPeople(readers: readonly Reader[]): Promise<void> {
    const created_at = this.#now;
    await this.#insert(
      'users',
      readers.map(({ vid }) => ({
        vid,
        issuer: 'bench',
        subject: vid,
        name: vid,
        first_login_at: created_at,
        created_at,
      })),
    );
    await this.#insert(
      'devices',
      readers.map(({ vid, deviceId }) => ({
        vid,
        device_id: deviceId,
        device_name: 'A tablet',
        device_type: 'eink',
        created_at,
        last_seen_at: created_at,
        diagnostics: '{}',
      })),
    );
    await this.#insert(
      'sessions',
      readers.map((reader) => this.#sessionRow(reader)),
    );
    await this.#insert(
      'tokens',
      readers.map(({ vid, accessToken }) => ({
        token_hash: hashSecret(accessToken),
        session_id: `s_${vid}`,
        kind: 'access',
        generation: 1,
        // A kept library is used again for years.
        expires_at: this.#now + 10_000 * day,
        used_random: '',
        sealed_reply: '',
      })),
    );
  }

  #sessionRow({ vid, deviceId, signKey }: Reader): ReadingSchema['sessions'] {
    return {
      session_id: `s_${vid}`,
      vid,
      device_id: deviceId,
      device_type: 'eink',
      sign_key: signKey,
      is_auto_logout: 0,
      generation: 1,
      confirmed_generation: 1,
      created_at: this.#now,
      last_used_at: this.#now + 10_000 * day,
      ended_at: 0,
      end_reason: '',
    };
  }

  async #fillBooks(): Promise<void> {
    const created_at = this.#now;
    const books = Array.from({ length: this.#size.books }, (_, index) => {
      const book_id = bookIdOf(index);
      // Half is the library's, half is private.
      const owner = index % 2 === 0 ? '' : vidOf(((index - 1) / 2) % this.#size.users);
      return { book_id, owner, file_sha256: sha256(book_id), index };
    });
    await this.#insert(
      'files',
      books.map(({ file_sha256 }) => ({
        sha256: file_sha256,
        blob_key: this.#blobKey,
        size: this.#bytes,
        md5: '',
        media_type: 'application/epub+zip',
        created_at,
      })),
    );
    await this.#insert(
      'books',
      books.map((book) => this.#bookRow(book)),
    );
    await this.#insert(
      'book_versions',
      books.map(({ book_id, file_sha256 }) => ({
        book_id,
        version: 1,
        file_sha256,
        file_name: `${book_id}.epub`,
        created_at,
      })),
    );
    await this.#insert(
      'book_changes',
      books.map(({ book_id }) => ({ book_id, changed_at: created_at })),
    );
  }

  #bookRow(book: {
    book_id: string;
    owner: string;
    file_sha256: string;
    index: number;
  }): Partial<ReadingSchema['books']> {
    return {
      book_id: book.book_id,
      owner_vid: book.owner,
      visibility: book.owner === '' ? 'library' : 'private',
      version: 1,
      format: 'epub',
      file_sha256: book.file_sha256,
      title: `The ${this.#word()} ${this.#word()} of ${this.#word()}`,
      author: `${this.#word()} ${this.#word()}`,
      publisher: 'A publisher',
      publish_time: '1851',
      identifier: `urn:bench:${book.index}`,
      intro: 'A book about a whale, and about much else. '.repeat(24),
      language: 'en',
      category: 'Fiction',
      direction: 'ltr',
      chapter_count: chaptersPerBook,
      word_count: 100_000,
      text_length: 600_000,
      created_at: this.#now,
      updated_at: this.#now,
    };
  }

  /** Some words are in every second title and some in hardly any, as in real ones. */
  #word(): string {
    return wordOf(Math.floor(3000 * this.#random() ** 3));
  }

  async #fillTexts(): Promise<void> {
    const reading = await openReading(this.#database, { enqueue: async () => undefined } as never);
    for (const bookId of textBookIds(this.#size)) {
      const file = sha256(bookId);
      const chapters = Array.from({ length: chaptersPerBook }, (_, index) => ({
        chapterUid: index + 1,
        text: Array.from({ length: wordsPerChapter }, () => this.#word()).join(' '),
        seams: { blocks: [], lines: [], asides: [] },
      }));
      await this.#database.transaction((trx) => keepChapterTexts(trx, file, chapters));
      await indexFile(reading, file, { signal: new AbortController().signal });
    }
  }

  /** Columns that are left out have their defaults. */
  async #insert<T extends keyof Tables & string>(table: T, rows: Partial<Tables[T]>[]): Promise<void> {
    await this.#database.transaction(async (trx) => {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await trx
          .insertInto(table)
          .values(rows.slice(at, at + rowsAtOnce) as never)
          .execute();
      }
    });
  }
}

const syllables = ['ba', 'den', 'fo', 'gri', 'hal', 'ko', 'lum', 'mar', 'nes', 'or', 'pel', 'sta', 'ti', 'vu', 'wen'];

/** A word by its number, the same for ever; common ones are short. */
export function wordOf(number: number): string {
  let word = '';
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
