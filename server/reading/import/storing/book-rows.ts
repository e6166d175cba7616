// The rows that a version of a book consists of, written for many books in a few statements.

import { keepTextsOfFiles } from '../../books/chapter-texts.ts';
import type { Trx } from '../../reading.ts';
import type { BookRow } from '../../schema/books.ts';
import type { ParsedBook } from '../package/parse-epub.ts';
import { abandonBlobs } from './pending-blobs.ts';
import type { StoredCover } from './store-book.ts';

export interface NewVersion {
  bookId: string;
  version: number;
  fileSha256: string;
  fileName: string;
  parsed: ParsedBook;
  cover: StoredCover | undefined;
  /** Of the version before it. */
  formerSha256: string | undefined;
}

/** SQLite and PostgreSQL bound the values of one statement. */
const rowsAtOnce = 500;

export async function insertVersions(trx: Trx, versions: readonly NewVersion[], now: number): Promise<void> {
  if (versions.length === 0) return;
  await trx
    .insertInto('book_versions')
    .values(
      versions.map(({ bookId, version, fileSha256, fileName }) => ({
        book_id: bookId,
        version,
        file_sha256: fileSha256,
        file_name: fileName,
        created_at: now,
      })),
    )
    .execute();
  await insertChapters(trx, versions, now);
  await keepTextsOfFiles(
    trx,
    versions.map(({ fileSha256, parsed }) => ({
      fileSha256,
      chapters: parsed.chapters.map(({ uid, text, seams }) => ({ chapterUid: uid, text, seams })),
    })),
  );
  await writeCovers(trx, versions, now);
  await writeRelations(trx, versions);
}

/** The columns of `books` that its content gives. */
export function contentOf(parsed: ParsedBook, format: string, fileSha256: string) {
  const { metadata, chapters } = parsed;
  return {
    format,
    file_sha256: fileSha256,
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
  } satisfies Partial<BookRow>;
}

async function insertChapters(trx: Trx, versions: readonly NewVersion[], now: number): Promise<void> {
  const rows = versions.flatMap(({ bookId, version, parsed }) =>
    parsed.chapters.map((chapter, idx) => ({
      book_id: bookId,
      version,
      chapter_uid: chapter.uid,
      chapter_idx: idx + 1,
      title: chapter.title,
      level: chapter.level,
      word_count: chapter.wordCount,
      length: chapter.length,
      files: JSON.stringify([chapter.file]),
      anchors: JSON.stringify(chapter.anchors),
      updated_at: now,
    })),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('chapters')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

/** A version without a cover keeps the one that the book had. */
async function writeCovers(trx: Trx, versions: readonly NewVersion[], now: number): Promise<void> {
  const rows = versions.flatMap(({ bookId, cover }) =>
    cover
      ? [
          {
            book_id: bookId,
            blob_key: cover.blobKey,
            media_type: cover.mediaType,
            size: cover.size,
            width: cover.width,
            height: cover.height,
            sha256: cover.sha256,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  const replacing = versions.filter(({ version, cover }) => version > 1 && cover).map(({ bookId }) => bookId);
  if (replacing.length > 0) {
    const former = await trx.selectFrom('covers').select('blob_key').where('book_id', 'in', replacing).execute();
    await abandonBlobs(
      trx,
      former.map((row) => row.blob_key),
      now,
    );
  }
  await trx
    .insertInto('covers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('book_id').doUpdateSet((row) => ({
        blob_key: row.ref('excluded.blob_key'),
        media_type: row.ref('excluded.media_type'),
        size: row.ref('excluded.size'),
        width: row.ref('excluded.width'),
        height: row.ref('excluded.height'),
        sha256: row.ref('excluded.sha256'),
      })),
    )
    .execute();
}

const relations = ['book_series', 'book_subjects', 'book_identifiers', 'book_contributors'] as const;

async function writeRelations(trx: Trx, versions: readonly NewVersion[]): Promise<void> {
  const former = versions.filter(({ version }) => version > 1).map(({ bookId }) => bookId);
  if (former.length > 0) {
    for (const table of relations) await trx.deleteFrom(table).where('book_id', 'in', former).execute();
  }
  const facts = versions.map(({ bookId, parsed }) => ({ book_id: bookId, metadata: parsed.metadata }));
  const series = facts.flatMap(({ book_id, metadata }) =>
    metadata.series ? [{ book_id, name: metadata.series, position: metadata.seriesPosition ?? null }] : [],
  );
  const subjects = facts.flatMap(({ book_id, metadata }) =>
    metadata.subjects.map((subject, place) => ({ book_id, place, subject })),
  );
  const identifiers = facts.flatMap(({ book_id, metadata }) =>
    // A record may say the same number under several names.
    [...new Map(metadata.identifiers.map((each) => [`${each.scheme} ${each.value}`, each])).values()].map(
      ({ scheme, value }) => ({ book_id, scheme, value }),
    ),
  );
  const contributors = facts.flatMap(({ book_id, metadata }) =>
    metadata.contributors.map(({ role, name, sortName }, place) => ({
      book_id,
      place,
      role,
      name,
      sort_name: sortName,
    })),
  );
  if (series.length > 0) await trx.insertInto('book_series').values(series).execute();
  if (subjects.length > 0) await trx.insertInto('book_subjects').values(subjects).execute();
  if (identifiers.length > 0) await trx.insertInto('book_identifiers').values(identifiers).execute();
  if (contributors.length > 0) await trx.insertInto('book_contributors').values(contributors).execute();
}
