// Opens a book file as zip archive and reads single entries of it, within limits and without unpacking anything to disk.
// Knows nothing of EPUB. For threads that read books: it may keep its thread waiting.

import { readFileSync, statSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { type Entry, fromBuffer, open, validateFileName, type ZipFile } from 'yauzl';
import { decodeEntryName } from '../../../api/edition/parts/entry-name.ts';
import { partFinder } from '../../../api/edition/parts/find-part.ts';
import { bookInFolder } from '../../../api/edition/parts/leading-folder.ts';
import { AppError } from '../../../api/errors.ts';
import { importLimits as limits } from './limits.ts';

/**
 * The parts of a book by their names in it, without the folder that the book lay in. Every method finds a part as the client
 * does, also where letter case or percent signs differ.
 */
export interface BookArchive {
  /** The whole file, if it is small enough to be in memory. */
  bytes: Buffer | undefined;
  /** The archive's own name of a part; undefined when there is none. */
  find(path: string): string | undefined;
  has(path: string): boolean;
  /** In the order of the archive's directory. */
  names(): string[];
  /** Unpacked size as the archive's directory says. */
  sizeOf(path: string): number | undefined;
  /** The entry's bytes; `bad_book` when it is missing or damaged, `unsafe_book` above `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  /** Where the entry's packed bytes are in the file; undefined for what is missing or packed in an unusual way. */
  locate(path: string): Promise<EntryPlace | undefined>;
  close(): void;
}

export interface EntryPlace {
  /** 0: as it is; 8: deflated. */
  method: 0 | 8;
  start: number;
  packedSize: number;
}

export interface ArchiveOptions {
  /** Of two parts of one name, which one is shown would be up to who opens the book: `bad_book` unless told. */
  twice?: 'refuse' | 'first';
}

/** A path, or the whole file. `bad_book` for what is no whole zip file, `unsafe_book` for what is made to do harm. */
export async function openBookArchive(
  file: string | Buffer,
  { twice = 'refuse' }: ArchiveOptions = {},
): Promise<BookArchive> {
  let zip: ZipFile | undefined;
  try {
    const bytes = typeof file === 'string' ? readWhole(file) : file;
    zip = await openZip(bytes ?? file);
    const entries = insideOf(await readDirectory(zip, twice));
    return bytes
      ? { ...archiveOf(zip, entries, async (entry, path) => unpack(bytes, entry, path)), bytes }
      : archiveOf(zip, entries);
  } catch (cause) {
    zip?.close();
    throw asBookError(cause);
  }
}

/**
 * Small archives are read at once: entry by entry, most of the time would go into asking for it. And by the thread itself,
 * which has nothing else to do: asking another one costs as much as the reading.
 */
const atOnce = 16 * 1024 * 1024;

function readWhole(file: string): Buffer | undefined {
  return statSync(file).size <= atOnce ? readFileSync(file) : undefined;
}

/** By the names that they have in the folder that the book was packed with, if it was. */
function insideOf(entries: Map<string, Entry>): Map<string, Entry> {
  const inside = bookInFolder({ names: [...entries.keys()], find: partFinder(entries) });
  if (!inside) return entries;
  return new Map(inside.names.map((name) => [name, entries.get(inside.folder + name) as Entry]));
}

type ReadEntry = (entry: Entry, path: string) => Promise<Buffer>;

function archiveOf(
  zip: ZipFile,
  entries: Map<string, Entry>,
  read: ReadEntry = (entry, path) => readEntry(zip, entry, path),
): BookArchive {
  const find = partFinder(entries);
  const entryOf = (path: string): Entry | undefined => {
    const name = find(path);
    return name === undefined ? undefined : entries.get(name);
  };
  return {
    bytes: undefined,
    find,
    has: (path) => entryOf(path) !== undefined,
    names: () => [...entries.keys()],
    sizeOf: (path) => entryOf(path)?.uncompressedSize,
    read: async (path, maxBytes) => {
      const entry = entryOf(path);
      if (!entry) throw new AppError('bad_book', `The book lacks the file ${path}.`, { file: path });
      if (entry.uncompressedSize > maxBytes) {
        throw new AppError('unsafe_book', `The file ${path} in the book is too large.`, {
          file: path,
          bytes: entry.uncompressedSize,
          limit: maxBytes,
        });
      }
      if (entry.isEncrypted()) throw new AppError('unsupported_format', 'The book is locked with a password.');
      return await read(entry, path);
    },
    async locate(path) {
      const entry = entryOf(path);
      const method = entry?.compressionMethod;
      if (!entry || entry.isEncrypted() || (method !== 0 && method !== 8)) return undefined;
      try {
        const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
        return { method, start: fileDataStart, packedSize: entry.compressedSize };
      } catch (cause) {
        throw asBookError(cause, path);
      }
    },
    close: () => zip.close(),
  };
}

function openZip(file: string | Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are checked below, so that a hostile one is told apart from a damaged archive.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    const done = (error: Error | null, zip: ZipFile) => (error ? reject(error) : resolve(zip));
    if (typeof file === 'string') open(file, options, done);
    else fromBuffer(file, options, done);
  });
}

