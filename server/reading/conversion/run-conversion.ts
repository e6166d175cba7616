// The job that converts: fetches the PDF, makes the EPUB, and brings it onto the reader's shelf by the path that every
// import takes. Run twice, it does nothing more; ended midway, it begins anew.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import type { Jobs } from '../../base/jobs.ts';
import { refuseOverQuota } from '../administration/quotas.ts';
import { refuseImport } from '../administration/roles.ts';
import type { JobParts } from '../define-jobs.ts';
import { importFile } from '../import/import-file.ts';
import { workFolderPrefix } from '../import/work-folder.ts';
import type { ConversionRow } from '../schema/conversions.ts';
import { changeConversion, readConversion } from './conversion-rows.ts';
import { convertPdf } from './pdf-converter.ts';

export const convertJob = 'reading.convert';

/** How often progress is written, at most; milliseconds. */
const progressEvery = 500;

export function defineConversionJobs(jobs: Jobs, parts: JobParts): void {
  jobs.define<{ cbid: string }>(convertJob, ({ cbid }, { signal }) => runConversion(parts, cbid, signal));
}

async function runConversion(parts: JobParts, cbid: string, signal: AbortSignal): Promise<void> {
  const { reading } = parts;
  const row = await readConversion(reading.database.kysely, cbid);
  if (!row || row.state === 'done' || row.state === 'failed') return;
  await changeConversion(reading, cbid, { state: 'running', pages_done: 0 });
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    await convert(parts, row, folder, signal);
  } catch (error) {
    // Told to stop with the service: the job is run again by the next one.
    if (signal.aborted || !(error instanceof AppError)) throw error;
    await changeConversion(reading, cbid, {
      state: 'failed',
      error_code: error.code,
      error_message: error.message.slice(0, 512),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convert(parts: JobParts, row: ConversionRow, folder: string, signal: AbortSignal): Promise<void> {
  const { reading, blobs } = parts;
  await refuseImport(reading.database.kysely, row.vid);
  const source = await readSource(parts, row);
  const path = join(folder, 'source.pdf');
  await pipeline(await blobs.open(source.blob_key), createWriteStream(path, { mode: 0o600 }), { signal });
  const target = join(folder, 'result.epub');
  const task = {
    path,
    target,
    title: source.title,
    // Another choice of pages and pictures makes another book.
    id: `urn:octavo:conversion:${source.sha256}:${row.is_text_only}:${row.first_page}`,
    textOnly: row.is_text_only === 1,
    firstPage: row.first_page,
  };
  const report = progressReport(parts, row.cbid);
  await convertPdf(task, report.add, signal);
  const { done, pages } = await report.end();
  const fileName = `${source.title.replaceAll(/[\\/]/g, ' ').slice(0, 200)}.epub`;
  await importFile(parts, {
    vid: row.vid,
    path: target,
    fileName,
    inside: async (change, { bookId }) => {
      await change.trx
        .updateTable('conversions')
        .set({ state: 'done', result_book_id: bookId, pages_done: done, pages, updated_at: reading.now() })
        .where('cbid', '=', row.cbid)
        .execute();
      await refuseOverQuota(reading, change.trx, row.vid);
    },
  });
}

async function readSource({ reading }: JobParts, row: ConversionRow) {
  const source = await reading.database.kysely
    .selectFrom('books')
    .innerJoin('files', 'files.sha256', 'books.file_sha256')
    .select(['books.title', 'files.sha256', 'files.blob_key'])
    .where('books.book_id', '=', row.book_id)
    .executeTakeFirst();
  if (!source) throw new AppError('not_found', 'The PDF was deleted meanwhile.');
  return source;
}

/** Writes how far it is now and then, one write after the other. */
function progressReport({ reading, log }: JobParts, cbid: string) {
  let latest = { done: 0, pages: 0 };
  let writtenAt = 0;
  let writing = Promise.resolve();
  const write = () => {
    const { done, pages } = latest;
    writtenAt = Date.now();
    writing = writing
      .then(() => changeConversion(reading, cbid, { pages_done: done, pages }))
      // How far it is matters less than that it goes on.
      .catch((error: unknown) => log.warn({ err: error, cbid }, 'progress of a conversion could not be written'));
  };
  return {
    add(done: number, pages: number) {
      latest = { done, pages };
      if (Date.now() - writtenAt >= progressEvery) write();
    },
    async end() {
      await writing;
      return latest;
    },
  };
}
