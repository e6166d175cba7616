// Opens single entries of a ZIP file lazily: only the bytes asked for are read and unpacked. Knows nothing of books
// beyond the errors it throws.

import { decodeWrittenName } from '../../../api/edition/parts/entry-name.ts';
import { type PartNames, partFinder } from '../../../api/edition/parts/find-part.ts';
import { BookError } from '../book.ts';
import { type ByteSource, openBytes, viewOf } from './byte-source.ts';
import { readZipDirectory, type ZipEntry, zipLimits, zipMethods } from './zip-directory.ts';

export interface ZipArchive extends PartNames {
  /** Bytes unpacked, from the table of contents. */
  size(name: string): number;
  /** Unpacked bytes; throws `BookError` when they are missing, too many or broken. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Unpacked as a Blob of that type; entries stored unpacked are slices of the file, never copied. */
  blob(name: string, type: string): Promise<Blob>;
}

/** Reads the table of contents. `reading`: of the file, where that was begun before. Throws `BookError`. */
export async function openZip(file: Blob, reading = openBytes(file)): Promise<ZipArchive> {
  const bytes = await reading;
  const entries = await readZipDirectory(bytes);
  const entryOf = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new BookError('damaged', `The book lacks its part “${name}”.`);
    return entry;
  };
  return {
    names: [...entries.keys()],
    find: partFinder(entries),
    size: (name) => entryOf(name).size,
    bytes: (name) => unpack(bytes, entryOf(name)),
    blob: async (name, type) => {
      const entry = entryOf(name);
      if (entry.method !== zipMethods.stored || entry.encrypted)
        return new Blob([await unpack(bytes, entry)], { type });
      const start = await dataStart(bytes, entry);
      return file.slice(start, start + entry.size, type);
    },
  };
}

/** Extra fields of local headers are a few dozen bytes; with this much one read gets header and data. */
const usualExtra = 512;

/** Where the entry's packed bytes start: its local header repeats the name with lengths of its own. */
async function dataStart(file: ByteSource, entry: ZipEntry): Promise<number> {
  const read = await file.read(entry.headerOffset, entry.headerOffset + 30 + entry.nameLength);
  return entry.headerOffset + localHeaderLength(read, entry);
}

async function packedBytes(file: ByteSource, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const { headerOffset, compressedSize } = entry;
  const likelyEnd = headerOffset + 30 + entry.nameLength + usualExtra + compressedSize;
  const read = await file.read(headerOffset, likelyEnd);
  const start = localHeaderLength(read, entry);
  if (start + compressedSize <= read.length) return read.subarray(start, start + compressedSize);
  return file.read(headerOffset + start, headerOffset + start + compressedSize);
}

function localHeaderLength(read: Uint8Array<ArrayBuffer>, entry: ZipEntry): number {
  const header = viewOf(read);
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
    throw new BookError('damaged', `The part “${entry.name}” is not where the file says.`);
  }
  const nameLength = header.getUint16(26, true);
  // Two names for one part show different books to different readers.
  if (30 + nameLength > read.length || decodeWrittenName(read.subarray(30, 30 + nameLength)) !== entry.writtenName) {
    throw new BookError('damaged', `The part “${entry.name}” has another name where it lies.`);
  }
  return 30 + nameLength + header.getUint16(28, true);
}

async function unpack(file: ByteSource, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted) throw new BookError('protected', `“${entry.name}” is locked with a password.`);
  const packed = await packedBytes(file, entry);
  if (entry.method === zipMethods.stored) {
    if (packed.length !== entry.size) throw new BookError('damaged', `The part “${entry.name}” is cut short.`);
    return packed;
  }
  if (entry.size > zipLimits.unpacked) throw new BookError('unsupported', `“${entry.name}” is too large to unpack.`);
  try {
    return await inflate(packed, entry);
  } catch (cause) {
    if (cause instanceof BookError) throw cause;
    throw new BookError('damaged', `The part “${entry.name}” is broken.`, { cause });
  }
}

async function inflate(packed: Uint8Array<ArrayBuffer>, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(entry.size);
  let length = 0;
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // A broken stream rejects the reading side too, which is where it is reported.
  const written = Promise.allSettled([writer.write(packed), writer.close()]);
  const reader = stream.readable.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (length + step.value.length > out.length) {
      await reader.cancel();
      throw new BookError('damaged', `“${entry.name}” unpacks to more than the file says; it was refused.`);
    }
    out.set(step.value, length);
    length += step.value.length;
  }
  await written;
  if (length !== out.length) throw new BookError('damaged', `The part “${entry.name}” is cut short.`);
  return out;
}
