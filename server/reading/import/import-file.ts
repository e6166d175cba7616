// Turns a file on disk into a book on someone's shelf: the one path that uploads, the command line and watched folders
// share. Many at a time share their way to the database.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from '../../base/blobs/blobs.ts';
import type { Log } from '../../base/log.ts';
import type { Reading } from '../reading.ts';
import { BookParser, type Checksums } from './book-parser.ts';
import { type Cover, makeCover } from './cover/make-cover.ts';
import type { WrittenFile } from './edition/zip-writer.ts';
import { importLimits } from './limits.ts';
import type { ParsedFile } from './parse-book.ts';
import { importGroups, type KnownBytes } from './storing/import-groups.ts';
import { storableText } from './storing/storable.ts';
import type { BookToStore, Inside, StoredBook, StoredCover, StoredFile } from './storing/store-book.ts';
import { workFolderPrefix } from './work-folder.ts';

export interface Importing {
  reading: Reading;
  blobs: Blobs;
  log: Log;
  /** One of the process unless told. */
  parser?: BookParser;
}

export interface ImportRequest {
  vid: string;
  /** A file on this machine. */
  path: string;
  fileName: string;
  /** What it must be; otherwise `checksum_mismatch`. */
  expect?: { size: number; sha256: string };
  /** A file of facts beside it. */
  sidecar?: string | undefined;
  /** The reader's book of which it becomes a new version. */
  replaces?: string | undefined;
  /** The book that came from the same place before. */
  formerly?: string | undefined;
  toLibrary?: boolean | undefined;
  /** Runs in the transaction that makes the book. */
  inside?: Inside;
}

export type Imported = StoredBook;

const processParser = new BookParser();
const epub = 'application/epub+zip';
const attempts = 3;

/** Throws the codes that an import can fail with; then nothing was changed. */
export async function importFile(importing: Importing, request: ImportRequest): Promise<Imported> {
  const { vid, path, fileName, sidecar, expect } = request;
  const { size } = await stat(path);
  if (size > importLimits.fileBytes) {
    throw new AppError('too_large', 'The book is larger than allowed.', { bytes: size, limit: importLimits.fileBytes });
  }
  const parser = importing.parser ?? processParser;
  const { checksums: sums, book } = await parser.read(path, { size, fileName, ...(sidecar ? { sidecar } : {}) });
  if (expect && (expect.size !== sums.size || expect.sha256 !== sums.sha256)) {
    const received = { size: sums.size, sha256: sums.sha256 };
    throw new AppError('checksum_mismatch', undefined, { expected: expect, received });
  }
  for (let attempt = 1; ; attempt++) {
    const known = await importGroups(importing.reading).known.run({ vid, sha256: sums.sha256 });
    try {
      return await (known.bookId
        ? importKnown(importing, request, sums)
        : book
          ? keepParsed(importing, request, sums, book, known.isNew)
          : importNew(importing, parser, request, sums, known));
    } catch (error) {
      // What was known went away meanwhile, or another process wrote the edition first.
      if (attempt >= attempts || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
  }
}

/** The bytes are kept once more if they were lost. */
async function importKnown(importing: Importing, request: ImportRequest, sums: Checksums): Promise<Imported> {
  const file = originalOf(sums, epub);
  await keepBytes(importing, [{ file, path: request.path, isNew: false }], undefined);
  return store(importing, request, { file });
}

async function importNew(
  importing: Importing,
  parser: BookParser,
  request: ImportRequest,
  sums: Checksums,
  { edition, isNew }: KnownBytes,
): Promise<Imported> {
  const { path, fileName, sidecar } = request;
  const folder = edition ? await mkdtemp(join(tmpdir(), workFolderPrefix)) : undefined;
  let written: WrittenFile | undefined;
  try {
    const there = folder && edition ? await fetchEdition(importing, folder, edition.blobKey) : undefined;
    const options = {
      fileName,
      sha256: sums.sha256,
      ...(there ? { edition: there } : {}),
      ...(sidecar ? { sidecar } : {}),
    };
    const parsed = await parser.parse(path, options);
    written = parsed.edition;
    return await keepParsed(importing, request, sums, parsed, isNew);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
    if (written) await rm(dirname(written.path), { recursive: true, force: true });
  }
}

async function fetchEdition({ blobs }: Importing, folder: string, key: string): Promise<string> {
  const path = join(folder, 'edition.epub');
  await pipeline(await blobs.open(key), createWriteStream(path, { mode: 0o600 }));
  return path;
}

async function keepParsed(
  importing: Importing,
  request: ImportRequest,
  sums: Checksums,
  parsed: ParsedFile,
  isNew: boolean,
): Promise<Imported> {
  const picture = parsed.cover ? await makeCover(parsed.cover, importing.log) : undefined;
  const cover = picture ? coverOf(picture) : undefined;
  const file = originalOf(sums, parsed.mediaType);
  const { edition: written, format } = parsed;
  const edition = written ? originalOf(written, epub) : undefined;
  const files = [
    { file, path: request.path, bytes: parsed.bytes, isNew },
    ...(written && edition ? [{ file: edition, path: written.path, isNew: false }] : []),
  ];
  await keepBytes(importing, files, picture && cover ? { ...cover, bytes: picture.bytes } : undefined);
  return store(importing, request, { file, content: { parsed, format, edition, cover } });
}

function originalOf({ sha256, md5, size }: Checksums, mediaType: string): StoredFile {
  // By content: no address that was ever given out for an upload leads to what books are read from.
  return { sha256, md5, size, blobKey: `books/${sha256}`, mediaType };
}

/** Smaller files are read at once. */
const atOnce = 1024 * 1024;

interface FileToKeep {
  file: StoredFile;
  path: string;
  /** All of it, if they are at hand. */
  bytes?: Uint8Array | undefined;
  /** Nobody has it: there is nothing to look for. */
  isNew: boolean;
}

/** Announced before they are written, so that what is never needed is removed again. */
async function keepBytes(
  { reading, blobs }: Importing,
  files: readonly FileToKeep[],
  cover: (StoredCover & { bytes: Buffer }) | undefined,
): Promise<void> {
  await importGroups(reading).announce.run([
    ...files.map(({ file }) => file.blobKey),
    ...(cover ? [cover.blobKey] : []),
  ]);
  const puts = files.map(async ({ file, path, bytes, isNew }) => {
    if (!isNew && (await blobs.stat(file.blobKey))?.size === file.size) return;
    const { size, sha256 } = file;
    const source = bytes ?? (size <= atOnce ? await readFile(path) : createReadStream(path));
    await blobs.put(file.blobKey, source, { contentType: file.mediaType, expect: { size, sha256 } });
  });
  if (cover && !(await blobs.stat(cover.blobKey))) {
    puts.push(blobs.put(cover.blobKey, cover.bytes, { contentType: cover.mediaType }).then(() => undefined));
  }
  await Promise.all(puts);
}

function store(
  { reading }: Importing,
  request: ImportRequest,
  book: Pick<BookToStore, 'file' | 'content'>,
): Promise<Imported> {
  const { vid, fileName, replaces, formerly, toLibrary, inside } = request;
  const toStore = { ...book, fileName: storableText(fileName), replaces, formerly, toLibrary, inside };
  return importGroups(reading).store.run({ vid, book: toStore });
}

function coverOf({ bytes, mediaType, width, height }: Cover): StoredCover {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, blobKey: `covers/${sha256}`, mediaType, size: bytes.length, width, height };
}
