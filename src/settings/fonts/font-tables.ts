// Reads the tables of a font file: OpenType in its plain form and in WOFF. Every number in the file is checked before it
// is used; WOFF 2 packs its tables with an algorithm that browsers do not offer to pages, so only its header is read.

export interface FontTables {
  format: 'opentype' | 'woff' | 'woff2';
  /** `undefined` when the file has no such table, or it cannot be unpacked. */
  table(tag: string): Promise<DataView | undefined>;
}

interface Entry {
  offset: number;
  packed: number;
  length: number;
}

const signatures: Readonly<Record<number, FontTables['format']>> = {
  65536: 'opentype',
  1953658213: 'opentype',
  1330926671: 'opentype',
  2001684038: 'woff',
  2001684018: 'woff2',
};
/** More than any of the tables that are read here has; what a file claims may be anything. */
const longestTable = 1 << 20;

/** `undefined` when this is no font file of these kinds. */
export function readTables(bytes: ArrayBuffer): FontTables | undefined {
  const view = new DataView(bytes);
  const format = view.byteLength < 12 ? undefined : signatures[view.getUint32(0)];
  if (!format) return undefined;
  const entries =
    format === 'opentype'
      ? directory(view, 12, 16, 4)
      : format === 'woff'
        ? directory(view, 44, 20, 12)
        : new Map<string, Entry>();
  if (!entries) return undefined;
  return { format, table: async (tag) => unpack(bytes, entries.get(tag)) };
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
