// Writes a parsed book: its rows in one transaction, on the importer's shelf. The same bytes twice are one book.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../api/errors.ts';
import { keepChapterTexts } from '../books/chapter-texts.ts';
import type { Reading, Trx } from '../reading.ts';
import { askForIndex } from '../search/index-file.ts';
import { addEntries, changeShelf, type ShelfChange } from '../shelf/shelf-entries.ts';
import type { ParsedBook } from './parse-epub.ts';
import { claimBlobs } from './pending-blobs.ts';

export interface StoredFile {
  sha256: string;
  md5: string;
  size: number;
  blobKey: string;
  mediaType: string;
  fileName: string;
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
}

/** What else happens in the transaction, for the upload's own row. */
export type Inside = (trx: Trx, bookId: string) => Promise<void>;

/**
 * Blobs of file and cover must be announced and durable before. `parsed` may be left out for a book that the reader
 * has: it is a `conflict` if that went away meanwhile.
 */
export async function storeBook(
  reading: Reading,
  vid: string,
  file: StoredFile,
  parsed: ParsedBook | undefined,
  cover: StoredCover | undefined,
  inside: Inside | undefined,
): Promise<StoredBook> {
  return changeShelf(reading, { vid }, {}, { bookId: '', existed: true }, async (change) => {
    const kept = [await insertFile(change, file)];
    const known = await findOwnBook(change.trx, vid, file.sha256);
    if (!known && !parsed) throw new AppError('conflict');
    const bookId = known ?? (await insertBook(change, file, parsed as ParsedBook));
    if (!known && cover) {
      await insertCover(change.trx, bookId, cover);
      kept.push(cover.blobKey);
    }
    await claimBlobs(change.trx, kept);
    await addEntries(change, [{ kind: 'book', id: bookId }]);
    if (!known) await askForIndex(reading, change.trx, file.sha256);
    await inside?.(change.trx, bookId);
    return { bookId, existed: known !== undefined };
  });
}

/** Puts a book that the reader has back on the shelf; answers whether it was there. */
export async function addKnownBook(reading: Reading, vid: string, bookId: string, inside?: Inside): Promise<boolean> {
  const { added } = await changeShelf(reading, { vid }, {}, { added: false }, async (change) => {
    const entries = await addEntries(change, [{ kind: 'book', id: bookId }]);
    await inside?.(change.trx, bookId);
    return { added: entries.length > 0 };
  });
  return !added;
}

/** The reader's book with exactly these bytes. */
export async function findOwnBook(trx: Trx | Reading['database']['kysely'], vid: string, sha256: string) {
  const row = await trx
    .selectFrom('books')
    .select('book_id')
    .where('owner_vid', '=', vid)
    .where('file_sha256', '=', sha256)
    .executeTakeFirst();
  return row?.book_id;
}

async function insertFile({ trx, now }: ShelfChange, file: StoredFile): Promise<string> {
  await trx
    .insertInto('files')
    .values({
      sha256: file.sha256,
      blob_key: file.blobKey,
      size: file.size,
      md5: file.md5,
      media_type: file.mediaType,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  const row = await trx
    .selectFrom('files')
    .select('blob_key')
    .where('sha256', '=', file.sha256)
    .executeTakeFirstOrThrow();
  return row.blob_key;
}

async function insertBook({ trx, now, vid }: ShelfChange, file: StoredFile, parsed: ParsedBook): Promise<string> {
  const bookId = newBookId();
  const { metadata, chapters } = parsed;
  await trx
    .insertInto('books')
    .values({
      book_id: bookId,
      owner_vid: vid,
      visibility: 'private',
      version: 1,
      format: 'epub',
      file_sha256: file.sha256,
      title: metadata.title,
      author: metadata.author,
      translator: metadata.translator,
      publisher: metadata.publisher,
      publish_time: metadata.publishTime,
      isbn: metadata.isbn,
      identifier: metadata.identifier,
      intro: metadata.intro,
      language: metadata.language,
      category: metadata.subjects[0] ?? '',
      direction: parsed.direction,
      is_vertical_layout: parsed.isVertical ? 1 : 0,
      is_comics: metadata.isFixedLayout ? 1 : 0,
      chapter_count: chapters.length,
      word_count: chapters.reduce((sum, chapter) => sum + chapter.wordCount, 0),
      text_length: chapters.reduce((sum, chapter) => sum + chapter.length, 0),
      finished_count: 0,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await trx
    .insertInto('book_versions')
    .values({ book_id: bookId, version: 1, file_sha256: file.sha256, file_name: file.fileName, created_at: now })
    .execute();
  await insertChapters(trx, bookId, parsed, now);
  await keepChapterTexts(
    trx,
    file.sha256,
    chapters.map(({ uid, text, seams }) => ({ chapterUid: uid, text, seams })),
  );
  return bookId;
}

/** SQLite and PostgreSQL bound the values of one statement. */
const rowsAtOnce = 500;

async function insertChapters(trx: Trx, bookId: string, { chapters }: ParsedBook, now: number): Promise<void> {
  const rows = chapters.map((chapter, idx) => ({
    book_id: bookId,
    version: 1,
    chapter_uid: chapter.uid,
    chapter_idx: idx + 1,
    title: chapter.title,
    level: chapter.level,
    word_count: chapter.wordCount,
    length: chapter.length,
    files: JSON.stringify([chapter.file]),
    anchors: JSON.stringify(chapter.anchors),
    updated_at: now,
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('chapters')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

async function insertCover(trx: Trx, bookId: string, cover: StoredCover): Promise<void> {
  await trx
    .insertInto('covers')
    .values({
      book_id: bookId,
      blob_key: cover.blobKey,
      media_type: cover.mediaType,
      size: cover.size,
      width: cover.width,
      height: cover.height,
      sha256: cover.sha256,
    })
    .execute();
}

/** 80 random bits in an alphabet that survives file systems and addresses. */
function newBookId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return `b_${Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('')}`;
}
