// Opens single entries of a ZIP file lazily: only the bytes asked for are read and unpacked. Knows nothing of books
// beyond the errors it throws.

import { BookError } from './book.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

export interface ZipArchive {
  readonly names: readonly string[];
  /** The name under which the archive holds this path, forgiving percent signs, letter case and Unicode forms. */
  find(path: string): string | undefined;
  /** Bytes unpacked, from the table of contents. */
  size(name: string): number;
  /** Unpacked bytes; throws `BookError` when they are missing, too many or broken. */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Unpacked as a Blob of that type; entries stored unpacked are slices of the file, never copied. */
  blob(name: string, type: string): Promise<Blob>;
}

const stored = 0;
const deflated = 8;

/** Reads the table of contents. Throws `BookError`. */
export async function openZip(file: Blob): Promise<ZipArchive> {
  const entries = await readZipDirectory(file);
  const forgiving = new Map<string, string>();
  for (const name of entries.keys()) {
    const folded = fold(name);
    if (!forgiving.has(folded)) forgiving.set(folded, name);
  }
  const entryOf = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new BookError('damaged', `The book lacks its part “${name}”.`);
    return entry;
  };
  return {
    names: [...entries.keys()],
    find: (path) => (entries.has(path) ? path : forgiving.get(fold(path))),
    size: (name) => entryOf(name).size,
    bytes: (name) => unpack(file, entryOf(name)),
    blob: async (name, type) => {
      const entry = entryOf(name);
      if (entry.method === stored && !entry.encrypted)
        return (await packedBytes(file, entry)).slice(0, undefined, type);
      return new Blob([await unpack(file, entry)], { type });
    },
  };
}

function fold(name: string): string {
  let plain = name;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // A lone percent sign: the name is meant literally.
  }
  return plain.replace(/^\/+/, '').normalize('NFC').toLowerCase();
}

/** The entry's packed bytes; the local header repeats the name with lengths of its own. */
async function packedBytes(file: Blob, entry: ZipEntry): Promise<Blob> {
  const header = new DataView(await file.slice(entry.headerOffset, entry.headerOffset + 30).arrayBuffer());
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
    throw new BookError('damaged', `The part “${entry.name}” is not where the file says.`);
  }
  const start = entry.headerOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  return file.slice(start, start + entry.compressedSize);
}

async function unpack(file: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted) throw new BookError('protected', `“${entry.name}” is locked with a password.`);
  const packed = await packedBytes(file, entry);
  if (entry.method === stored) return new Uint8Array(await packed.arrayBuffer());
  if (entry.method !== deflated) {
    throw new BookError('unsupported', `“${entry.name}” is packed in a way that EPUB does not allow.`);
  }
  const out = new Uint8Array(entry.size);
  let length = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (length + step.value.length > out.length) {
        await reader.cancel();
        throw new BookError('damaged', `“${entry.name}” unpacks to more than the file says; it was refused.`);
      }
      out.set(step.value, length);
      length += step.value.length;
    }
  } catch (cause) {
    if (cause instanceof BookError) throw cause;
    throw new BookError('damaged', `The part “${entry.name}” is broken.`, { cause });
  }
  if (length !== out.length) throw new BookError('damaged', `The part “${entry.name}” is cut short.`);
  return out;
}
