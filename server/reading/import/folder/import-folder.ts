// Brings a folder's books in, several at a time. What was brought in before and has not changed is skipped, so that a run
// which was cut off goes on where it was.

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError, type ErrorCode } from '../../../../api/errors.ts';
import { systemCode } from '../../../base/start-error.ts';
import type { Db, Trx } from '../../reading.ts';
import type { ImportedPathRow } from '../../schema/imports.ts';
import { placeInFolder } from '../../shelf/archives.ts';
import type { ShelfChange } from '../../shelf/shelf-entries.ts';
import { type Importing, importFile } from '../import-file.ts';
import { storableText } from '../storing/storable.ts';
import type { Inside, StoredBook } from '../storing/store-book.ts';
import { type FoundFile, findBookFiles } from './find-book-files.ts';

export interface FolderImport {
  vid: string;
  /** Absolute. */
  folder: string;
  /** Folders inside become folders of the shelf. */
  asFolders: boolean;
  /** Tries again what failed for good before. */
  retry?: boolean;
  /** They become books of the library. */
  toLibrary?: boolean;
  /** Removes a file when its book is stored. */
  remove?: boolean;
  /** Leaves a file for another time. */
  isReady?: (file: FoundFile) => boolean;
  /** Takes no more files; those under way are finished. */
  signal?: AbortSignal;
  report(outcome: FileOutcome): void;
}

export type FileOutcome =
  | { file: FoundFile; result: 'imported' | 'existed' | 'newVersion'; bookId: string }
  | { file: FoundFile; result: 'failed'; code: string; message: string }
  | { file: FoundFile; result: 'skipped' };

/** Enough to keep every core and the disk at work, and to share commits. */
const atOnce = 128;
/** Of the files that are read at the same time; a larger one is read alone. */
const bytesAtOnce = 64 * 1024 * 1024;
const lookedUpAtOnce = 200;

