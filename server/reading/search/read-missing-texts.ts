// Reads the chapters' texts of a book that came in before texts were kept, from its file.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import { keepChapterTexts } from '../books/chapter-texts.ts';
import { BookParser } from '../import/book-parser.ts';
import { workFolderPrefix } from '../import/work-folder.ts';
import type { JobParts } from '../job-parts.ts';

const parser = new BookParser();

export async function readMissingTexts({ reading, blobs, log }: JobParts, sha256: string): Promise<void> {
  const db = reading.database.kysely;
  const known = db.selectFrom('chapter_texts').select('chapter_uid').where('file_sha256', '=', sha256);
  if (await known.limit(1).executeTakeFirst()) return;
  // What is read of a book of another format is the edition that was made of it.
  const file = await db
    .selectFrom('files')
    .leftJoin('editions as e', 'e.file_sha256', 'files.sha256')
    .innerJoin('files as f', (join) =>
      join.on('f.sha256', '=', (row) => row.fn.coalesce('e.edition_sha256', 'files.sha256')),
    )
    .select(['f.blob_key', 'f.media_type', 'f.sha256'])
    .where('files.sha256', '=', sha256)
    .executeTakeFirst();
  if (file?.media_type !== 'application/epub+zip' || !(await blobs.stat(file.blob_key))) return;
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    const path = join(folder, 'book');
    await pipeline(await blobs.open(file.blob_key), createWriteStream(path, { mode: 0o600 }));
    const { chapters } = await parser.parse(path, { fileName: 'book', sha256: file.sha256, isImported: true });
    const texts = chapters.map(({ uid, text, seams }) => ({ chapterUid: uid, text, seams }));
    await reading.database.transaction((trx) => keepChapterTexts(trx, sha256, texts));
  } catch (error) {
    // It was read once, when it came in; whatever is wrong with it now, the others are to be found.
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, sha256 }, 'the text of a book could not be read again');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
