// Reads the tables of a font file: OpenType in its plain form, in WOFF and in WOFF 2. Every number in the file is checked
// before it is used.

import { type IpcReply, type IpcRequest, fontTableLimit as longestTable, packedFontLimit } from '../../../api/ipc.ts';
import { type PackedTables, readPackedTables } from './packed-tables.ts';

/** The call of that name: pages cannot unpack WOFF 2 themselves. */
export type UnpackFont = (asked: IpcRequest<'font.unpack'>) => Promise<IpcReply<'font.unpack'>>;

export interface FontTables {
  /** Its tables are out of reach: it is a collection, too large to be looked into, or broken. */
  hidden: boolean;
  /** `undefined` when the file has no such table, or it cannot be unpacked. */
  table(tag: string): Promise<DataView | undefined>;
}

interface Entry {
  offset: number;
  packed: number;
  length: number;
}

const signatures: Readonly<Record<number, 'opentype' | 'woff' | 'woff2'>> = {
  65536: 'opentype',
  1953658213: 'opentype',
  1330926671: 'opentype',
  2001684038: 'woff',
  2001684018: 'woff2',
};
/** `undefined` when this is no font file of these kinds. */
export function readTables(bytes: ArrayBuffer, unpackFont: UnpackFont): FontTables | undefined {
  const view = new DataView(bytes);
  const format = view.byteLength < 12 ? undefined : signatures[view.getUint32(0)];
  if (!format) return undefined;
  if (format === 'woff2') return packedTables(bytes, readPackedTables(view), unpackFont);
  const entries = format === 'opentype' ? directory(view, 12, 16, 4) : directory(view, 44, 20, 12);
  if (!entries) return undefined;
  return { hidden: false, table: async (tag) => unpack(bytes, entries.get(tag)) };
}

/** All of them are asked for at once, as to reach the last everything before it is unpacked. */
function packedTables(
  bytes: ArrayBuffer,
  { start, length, entries }: PackedTables,
  unpackFont: UnpackFont,
): FontTables {
  const wanted = [...entries].filter(([, entry]) => entry.length <= longestTable);
  let asked: Promise<Map<string, DataView>> | undefined;
  const ask = async () => {
    const { parts } = await unpackFont({
      packed: new Uint8Array(bytes, start, length),
      parts: wanted.map(([, entry]) => entry),
    });
    return new Map(wanted.map(([tag], n) => [tag, viewOf(parts[n] ?? new Uint8Array())]));
  };
  return {
    hidden: entries.size === 0 || length > packedFontLimit,
    async table(tag) {
      asked ??= ask();
      return (await asked).get(tag);
    },
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** `countAt`: where the number of tables stands. In WOFF an entry has its packed length before the other. */
function directory(view: DataView, start: number, size: number, countAt: number): Map<string, Entry> | undefined {
  const count = view.getUint16(countAt);
  if (start + count * size > view.byteLength) return undefined;
  const entries = new Map<string, Entry>();
  for (let n = 0; n < count; n++) {
    const at = start + n * size;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)));
    const woff = size === 20;
    const offset = view.getUint32(at + (woff ? 4 : 8));
    const packed = view.getUint32(at + (woff ? 8 : 12));
    const length = view.getUint32(at + 12);
    if (offset + packed <= view.byteLength && packed <= length) entries.set(tag, { offset, packed, length });
  }
  return entries;
}

async function unpack(bytes: ArrayBuffer, entry: Entry | undefined): Promise<DataView | undefined> {
  if (!entry || entry.length > longestTable) return undefined;
  const part = bytes.slice(entry.offset, entry.offset + entry.packed);
  if (entry.packed === entry.length) return new DataView(part);
  const unpacked = await inflate(part, entry.length);
  return unpacked && new DataView(unpacked);
}

/** `undefined` when it is broken or longer than it says. */
async function inflate(part: ArrayBuffer, length: number): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let seen = 0;
  const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let next = await reader.read(); next.value; next = await reader.read()) {
      seen += next.value.length;
      if (seen > length) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(next.value);
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return seen === length ? new Blob(chunks).arrayBuffer() : undefined;
}
