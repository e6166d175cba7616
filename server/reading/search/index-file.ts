// Brings the full text index of a file to what it has to be: complete while a book has the file, gone when none does.
// By the content of the file, so that two readers with the same bytes share it; who may see it is asked at the search.

import { nextSyncKey } from '../../base/database/counters.ts';
import type { JobContext } from '../../base/jobs/jobs.ts';
import { foldText } from '../../base/search/fold-text.ts';
import { slicesOf } from '../../base/search/slices.ts';
import { partsOf, termsOf } from '../../base/search/terms.ts';
import { type ChapterText, readChapterTexts } from '../books/chapter-texts.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import type { SearchPartRow } from '../schema/search.ts';
import { chapterIndex, docRange, termsVersion } from './chapter-index.ts';

export const indexFileJob = 'search.file';
/** Few enough to keep the database for some ten milliseconds only. */
const partsAtOnce = 16;
const chaptersAtOnce = 20;

/** Wherever a file becomes some book's content, or ceases to be. In the transaction that changes that. */
export async function askForIndexes(reading: Reading, db: Trx | Db, checksums: readonly string[]): Promise<void> {
  const distinct = [...new Set(checksums)];
  await reading.jobs.enqueueAll(
    db,
    indexFileJob,
    distinct.map((sha256) => ({ data: { sha256 }, key: sha256 })),
  );
}

export async function indexFile(
  reading: Reading,
  sha256: string,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  if (!(await isUsed(reading, sha256))) return removeIndex(reading, sha256);
  if (await isCurrent(reading, sha256)) return;
  const batches = readBatches(reading, sha256);
  const { value: first = [] } = await batches.next();
  const { value: second } = await batches.next();
  if (second) await indexInSteps(reading, sha256, followedBy([first, second], batches), signal);
  else await indexAtOnce(reading, sha256, first);
  await chapterIndex(reading.database).settle(reading.database.kysely);
  // A removal that was asked for while this ran was taken for the same job.
  if (!(await isUsed(reading, sha256))) await removeIndex(reading, sha256);
}

async function isUsed(reading: Reading, sha256: string): Promise<boolean> {
  const books = reading.database.kysely.selectFrom('books').select('book_id').where('file_sha256', '=', sha256);
  return (await books.limit(1).executeTakeFirst()) !== undefined;
}

async function isCurrent(reading: Reading, sha256: string): Promise<boolean> {
  const row = await reading.database.kysely
    .selectFrom('search_files')
    .select('file_no')
    .where('file_sha256', '=', sha256)
    .where('is_ready', '=', 1)
    .where('made_with', '=', termsVersion)
    .executeTakeFirst();
  return row !== undefined;
}

/** A short book's: thousands of them come in together, and each way to the disk keeps others waiting. */
async function indexAtOnce(reading: Reading, sha256: string, parts: readonly Part[]): Promise<void> {
  await reading.database.transaction(async (trx) => {
    // Before anything is looked for: another process that has begun the same is waited for here.
    const fileNo = await nextSyncKey(trx, 'search', 'files');
    await removeIndexes(reading, trx, sha256, {});
    await insertFile(reading, trx, sha256, { fileNo, isReady: 1 });
    await insertParts(reading, trx, docRange(fileNo).start, parts);
  });
}

/** A long book's, so that nobody waits long: an index that was ready stays in use until the new one is. */
async function indexInSteps(
  reading: Reading,
  sha256: string,
  batches: AsyncIterable<readonly Part[]>,
  signal: AbortSignal,
): Promise<void> {
  const fileNo = await reading.database.transaction(async (trx) => {
    await removeIndexes(reading, trx, sha256, { isReady: 0 });
    const next = await nextSyncKey(trx, 'search', 'files');
    await insertFile(reading, trx, sha256, { fileNo: next, isReady: 0 });
    return next;
  });
  let docId = docRange(fileNo).start;
  for await (const batch of batches) {
    const parts = batch.slice(0, docRange(fileNo).end - docId);
    await reading.database.transaction((trx) => insertParts(reading, trx, docId, parts));
    signal.throwIfAborted();
    docId += parts.length;
  }
  await finishIndex(reading, sha256, fileNo);
}

async function insertFile(
  reading: Reading,
  trx: Trx,
  sha256: string,
  { fileNo, isReady }: { fileNo: number; isReady: 0 | 1 },
): Promise<void> {
  const row = { file_no: fileNo, file_sha256: sha256, is_ready: isReady, made_with: termsVersion };
  await trx
    .insertInto('search_files')
    .values({ ...row, created_at: reading.now() })
    .execute();
}

async function insertParts(reading: Reading, trx: Trx, firstId: number, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const index = chapterIndex(reading.database);
  const rows: SearchPartRow[] = parts.map(({ chapterUid }, n) => ({ doc_id: firstId + n, chapter_uid: chapterUid }));
  await trx.insertInto('search_parts').values(rows).execute();
  for (const [n, { terms }] of parts.entries()) await index.put(trx, firstId + n, terms);
}

/** A document to be. */
interface Part {
  chapterUid: number;
  terms: string[];
}

/** None is empty. */
async function* readBatches(reading: Reading, sha256: string): AsyncGenerator<Part[], undefined> {
  const db = reading.database.kysely;
  const all = await db
    .selectFrom('chapter_texts')
    .select('chapter_uid')
    .where('file_sha256', '=', sha256)
    .orderBy('chapter_uid')
    .execute();
  let batch: Part[] = [];
  for (let at = 0; at < all.length; at += chaptersAtOnce) {
    const uids = all.slice(at, at + chaptersAtOnce).map((row) => row.chapter_uid);
    for (const chapter of (await readChapterTexts(db, sha256, uids)).values()) {
      for (const terms of partsOfChapter(chapter)) {
        batch.push({ chapterUid: chapter.chapterUid, terms });
        if (batch.length < partsAtOnce) continue;
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

async function* followedBy<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

function* partsOfChapter({ text, seams }: ChapterText): Generator<string[]> {
  for (const slice of slicesOf(text, seams)) {
    const terms = termsOf(foldText(slice.text, slice.seams).text);
    if (terms.length > 0) yield* partsOf(terms);
  }
}

/** Nothing stays when another process began the same file again meanwhile: its index is the one that counts. */
async function finishIndex(reading: Reading, sha256: string, fileNo: number): Promise<void> {
  await reading.database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('search_files')
      .set({ is_ready: 1 })
      .where('file_no', '=', fileNo)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await removeDocuments(reading, trx, fileNo);
    else await removeIndexes(reading, trx, sha256, { except: fileNo });
  });
}

async function removeIndex(reading: Reading, sha256: string): Promise<void> {
  await reading.database.transaction((trx) => removeIndexes(reading, trx, sha256, {}));
}

async function removeIndexes(
  reading: Reading,
  trx: Trx,
  sha256: string,
  { except, isReady }: { except?: number; isReady?: 0 | 1 },
): Promise<void> {
  let gone = trx.deleteFrom('search_files').where('file_sha256', '=', sha256);
  if (except !== undefined) gone = gone.where('file_no', '<>', except);
  if (isReady !== undefined) gone = gone.where('is_ready', '=', isReady);
  for (const { file_no } of await gone.returning('file_no').execute()) await removeDocuments(reading, trx, file_no);
}

async function removeDocuments(reading: Reading, trx: Trx, fileNo: number): Promise<void> {
  const { start, end } = docRange(fileNo);
  await chapterIndex(reading.database).remove(trx, start, end);
  await trx.deleteFrom('search_parts').where('doc_id', '>=', start).where('doc_id', '<', end).execute();
}
