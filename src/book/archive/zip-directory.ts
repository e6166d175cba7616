// Reads the table of contents of a ZIP file from its end, with zip64, and refuses what no honest book contains.
// Knows nothing of books; opens no entry.

import { decodeEntryName, decodeWrittenName } from '../../../api/edition/parts/entry-name.ts';
import { BookError } from '../book.ts';
import { type ByteSource, viewOf } from './byte-source.ts';

export interface ZipEntry {
  name: string;
  /** As it is read where it is repeated: without what else the file's table of contents says of it. */
  writtenName: string;
  /** Bytes of the name as it is written. */
  nameLength: number;
  method: number;
  encrypted: boolean;
  compressedSize: number;
  size: number;
  /** Where the entry's local header starts in the file. */
  headerOffset: number;
}

export const zipLimits = {
  entries: 20_000,
  /** Bytes of the table of contents itself. */
  directory: 16 * 1024 * 1024,
  /** Bytes of one entry, unpacked. */
  entry: 1024 * 1024 * 1024,
  /** Bytes of one entry that has to be unpacked in memory. */
  unpacked: 256 * 1024 * 1024,
  /** Bytes of all entries, unpacked. */
  total: 4 * 1024 * 1024 * 1024,
  /** Unpacked to packed; checked for entries above `ratioFrom` bytes. */
  ratio: 250,
  ratioFrom: 8 * 1024 * 1024,
};

export const zipMethods = { stored: 0, deflated: 8 };

/** What stands for the number of a disk where zip64 says it elsewhere. */
const wholeDisk = 0xffff;

const endSignature = 0x06054b50;
const zip64LocatorSignature = 0x07064b50;
const zip64EndSignature = 0x06064b50;
const entrySignature = 0x02014b50;

interface DirectoryPlace {
  count: number;
  size: number;
  offset: number;
}

const damaged = (message: string) => new BookError('damaged', message);
const segmented = () => new BookError('unsupported', 'The file is one of several segments, which EPUB does not allow.');
const cutShort = () => damaged('The file is incomplete: its end is missing. Fetch it again.');

/** Entries by name, in the order of the file's own table. Throws `BookError`. */
export async function readZipDirectory(file: ByteSource): Promise<Map<string, ZipEntry>> {
  const place = await findDirectory(file);
  if (place.count > zipLimits.entries) throw damaged(`The file lists more than ${zipLimits.entries} parts.`);
  if (place.size > zipLimits.directory) throw damaged('The file’s table of contents is too large.');
  if (place.offset + place.size > file.size) throw cutShort();
  const view = viewOf(await file.read(place.offset, place.offset + place.size));
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let n = 0; n < place.count; n++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) {
      throw damaged('The file’s table of contents is broken.');
    }
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw damaged('The file’s table of contents is broken.');
    const entry = readEntry(view, at, nameLength, extraLength);
    const disk = view.getUint16(at + 34, true);
    at = next;
    if (entry.name.endsWith('/')) continue;
    checkPacking(entry, disk);
    if (entries.has(entry.name)) throw damaged(`The file contains “${entry.name}” twice.`);
    entries.set(entry.name, entry);
  }
  checkSizes(entries.values(), file.size);
  return entries;
}

async function findDirectory(file: ByteSource): Promise<DirectoryPlace> {
  // The end record is 22 bytes and a comment of up to 65,535; a zip64 locator of 20 bytes stands before it.
  const tailStart = Math.max(0, file.size - 22 - 65_535 - 20);
  const tail = viewOf(await file.read(tailStart, file.size));
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSignature) continue;
    if (tail.getUint16(at + 4, true) % wholeDisk !== 0 || tail.getUint16(at + 6, true) % wholeDisk !== 0)
      throw segmented();
    const locator = at - 20;
    if (locator >= 0 && tail.getUint32(locator, true) === zip64LocatorSignature) {
      return readZip64End(file, safeNumber(tail.getBigUint64(locator + 8, true)));
    }
    return {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
  }
  const head = await file.read(0, 4);
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) throw cutShort();
  throw new BookError('not-a-book', file.size === 0 ? 'The file is empty.' : 'The file is not an EPUB.');
}

/** A book that uses more of ZIP than EPUB allows is in error as a whole (EPUB RS 3.3, 4.2). */
function checkPacking({ name, method }: ZipEntry, disk: number): void {
  if (disk % wholeDisk !== 0) throw segmented();
  if (method !== zipMethods.stored && method !== zipMethods.deflated) {
    throw new BookError('unsupported', `“${name}” is packed in a way that EPUB does not allow.`);
  }
}

async function readZip64End(file: ByteSource, offset: number): Promise<DirectoryPlace> {
  if (offset + 56 > file.size) throw cutShort();
  const view = viewOf(await file.read(offset, offset + 56));
  if (view.getUint32(0, true) !== zip64EndSignature) throw damaged('The file’s zip64 record is broken.');
  return {
    count: safeNumber(view.getBigUint64(32, true)),
    size: safeNumber(view.getBigUint64(40, true)),
    offset: safeNumber(view.getBigUint64(48, true)),
  };
}

function readEntry(view: DataView, at: number, nameLength: number, extraLength: number): ZipEntry {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength + extraLength);
  const written = bytes.subarray(0, nameLength);
  const name = decodeEntryName(written, view.getUint16(at + 8, true), bytes.subarray(nameLength));
  const entry: ZipEntry = {
    name,
    writtenName: extraLength === 0 ? name : decodeWrittenName(written),
    nameLength,
    method: view.getUint16(at + 10, true),
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    headerOffset: view.getUint32(at + 42, true),
  };
  readZip64Extra(view, at + 46 + nameLength, extraLength, entry);
  return entry;
}

/** The wide sizes stand in the extra field 1, in fixed order, only where the narrow ones are all ones. */
function readZip64Extra(view: DataView, start: number, length: number, entry: ZipEntry): void {
  for (let at = start; at + 4 <= start + length; ) {
    const id = view.getUint16(at, true);
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), start + length);
    if (id === 1) {
      let wide = at + 4;
      for (const field of ['size', 'compressedSize', 'headerOffset'] as const) {
        if (entry[field] !== 0xffffffff) continue;
        if (wide + 8 > end) throw damaged(`The sizes of “${entry.name}” are broken.`);
        entry[field] = safeNumber(view.getBigUint64(wide, true));
        wide += 8;
      }
    }
    at = end;
  }
}

function checkSizes(entries: Iterable<ZipEntry>, fileSize: number): void {
  let total = 0;
  let packed = 0;
  for (const entry of entries) {
    total += entry.size;
    packed += entry.compressedSize;
    if (entry.headerOffset + 30 + entry.compressedSize > fileSize) throw cutShort();
    const suspicious = entry.size > zipLimits.ratioFrom && entry.size > entry.compressedSize * zipLimits.ratio;
    if (suspicious || entry.size > zipLimits.entry) {
      throw damaged(`“${entry.name}” would unpack to an unreasonable size; the file was refused.`);
    }
  }
  if (total > zipLimits.total) throw damaged('The file would unpack to an unreasonable size and was refused.');
  // Entries that share their packed bytes make a bomb out of a small file.
  if (packed > fileSize) throw damaged('Parts of the file overlap; it was refused.');
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('The file claims an impossible size.');
  return Number(value);
}
