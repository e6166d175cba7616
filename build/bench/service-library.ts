// Makes a library of a given size in an empty database, the same for the same seed: readers with sessions, books with
// chapters, shelves, progress and marks. Writes rows in bulk, as years of use would have left them.

import { createHash } from 'node:crypto';
import type { Blobs } from '../../server/base/blobs.ts';
import { nextSyncKey } from '../../server/base/counters.ts';
import { type Database, openDatabase } from '../../server/base/database.ts';
import { migrateAll } from '../../server/open-octavo.ts';
import type { Tables } from '../../server/reading/reading.ts';
import type { MarkRow } from '../../server/reading/schema/marks.ts';
import type { ReadingSchema } from '../../server/reading/schema.ts';
import { hashSecret } from '../../server/reading/sign-in/tokens.ts';
import { seeded } from './seeded.ts';

export interface LibrarySize {
  books: number;
  users: number;
  marks: number;
  seed: number;
}

export interface Reader {
  vid: string;
  accessToken: string;
  signKey: string;
  deviceId: string;
  /** On the shelf, the reader's own first. */
  bookIds: string[];
  /** Those with marks. */
  ownBookIds: string[];
}

export const chaptersPerBook = 40;
/** Entries of a shelf: own books and some of the library's. */
const shelfSize = 200;
const day = 86_400;

