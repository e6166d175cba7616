// Opens a book file as zip archive and reads single entries of it, within limits and without unpacking anything to disk.
// Knows nothing of EPUB.

import { type Entry, open, type ZipFile } from 'yauzl';
import { AppError } from '../../../api/errors.ts';
import { importLimits as limits } from './limits.ts';

export interface BookArchive {
  has(path: string): boolean;
  /** Unpacked size as the archive's directory says. */
  sizeOf(path: string): number | undefined;
  /** The entry's bytes; `bad_book` when it is missing or damaged, `unsafe_book` above `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  close(): void;
}

/** `bad_book` for what is no whole zip file, `unsafe_book` for what is made to do harm. */
export async function openBookArchive(file: string): Promise<BookArchive> {
  let zip: ZipFile | undefined;
  try {
    zip = await openZip(file);
    return archiveOf(zip, await readDirectory(zip));
  } catch (cause) {
    zip?.close();
    throw asBookError(cause);
  }
}

function archiveOf(zip: ZipFile, entries: Map<string, Entry>): BookArchive {
  return {
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.uncompressedSize,
    read: (path, maxBytes) => {
      const entry = entries.get(path);
      if (!entry) throw new AppError('bad_book', `The book lacks the file ${path}.`, { file: path });
      if (entry.uncompressedSize > maxBytes) {
        throw new AppError('unsafe_book', `The file ${path} in the book is too large.`, {
          file: path,
          bytes: entry.uncompressedSize,
          limit: maxBytes,
        });
      }
      return readEntry(zip, entry);
    },
    close: () => zip.close(),
  };
}

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are decoded and checked by yauzl: no absolute path, no "..", no backslash gets past it.
    open(file, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let packed = 0;
  if (zip.entryCount > limits.entries) {
    throw new AppError('unsafe_book', `The book consists of ${zip.entryCount} files; ${limits.entries} are allowed.`);
  }
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      packed += entry.compressedSize;
      const problem = bombProblem(unpacked, packed);
      if (problem) return reject(problem);
      // The first of two entries of one name is the one that other readers show.
      if (!entry.fileName.endsWith('/') && !entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function bombProblem(unpacked: number, packed: number): AppError | undefined {
  const details = { packedBytes: packed, unpackedBytes: unpacked };
  if (unpacked > limits.unpackedBytes) {
    return new AppError('unsafe_book', 'The book unpacks to more than is allowed.', details);
  }
  if (unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio) {
    return new AppError('unsafe_book', 'The book is packed like a decompression bomb.', details);
  }
  return undefined;
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) {
    return Promise.reject(new AppError('unsupported_format', 'The book is locked with a password.'));
  }
  return new Promise((resolve, reject) => {
    // yauzl ends the stream with an error as soon as more comes out than the directory announced.
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(asBookError(error, entry.fileName));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (cause) => reject(asBookError(cause, entry.fileName)));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}

/** The zip library tells its findings by message only: all of them mean that the archive is broken. */
function asBookError(cause: unknown, file?: string): unknown {
  if (cause instanceof AppError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const unsafe = /^(absolute path|invalid relative path|invalid characters in fileName)/.test(reason);
  const details = { reason, ...(file ? { file } : {}) };
  return unsafe
    ? new AppError('unsafe_book', 'The book contains a file whose name leads out of it.', details, { cause })
    : new AppError('bad_book', 'The file is no whole EPUB: its archive can’t be read.', details, { cause });
}
