// The job that converts: fetches the PDF, makes the EPUB, and brings it onto the reader's shelf by the path that every
// import takes. Run twice, it does nothing more; ended midway, it begins anew.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import type { JobContext, Jobs } from '../../base/jobs/jobs.ts';
import { refuseOverQuota } from '../administration/quotas.ts';
import { refuseImport } from '../administration/roles.ts';
import { importFile } from '../import/import-file.ts';
import { insideOne } from '../import/storing/store-book.ts';
import { workFolderPrefix } from '../import/work-folder.ts';
import type { JobParts } from '../job-parts.ts';
import type { Reading } from '../reading.ts';
import type { ConversionRow } from '../schema/conversions.ts';
import { changeConversion, readConversion, silentConversions } from './conversion-rows.ts';
import { convertPdf } from './pdf-converter.ts';

export const convertJob = 'reading.convert';

/** How often progress is written, at most; milliseconds. */
const progressEvery = 500;

/** How often one is tried; what ends the program every time is not tried for ever. */
const attempts = 3;
/** Seconds after which one that is not heard of is asked for again, and after which it is given up. */
const silence = 3600;
const longestUnderWay = 86_400;

export function defineConversionJobs(jobs: Jobs, parts: JobParts): void {
  const run = ({ cbid }: { cbid: string }, context: JobContext) => runConversion(parts, cbid, context);
  jobs.define<{ cbid: string }>(convertJob, run, { attempts });
}

/** For those whose job was lost, as when a backup was restored, or ended with the program again and again. */
export async function resumeConversions({ reading }: JobParts): Promise<void> {
  const now = reading.now();
  for (const { cbid, created_at } of await silentConversions(reading.database.kysely, now - silence)) {
    if (created_at < now - longestUnderWay) await fail(reading, cbid, givenUp);
    else await reading.jobs.enqueue(reading.database.kysely, convertJob, { cbid }, { key: cbid });
  }
}

const givenUp = new AppError('internal', 'The PDF could not be converted; it can be tried again.');

async function fail(reading: Reading, cbid: string, { code, message }: AppError): Promise<void> {
  const told = { error_code: code, error_message: message.slice(0, 512).toWellFormed() };
  await changeConversion(reading, cbid, { state: 'failed', ...told });
}

async function runConversion(parts: JobParts, cbid: string, { signal, attempt }: JobContext): Promise<void> {
  const { reading } = parts;
  const row = await readConversion(reading.database.kysely, cbid);
  if (!row || !(await changeConversion(reading, cbid, { state: 'running', pages_done: 0 }))) return;
  const cancelled = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    await convert(parts, row, folder, { signal: AbortSignal.any([signal, cancelled.signal]), cancelled });
  } catch (error) {
    // Told to stop with the service: the job is run again by the next one.
    if (signal.aborted) throw error;
    // Its row says so already.
    if (cancelled.signal.aborted) return;
    if (error instanceof AppError) return await fail(reading, cbid, error);
    // Whoever waits for it is told; the log has the reason.
    if (attempt >= attempts) await fail(reading, cbid, givenUp);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The reader's cancelling ends the work like the service's stop. */
interface Ending {
  signal: AbortSignal;
  cancelled: AbortController;
}

async function convert(
  parts: JobParts,
  row: ConversionRow,
  folder: string,
  { signal, cancelled }: Ending,
): Promise<void> {
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
  const report = progressReport(parts, row.cbid, () => cancelled.abort());
  await convertPdf(task, report.add, signal);
  const { done, pages } = await report.end();
  const fileName = `${source.title.replaceAll(/[\\/]/g, ' ').slice(0, 200)}.epub`;
  await importFile(parts, {
    vid: row.vid,
    path: target,
    fileName,
    inside: insideOne(async (change, { bookId }) => {
      const result = { state: 'done' as const, result_book_id: bookId, pages_done: done, pages };
      if (await changeConversion(reading, row.cbid, result, change.trx))
        return refuseOverQuota(reading, change.trx, row.vid);
      // Cancelled at the last moment: the book goes with the transaction.
      cancelled.abort();
      throw new AppError('gone', 'The conversion was cancelled.');
    }),
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

/** Writes how far it is now and then, one write after the other; tells when nobody wants to know any more. */
function progressReport({ reading, log }: JobParts, cbid: string, onCancelled: () => void) {
  let latest = { done: 0, pages: 0 };
  let writtenAt = 0;
  let writing = Promise.resolve();
  const write = () => {
    const { done, pages } = latest;
    writtenAt = Date.now();
    writing = writing
      .then(() => changeConversion(reading, cbid, { pages_done: done, pages }))
      .then((isWanted) => (isWanted ? undefined : onCancelled()))
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