/** Migrates the database, fills it and answers who can read there. Every book has the same file. */
export async function makeLibrary(url: string, blobs: Blobs, file: Buffer, size: LibrarySize): Promise<Reader[]> {
  const database = await openDatabase<Tables>(url);
  try {
    await migrateAll(database);
    const blobKey = `books/${sha256(file)}`;
    await blobs.put(blobKey, file);
    return await new Filling(database, blobKey, file.length, size).run();
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

  async run(): Promise<Reader[]> {
    const readers = Array.from({ length: this.#size.users }, (_, index) => this.#reader(index));
    await this.#insert(
      'users',
      readers.map((reader) => this.#userRow(reader)),
    );
    await this.#insert(
      'devices',
      readers.map((reader) => this.#deviceRow(reader)),
    );
    await this.#insert(
      'sessions',
      readers.map((reader) => this.#sessionRow(reader)),
    );
    await this.#insert(
      'tokens',
      readers.map((reader) => this.#tokenRow(reader)),
    );
    await this.#fillBooks(readers);
    await this.#fillShelves(readers);
    await this.#fillMarks(readers);
    return readers;
  }

  #reader(index: number): Reader {
    const name = String(index).padStart(16, 'a');
    return {
      vid: `u_${name}`,
      accessToken: `bench-access-token-${this.#size.seed}-${name}`,
      signKey: `bench-sign-key-${name}`,
      deviceId: `bench-device-${name}`,
      bookIds: [],
      ownBookIds: [],
    };
  }

  #userRow({ vid }: Reader): ReadingSchema['users'] {
    const size = { shelf_books: 0, shelf_albums: 0, first_login_at: this.#now, created_at: this.#now };
    return { vid, issuer: 'bench', subject: vid, name: vid, avatar: '', signature: '', ...size };
  }

  #deviceRow({ vid, deviceId }: Reader): ReadingSchema['devices'] {
    const times = { created_at: this.#now, last_seen_at: this.#now };
    return { vid, device_id: deviceId, device_name: 'A tablet', device_type: 'eink', diagnostics: '{}', ...times };
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
      last_used_at: Math.floor(Date.now() / 1000),
      ended_at: 0,
      end_reason: '',
    };
  }

  #tokenRow({ vid, accessToken }: Reader): ReadingSchema['tokens'] {
    const expires_at = this.#now + 30 * day;
    const token_hash = hashSecret(accessToken);
    return {
      token_hash,
      session_id: `s_${vid}`,
      kind: 'access',
      generation: 1,
      expires_at,
      used_random: '',
      sealed_reply: '',
    };
  }

  async #fillBooks(readers: Reader[]): Promise<void> {
    const owners = this.#size.books;
    const books = Array.from({ length: owners }, (_, index) => {
      const bookId = `b_${String(index).padStart(16, 'a')}`;
      // Half is the library's, half is private.
      const owner = index % 2 === 0 ? undefined : readers[((index - 1) / 2) % readers.length];
      owner?.ownBookIds.push(bookId);
      return { bookId, owner: owner?.vid ?? '', sha256: sha256(bookId), index };
    });
    const shared = books.filter((book) => book.owner === '').map((book) => book.bookId);
    for (const reader of readers) {
      const start = Math.floor(this.#random() * shared.length);
      const wanted = Math.min(shelfSize - reader.ownBookIds.length, shared.length);
      const others = Array.from({ length: Math.max(0, wanted) }, (_, n) => shared[(start + n) % shared.length] ?? '');
      reader.bookIds.push(...reader.ownBookIds, ...others);
    }
    const created_at = this.#now;
    await this.#insert(
      'files',
      books.map((book) => ({
        sha256: book.sha256,
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
      books.map((book) => ({
        book_id: book.bookId,
        version: 1,
        file_sha256: book.sha256,
        file_name: `${book.bookId}.epub`,
        created_at,
      })),
    );
    await this.#insert(
      'chapters',
      books.flatMap((book) => this.#chapterRows(book.bookId)),
    );
  }

  #bookRow(book: { bookId: string; owner: string; sha256: string; index: number }): ReadingSchema['books'] {
    return {
      book_id: book.bookId,
      owner_vid: book.owner,
      visibility: book.owner === '' ? 'library' : 'private',
      version: 1,
      format: 'epub',
      file_sha256: book.sha256,
      title: `The ${book.index}th Book of a Household`,
      author: `Author ${book.index % 300}`,
      translator: '',
      publisher: 'A publisher',
      publish_time: '1851',
      isbn: '',
      identifier: `urn:bench:${book.index}`,
      intro: 'A book about a whale, and about much else. '.repeat(8),
      language: 'en',
      category: 'Fiction',
      direction: 'ltr',
      is_vertical_layout: 0,
      is_comics: 0,
      chapter_count: chaptersPerBook,
      word_count: 100_000,
      text_length: 600_000,
      finished_count: 0,
      created_at: this.#now,
      updated_at: this.#now,
    };
  }

  #chapterRows(bookId: string): ReadingSchema['chapters'][] {
    return Array.from({ length: chaptersPerBook }, (_, index) => ({
      book_id: bookId,
      version: 1,
      chapter_uid: index + 1,
      chapter_idx: index + 1,
      title: `Chapter ${index + 1}, in which something happens`,
      level: 1,
      word_count: 2500,
      length: 15_000,
      files: JSON.stringify([`OPS/chapter-${index + 1}.xhtml`]),
      anchors: '[]',
      updated_at: this.#now,
    }));
  }

  async #fillShelves(readers: Reader[]): Promise<void> {
    const entries: ReadingSchema['shelf_entries'][] = [];
    const progress: ReadingSchema['progress'][] = [];
    for (const reader of readers) {
      let key = 0;
      for (const item_id of reader.bookIds) entries.push(shelfRow(reader.vid, item_id, ++key, this.#now));
      for (const book_id of reader.bookIds.slice(0, 50)) {
        progress.push(this.#progressRow(reader, book_id, ++key));
      }
      await this.#setCounter(reader.vid, 'shelf', key);
    }
    await this.#insert('shelf_entries', entries);
    await this.#insert('progress', progress);
    for (const { vid, bookIds } of readers) {
      await this.#database.kysely
        .updateTable('users')
        .set({ shelf_books: bookIds.length })
        .where('vid', '=', vid)
        .execute();
    }
  }

  #progressRow(reader: Reader, book_id: string, sync_key: number): ReadingSchema['progress'] {
    const chapter = 1 + Math.floor(this.#random() * chaptersPerBook);
    const place = JSON.stringify({
      chapterUid: chapter,
      chapterIdx: chapter,
      chapterOffset: Math.floor(this.#random() * 15_000),
      progress: Math.floor((chapter / chaptersPerBook) * 100),
      bookVersion: 1,
      updateTime: this.#now,
      deviceId: reader.deviceId,
    });
    return {
      vid: reader.vid,
      book_id,
      sync_key,
      latest: place,
      furthest: place,
      update_time: this.#now,
      reading_time: 3600,
      tts_time: 0,
      lecture_time: 0,
      started_at: this.#now,
      finished_at: 0,
      install_id: '',
      app_id: '',
      summary: '',
      review_id: '',
    };
  }

  async #fillMarks(readers: Reader[]): Promise<void> {
    const lists = readers.flatMap((reader) =>
      (reader.ownBookIds.length > 0 ? reader.ownBookIds : reader.bookIds.slice(0, 1)).map((bookId) => ({
        reader,
        bookId,
      })),
    );
    const marks: MarkRow[] = [];
    for (let index = 0; index < this.#size.marks; index++) {
      const list = lists[index % lists.length];
      if (!list) return;
      marks.push(markRow(list.reader, list.bookId, 1 + Math.floor(index / lists.length), this.#now));
    }
    await this.#insert('marks', marks);
    const perList = Math.floor(this.#size.marks / lists.length) + 1;
    for (const { reader, bookId } of lists) await this.#setCounter(reader.vid, `marks:${bookId}`, perList);
  }

  async #setCounter(owner: string, collection: string, value: number): Promise<void> {
    await this.#database.transaction((trx) => nextSyncKey(trx, owner, collection));
    await this.#database.kysely
      .updateTable('sync_counters')
      .set({ value })
      .where('owner', '=', owner)
      .where('collection', '=', collection)
      .execute();
  }

  async #insert<T extends keyof Tables & string>(table: T, rows: Tables[T][]): Promise<void> {
    const rowsAtOnce = 200;
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

function shelfRow(vid: string, item_id: string, sync_key: number, now: number): ReadingSchema['shelf_entries'] {
  const times = { presence_time: now, added_at: now, read_at: now, secret_time: 0, top_time: 0, placed_time: 0 };
  const flags = { removed_at: 0, is_secret: 0, is_finished: 0, top_order: 0, promote_id: '' };
  return { vid, kind: 'book', item_id, sync_key, ...times, ...flags };
}

function markRow(reader: Reader, bookId: string, number: number, now: number): MarkRow {
  const chapter = 1 + (number % chaptersPerBook);
  const start = number * 20;
  return {
    vid: reader.vid,
    book_id: bookId,
    bookmark_id: `${bookId}_${chapter}_${start}-${start + 60}`,
    sync_key: number,
    book_version: 1,
    chapter_uid: chapter,
    range_start: start,
    range_end: start + 60,
    type: 1,
    mark_text: 'Whenever I find myself growing grim about the mouth, it is high',
    context_abstract: '',
    cfi: `epubcfi(/6/${2 * chapter}!/4/2/1:${start})`,
    text_quote: 'Whenever I find myself growing grim about the mouth, it is high',
    text_before: 'part of the world. It is a way I',
    text_after: ' time to get to sea as soon as I',
    translate_mode: 0,
    ref_mp_review_id: '',
    style: 1,
    style_time: now,
    color_style: 2,
    color_style_time: now,
    create_time: now,
    edit_time: now,
    removed_at: 0,
    removal_stored_at: 0,
    device_id: reader.deviceId,
  };
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