export async function importFolder(importing: Importing, options: FolderImport): Promise<void> {
  const running = new Set<Promise<void>>();
  let bytes = 0;
  const problems: unknown[] = [];
  const inside = noteBooks(options, importing.reading.now);
  for await (const group of inGroups(findBookFiles(options.folder), lookedUpAtOnce)) {
    const known = await readPaths(importing.reading.database.kysely, options.vid, group);
    for (const file of group) {
      if (options.signal?.aborted || problems.length > 0) break;
      const before = known.get(storedPath(file));
      if (isDone(file, before, options)) {
        options.report({ file, result: 'skipped' });
        continue;
      }
      if (options.isReady && !options.isReady(file)) continue;
      while (running.size >= atOnce || (running.size > 0 && bytes + file.size > bytesAtOnce)) {
        await Promise.race(running);
      }
      bytes += file.size;
      const work: Promise<void> = importOne(importing, options, file, before, inside)
        .then(options.report, (error: unknown) => void problems.push(error))
        .finally(() => {
          bytes -= file.size;
          running.delete(work);
        });
      running.add(work);
    }
    if (options.signal?.aborted || problems.length > 0) break;
  }
  await Promise.all(running);
  if (problems.length > 0) throw problems[0];
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** As the database takes it; two paths that differ only in what it does not take are told apart by their bytes. */
const storedPath = (file: FoundFile) => {
  const clean = storableText(file.path);
  return clean === file.path ? clean : `${clean}#${createHash('sha256').update(file.path).digest('hex').slice(0, 8)}`;
};

async function readPaths(db: Db, vid: string, files: readonly FoundFile[]): Promise<Map<string, ImportedPathRow>> {
  const rows = await db
    .selectFrom('imported_paths')
    .selectAll()
    .where('vid', '=', vid)
    .where('path', 'in', files.map(storedPath))
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}

/** What the same bytes will always lead to. */
const lasting: readonly string[] = ['bad_book', 'unsafe_book', 'unsupported_format', 'too_large'] satisfies ErrorCode[];

function isDone(file: FoundFile, before: ImportedPathRow | undefined, { retry }: FolderImport): boolean {
  if (!before || Number(before.size) !== file.size || Number(before.modified) !== file.modified) return false;
  return before.error_code === '' || (!retry && lasting.includes(before.error_code));
}

async function importOne(
  importing: Importing,
  options: FolderImport,
  file: FoundFile,
  before: ImportedPathRow | undefined,
  inside: Inside<FoundFile>['run'],
): Promise<FileOutcome> {
  const { vid } = options;
  const now = importing.reading.now();
  try {
    const { bookId, existed, version } = await importFile(importing, {
      vid,
      path: file.path,
      fileName: file.name,
      sidecar: file.sidecar,
      formerly: before?.book_id || undefined,
      toLibrary: options.toLibrary,
      inside: { item: file, run: inside as Inside['run'] },
    });
    if (options.remove) await rm(file.path, { force: true });
    return { file, result: existed ? 'existed' : version > 1 ? 'newVersion' : 'imported', bookId };
  } catch (error) {
    const refused = asRefusal(error);
    if (!refused) throw error;
    const db = importing.reading.database.kysely;
    await writePaths(db, [rowOf(vid, file, now, { bookId: before?.book_id ?? '', ...refused })]);
    return { file, result: 'failed', ...refused };
  }
}

/** What a transaction with several books of the folder writes besides them. */
function noteBooks({ vid, asFolders, toLibrary }: FolderImport, now: () => number): Inside<FoundFile>['run'] {
  return async (change, made) => {
    await writePaths(
      change.trx,
      made.map(({ item, book }) => rowOf(vid, item, now(), { bookId: book.bookId })),
    );
    if (!asFolders || toLibrary) return;
    const fresh = made.filter(({ book }) => isNew(book));
    for (const books of Map.groupBy(fresh, ({ item }) => item.folders.join('\n')).values()) {
      await placeOnShelf(
        change,
        books[0]?.item.folders ?? [],
        books.map(({ book }) => book.bookId),
      );
    }
  };
}

const isNew = ({ existed, version }: StoredBook) => !existed && version === 1;

function asRefusal(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  const code = systemCode(error);
  // The file itself cannot be read; anything else is a bug, or the disk's.
  const isOfFile = code !== undefined && ['EACCES', 'EPERM', 'ENOENT', 'EISDIR', 'EIO'].includes(code);
  return isOfFile ? { code, message: `The file can’t be read (${code}).` } : undefined;
}

interface PathState {
  bookId: string;
  code?: string;
  message?: string;
}

function rowOf(
  vid: string,
  file: FoundFile,
  now: number,
  { bookId, code = '', message = '' }: PathState,
): ImportedPathRow {
  return {
    vid,
    path: storedPath(file),
    size: file.size,
    modified: file.modified,
    book_id: bookId,
    error_code: code,
    error_message: message,
    updated_at: now,
  };
}

/** Each path once: a statement cannot write a row twice. */
async function writePaths(trx: Trx | Db, rows: readonly ImportedPathRow[]): Promise<void> {
  await trx
    .insertInto('imported_paths')
    .values([...new Map(rows.map((row) => [row.path, row])).values()])
    .onConflict((conflict) =>
      conflict.columns(['vid', 'path']).doUpdateSet((row) => ({
        size: row.ref('excluded.size'),
        modified: row.ref('excluded.modified'),
        book_id: row.ref('excluded.book_id'),
        error_code: row.ref('excluded.error_code'),
        error_message: row.ref('excluded.error_message'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** As the contract bounds it. */
const longestName = 64;

/** A folder of the same name that the reader has made is that folder. */
async function placeOnShelf(
  change: ShelfChange,
  folders: readonly string[],
  bookIds: readonly string[],
): Promise<void> {
  if (folders.length === 0) return;
  const name = storableText(folders.join(' / ')).slice(0, longestName);
  const archiveId = `a_${createHash('sha256')
    .update(`${change.vid}\n${folders.join('\n')}`)
    .digest('hex')
    .slice(0, 20)}`;
  try {
    await placeInFolder(
      change,
      { archiveId, name },
      bookIds.map((id) => ({ kind: 'book', id })),
    );
  } catch (error) {
    // A shelf with as many folders as it may have takes the book beside them.
    if (!(error instanceof AppError) || error.code !== 'limit_reached') throw error;
  }
}

/** Files that could not be brought in, by path. */
export function failedPaths(db: Db, vid: string, after: string, limit: number): Promise<ImportedPathRow[]> {
  return db
    .selectFrom('imported_paths')
    .selectAll()
    .where('vid', '=', vid)
    .where('error_code', '<>', '')
    .where('path', '>', after)
    .orderBy('path')
    .limit(limit)
    .execute();
}
