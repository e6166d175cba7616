// Chapters of a book as one zip archive: as XHTML with everything that they need to be shown, or as plain text. The same
// request gives the same bytes, so that it can be gone on with.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Exchange } from '../../base/http/routes.ts';
import { readChapterTexts } from '../books/chapter-texts.ts';
import { LostBlob, sendContent } from '../books/send-blob.ts';
import type { Caller, Db } from '../reading.ts';
import type { PreparedBookRow, PreparedPartRow } from '../schema/delivery.ts';
import { readChapterList } from './chapter-list.ts';
import { type DeliveredBook, findDelivered } from './delivered-book.ts';
import type { Delivery } from './delivery.ts';
import { paidChapters } from './paid-chapters.ts';
import { openSegments, packedBytes } from './part-bytes.ts';
import { withPrepared } from './prepared-book.ts';
import { neededParts, readParts } from './prepared-parts.ts';
import { quotesFile } from './quotes.ts';
import { entryOf, type LaidOutEntry, layOutZip } from './zip-layout.ts';

type Routes = (typeof books)['routes'];
type Asked = Params<Routes['GET /book/chapterdownload']>;

interface Chapter {
  chapterUid: number;
  chapterIdx: number;
  title: string;
  level: number;
  textLength: number;
  /** In the archive; '' for a chapter that the book's file lacks. */
  file: string;
}

export function chapterDownloadRoutes(delivery: Delivery) {
  return {
    'GET /book/chapterdownload': async ({ vid }: Caller, asked: Asked, exchange: Exchange): Promise<void> => {
      const db = delivery.reading.database.kysely;
      const delivered = await findBook(db, vid, asked);
      const chapters = await allowedChapters(db, vid, delivered, asked);
      const more = asked.quote ? [await quotesEntry(db, vid, delivered, chapters)] : [];
      if (asked.bookType === 'txt') {
        const entries = await textEntries(db, delivered, chapters);
        return sendZip(delivery, asked, [...entries, ...more], exchange);
      }
      const isAhead = asked.preload === 1;
      return withPrepared(delivery, delivered.epub, isAhead, async (prepared) => {
        const entries = await chapterEntries(db, delivered, prepared, chapters);
        // What is missing shows before anything is sent, not in the middle.
        const stored = entries.length > 1 ? await delivery.blobs.stat(prepared.blob_key) : { size: prepared.pack_size };
        if (stored?.size !== prepared.pack_size) throw new LostBlob(prepared.blob_key, undefined);
        await sendZip(delivery, asked, [...entries, ...more], exchange);
      });
    },
  };
}

async function findBook(db: Db, vid: string, { bookId, bookVersion }: Asked): Promise<DeliveredBook> {
  const delivered = await findDelivered(db, vid, bookId);
  if (bookVersion !== undefined && bookVersion !== delivered.version) {
    throw new AppError('conflict', 'The book has another version by now.', { bookVersion: delivered.version });
  }
  return delivered;
}

/** Refuses what has to be bought; a preview leaves it out. */
async function allowedChapters(
  db: Db,
  vid: string,
  { book, version }: DeliveredBook,
  asked: Asked,
): Promise<Chapter[]> {
  const rows = await db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'title', 'level', 'length', 'files'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', version)
    .orderBy('chapter_idx')
    .execute();
  const listed = readChapterList(asked.chapters, new Set(rows.map((row) => row.chapter_uid)));
  const { unpaid, free } = await paidChapters(db, vid, book, listed);
  if (!asked.preview && unpaid.length > 0) {
    throw new AppError('not_paid', 'Some of these chapters have to be bought first.', { chapterUids: unpaid });
  }
  const allowed = new Set(asked.preview ? free : listed);
  return rows
    .filter((row) => allowed.has(row.chapter_uid))
    .map((row) => ({
      chapterUid: row.chapter_uid,
      chapterIdx: row.chapter_idx,
      title: row.title,
      level: row.level,
      textLength: row.length,
      file: (JSON.parse(row.files) as string[])[0] ?? '',
    }));
}

async function textEntries(
  db: Db,
  { book, version }: DeliveredBook,
  chapters: readonly Chapter[],
): Promise<LaidOutEntry[]> {
  const { file_sha256: sha256 } = await db
    .selectFrom('book_versions')
    .select('file_sha256')
    .where('book_id', '=', book.book_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const uids = chapters.map(({ chapterUid }) => chapterUid);
  const entries: LaidOutEntry[] = [];
  const named = chapters.map((chapter) => ({ ...chapter, file: `${String(chapter.chapterUid).padStart(5, '0')}.txt` }));
  for (let at = 0; at < uids.length; at += textsAtOnce) {
    const texts = await readChapterTexts(db, sha256, uids.slice(at, at + textsAtOnce));
    for (const { chapterUid, file } of named.slice(at, at + textsAtOnce)) {
      entries.push(entryOf(file, texts.get(chapterUid)?.text ?? ''));
    }
  }
  return [listEntry(book.book_id, version, named), ...entries];
}

const textsAtOnce = 100;

/** The list of chapters, the chapters, and all that they need, each once. */
async function chapterEntries(
  db: Db,
  { book, version, epub }: DeliveredBook,
  prepared: PreparedBookRow,
  chapters: readonly Chapter[],
): Promise<LaidOutEntry[]> {
  const pages = await readParts(db, epub.sha256, [...new Set(chapters.map(({ file }) => file))]);
  const needed = new Set([...pages.values()].flatMap(neededParts));
  for (const path of pages.keys()) needed.delete(path);
  const others = await readParts(db, epub.sha256, [...needed].sort());
  const present = chapters.map((chapter) => ({ ...chapter, file: pages.has(chapter.file) ? chapter.file : '' }));
  const inOrder = [...new Set(present.map(({ file }) => file))].flatMap((file) => pages.get(file) ?? []);
  const parts = [...inOrder, ...[...others.values()].sort(byPath)];
  return [
    listEntry(book.book_id, version, present),
    ...parts.map((part) => ({
      name: part.path,
      method: part.method as 0 | 8,
      crc32: part.crc32,
      size: part.size,
      packedSize: part.packed_size,
      bytes: packedBytes(part, prepared, epub),
      // The same content can be packed in two ways.
      sha256: `${part.sha256}${part.in_pack ? prepared.pack_sha256 : epub.sha256}`,
    })),
  ];
}

const byPath = (a: PreparedPartRow, b: PreparedPartRow) => (a.path < b.path ? -1 : 1);

function listEntry(bookId: string, bookVersion: number, chapters: readonly Chapter[]): LaidOutEntry {
  return entryOf('META-INF/chapters.json', JSON.stringify({ bookId, bookVersion, chapters }));
}

async function quotesEntry(
  db: Db,
  vid: string,
  { book }: DeliveredBook,
  chapters: readonly Chapter[],
): Promise<LaidOutEntry> {
  const uids = chapters.map(({ chapterUid }) => chapterUid);
  return entryOf('META-INF/quotes.json', await quotesFile(db, vid, book.book_id, uids));
}

function sendZip(
  { blobs }: Delivery,
  { bookId }: Asked,
  entries: readonly LaidOutEntry[],
  exchange: Exchange,
): Promise<void> {
  const { segments, size, sha256 } = layOutZip(entries);
  return sendContent(
    {
      size,
      etag: `"${sha256}"`,
      mediaType: 'application/zip',
      fileName: `${bookId}.zip`,
      open: (range) => openSegments(blobs, segments, range),
    },
    exchange,
  );
}
