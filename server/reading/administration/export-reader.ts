// Writes everything that a reader has into a folder: a JSON file per kind, as the rows are, and the files of their books.
// Which kinds there are is said in reader-columns.ts, so that none can be forgotten.

import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Kysely, sql } from 'kysely';
import { writeValue } from '../../base/backup/dump-tables.ts';
import { withSnapshot } from '../../base/backup/snapshot.ts';
import { tableRows } from '../../base/backup/table-rows.ts';
import type { Blobs } from '../../base/blobs/blobs.ts';
import { StartError } from '../../base/start-error.ts';
import type { Importing } from '../import/import-file.ts';
import type { Db, Reading } from '../reading.ts';
import { readerColumns } from './reader-columns.ts';

export interface ExportReport {
  /** Rows by kind. */
  rows: Record<string, number>;
  files: number;
  /** Files that the store does not have. */
  missing: string[];
}

interface FileOfReader {
  /** Below the folder. */
  path: string;
  blobKey: string;
}

/** Into a folder that is empty or not there. `export.json` comes last: with it, the export is whole. */
export async function exportReader(importing: Importing, vid: string, folder: string): Promise<ExportReport> {
  const { reading, blobs } = importing;
  await makeEmptyFolder(folder);
  const { rows, articles, files } = await withSnapshot(reading.database, folder, async (kysely) => ({
    rows: await writeKinds(reading, kysely, vid, folder),
    articles: await writeArticles(kysely, vid, folder),
    files: [...(await filesOfBooks(kysely, vid)), ...(await storedFiles(kysely, vid))],
  }));
  const missing: string[] = [];
  for (const file of files) if (!(await writeBlob(blobs, folder, file))) missing.push(file.path);
  const counts = { ...rows, 'collected-articles': articles };
  const report: ExportReport = { rows: counts, files: files.length - missing.length, missing };
  const about = { format: 'octavo-export-1', vid, exportedAt: reading.now(), ...report };
  const last = join(folder, 'export.json');
  await writeFile(`${last}.part`, `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${last}.part`, last);
  return report;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartError(`The folder ${folder} is not empty; name another one.`);
}

/** One file per kind; those of two columns of one table are two kinds. */
async function writeKinds(reading: Reading, kysely: Db, vid: string, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column, export: told } of readerColumns) {
    if (!('file' in told)) continue;
    const where = sql`${sql.ref(column)} = ${vid}`;
    // biome-ignore lint/suspicious/noExplicitAny: tables are read by name.
    const batches = tableRows(kysely as Kysely<any>, reading.database.dialect, table, where);
    let count = 0;
    const text = async function* () {
      yield '[';
      for await (const batch of batches) {
        yield batch.map((row) => `${count++ === 0 ? '' : ','}\n${JSON.stringify(row, writeValue)}`).join('');
      }
      yield '\n]\n';
    };
    const file = createWriteStream(join(folder, `${told.file}.json`), { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(text()), file);
    counts[told.file] = count;
  }
  return counts;
}

/** What stands in the reader's own collections of saved pages, with the text. */
async function writeArticles(db: Db, vid: string, folder: string): Promise<number> {
  let count = 0;
  const text = async function* () {
    yield '[';
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('publications')
        .innerJoin('articles', 'articles.book_id', 'publications.book_id')
        .leftJoin('article_texts', 'article_texts.article_id', 'articles.article_id')
        .selectAll('articles')
        .select('article_texts.html')
        .where('publications.owner_vid', '=', vid)
        .where('articles.removed_at', '=', 0)
        .where('articles.article_id', '>', after)
        .orderBy('articles.article_id')
        .limit(articlesAtOnce)
        .execute();
      yield rows.map((row) => `${count++ === 0 ? '' : ','}\n${JSON.stringify(row, writeValue)}`).join('');
      if (rows.length < articlesAtOnce) break;
      after = rows.at(-1)?.article_id ?? '';
    }
    yield '\n]\n';
  };
  const file = createWriteStream(join(folder, 'collected-articles.json'), { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(text()), file);
  return count;
}

/** Each may have a megabyte of text. */
const articlesAtOnce = 20;
const epub = 'application/epub+zip';

/** Each version's original, the edition that was made of it, and the cover. */
async function filesOfBooks(db: Db, vid: string): Promise<FileOfReader[]> {
  const versions = await db
    .selectFrom('book_versions as v')
    .innerJoin('books', 'books.book_id', 'v.book_id')
    .innerJoin('files', 'files.sha256', 'v.file_sha256')
    .leftJoin('editions', 'editions.file_sha256', 'v.file_sha256')
    .leftJoin('files as made', 'made.sha256', 'editions.edition_sha256')
    .select(['v.book_id', 'v.version', 'v.file_name', 'files.blob_key', 'files.media_type', 'made.blob_key as edition'])
    .where('books.owner_vid', '=', vid)
    .orderBy('v.book_id')
    .orderBy('v.version')
    .execute();
  const covers = await db
    .selectFrom('covers')
    .innerJoin('books', 'books.book_id', 'covers.book_id')
    .select(['covers.book_id', 'covers.blob_key', 'covers.media_type'])
    .where('books.owner_vid', '=', vid)
    .execute();
  return [
    ...versions.flatMap((row) => {
      const place = join('books', safeName(row.book_id), String(row.version));
      const original = { path: join(place, safeName(row.file_name)), blobKey: row.blob_key };
      const name = `${safeName(row.file_name).replace(/\.[^.]{1,10}$/, '')} (edition).epub`;
      const isMade = row.edition !== null && row.media_type !== epub;
      return isMade ? [original, { path: join(place, name), blobKey: row.edition as string }] : [original];
    }),
    ...covers.map((row) => ({
      path: join(
        'books',
        safeName(row.book_id),
        `cover.${row.media_type.split('/')[1]?.replaceAll(/\W/g, '') ?? 'bin'}`,
      ),
      blobKey: row.blob_key,
    })),
  ];
}

async function storedFiles(db: Db, vid: string): Promise<FileOfReader[]> {
  const rows = await db
    .selectFrom('stored_objects')
    .select(['object_id', 'file_name', 'blob_key'])
    .where('vid', '=', vid)
    .execute();
  return rows.map((row) => ({
    path: join('stored', `${safeName(row.object_id)} ${safeName(row.file_name)}`),
    blobKey: row.blob_key,
  }));
}

/** Names were given by readers: none may lead out of the folder, or be no file name somewhere. */
function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name.
  const clean = name.replaceAll(/[\u0000-\u001f<>:"/\\|?*\u007f]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  const bytes = Buffer.from(clean);
  if (bytes.length <= 180) return clean || 'file';
  const suffix = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return `${bytes.subarray(0, 160).toString('utf8').replaceAll('\ufffd', '')}${suffix}`;
}

async function writeBlob(blobs: Blobs, folder: string, { path, blobKey }: FileOfReader): Promise<boolean> {
  if (!(await blobs.stat(blobKey))) return false;
  const target = join(folder, path);
  await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
  await pipeline(await blobs.open(blobKey), createWriteStream(target, { mode: 0o600 }));
  return true;
}