const localHeader = 0x04034b50;
const localHeaderBytes = 30;

/** What more comes out than the directory announced is refused before it is in memory. */
function unpack(bytes: Buffer, entry: Entry, name: string): Buffer {
  const at = entry.relativeOffsetOfLocalHeader;
  try {
    if (bytes.readUInt32LE(at) !== localHeader) throw new Error('an entry is not where the directory says');
    const start = at + localHeaderBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const packed = bytes.subarray(start, start + entry.compressedSize);
    if (packed.length < entry.compressedSize) throw new Error('an entry is cut off');
    const size = entry.uncompressedSize;
    const unpacked = entry.compressionMethod === 0 ? Buffer.from(packed) : inflate(packed, entry);
    if (unpacked.length !== size) throw new Error('an entry has another size than the directory says');
    return unpacked;
  } catch (cause) {
    throw asBookError(cause, name);
  }
}

/** Bytes that are unpacked into one buffer; the compression library demands the first. */
const smallestPiece = 64;
const largestPiece = 1024 * 1024;

function inflate(packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  if (compressionMethod !== 8) throw new Error(`the packing method ${compressionMethod} is not known`);
  // In one piece, with room to see that nothing follows: several are joined by a copy.
  const chunkSize = Math.min(largestPiece, Math.max(smallestPiece, uncompressedSize + 1));
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize), chunkSize });
}

/** No absolute path, no "..", whatever stands between folders. */
function nameOf(entry: Entry): string {
  const name = decodeEntryName(entry.fileNameRaw, entry.generalPurposeBitFlag, entry.extraFieldRaw);
  const reason = validateFileName(name);
  if (reason === null) return name;
  throw new AppError('unsafe_book', 'The book contains a file whose name leads out of it.', { reason });
}

function readDirectory(zip: ZipFile, twice: 'refuse' | 'first'): Promise<Map<string, Entry>> {
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
      try {
        unpacked += entry.uncompressedSize;
        packed += entry.compressedSize;
        refuseBomb(unpacked, packed);
        const name = nameOf(entry);
        if (!name.endsWith('/')) addEntry(entries, name, entry, twice);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

function addEntry(entries: Map<string, Entry>, name: string, entry: Entry, twice: 'refuse' | 'first'): void {
  if (!entries.has(name)) entries.set(name, entry);
  else if (twice === 'refuse') throw new AppError('bad_book', `The book contains ${name} twice.`, { file: name });
}

function refuseBomb(unpacked: number, packed: number): void {
  const details = { packedBytes: packed, unpackedBytes: unpacked };
  if (unpacked > limits.unpackedBytes) {
    throw new AppError('unsafe_book', 'The book unpacks to more than is allowed.', details);
  }
  if (unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio) {
    throw new AppError('unsafe_book', 'The book is packed like a decompression bomb.', details);
  }
}

function readEntry(zip: ZipFile, entry: Entry, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // yauzl ends the stream with an error as soon as more comes out than the directory announced.
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(asBookError(error, name));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (cause) => reject(asBookError(cause, name)));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}

/** Whatever else the zip library finds means that the archive is broken; its sentence is for the log and the curious. */
function asBookError(cause: unknown, file?: string): unknown {
  if (cause instanceof AppError) return cause;
  const details = { reason: cause instanceof Error ? cause.message : String(cause), ...(file ? { file } : {}) };
  return new AppError('bad_book', 'The file is damaged: its archive can’t be read.', details, { cause });
}
