// Where the tables of a WOFF 2 font lie in what it holds packed (WOFF 2.0, 4.1 and 5.1). Reads the directory alone.

export interface PackedTables {
  /** What the tables are packed in, all together. */
  start: number;
  length: number;
  /** By where they lie unpacked; of the tables that say what a font is. */
  entries: Map<string, { offset: number; length: number }>;
}

const headerLength = 48;
const collection = 0x74746366;
/** Their numbers in the directory. */
const known: Readonly<Record<number, string>> = { 5: 'name', 6: 'OS/2', 47: 'fvar' };
const wanted = new Set(Object.values(known));
const outlines = new Set([10, 11]);
const spelledOut = 63;

const nothing: PackedTables = { start: 0, length: 0, entries: new Map() };

/** Without entries where the directory is broken, and for a collection, whose tables belong to several fonts. */
export function readPackedTables(view: DataView): PackedTables {
  if (view.byteLength < headerLength || view.getUint32(4) === collection) return nothing;
  const length = view.getUint32(20);
  const entries: PackedTables['entries'] = new Map();
  const reader = new Reader(view, headerLength);
  let offset = 0;
  for (let left = view.getUint16(12); left > 0; left--) {
    const flags = reader.byte();
    const number = flags & 63;
    const tag = number === spelledOut ? reader.tag() : known[number];
    // The outlines are held in a form of their own unless the version says otherwise; other tables the other way round.
    const version = flags >> 6;
    const changed = outlines.has(number) || tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const own = reader.number();
    const held = changed ? reader.number() : own;
    if (tag && wanted.has(tag) && !changed && !reader.failed) entries.set(tag, { offset, length: held });
    offset += held;
  }
  return reader.failed || reader.at + length > view.byteLength ? nothing : { start: reader.at, length, entries };
}

/** Reads on from `at`; what is not there is 0, and told at the end. */
class Reader {
  at: number;
  failed = false;
  readonly #view: DataView;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  byte(): number {
    if (this.at < this.#view.byteLength) return this.#view.getUint8(this.at++);
    this.failed = true;
    return 0;
  }

  tag(): string {
    return String.fromCharCode(this.byte(), this.byte(), this.byte(), this.byte());
  }

  /** `UIntBase128`: seven bits a byte, the last without its highest. */
  number(): number {
    let value = 0;
    for (let digits = 0; digits < 5; digits++) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    this.failed = true;
    return 0;
  }
}
