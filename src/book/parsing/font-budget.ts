// Counts what the fonts of a book come to unpacked, before a browser reads them: texts in faces beyond that are shown in
// the reader's own. Knows how files of fonts begin, whatever they are called.

/** Bytes of all fonts of one book: a few faces of East Asia, or a hundred of other scripts. */
const most = 128 * 1024 * 1024;
/** Each is read table by table, however small it is. */
const least = 1024 * 1024;

const kinds = new Set([0x00010000, 0x4f54544f, 0x74727565, 0x74797031, 0x74746366]);
const packed = new Set([0x774f4646, 0x774f4632]);

export class FontBudget {
  #left = most;

  /** Throws `RangeError` when the book has had its share. `head`: how the content begins, a picture or a font. */
  take(head: Uint8Array<ArrayBuffer>, size: number): void {
    const bytes = unpacked(head, size);
    if (bytes === undefined) return;
    const weight = Math.max(least, bytes);
    if (weight > this.#left) throw new RangeError('The fonts of the book are too large.');
    this.#left -= weight;
  }
}

/** `undefined` for what is no font. Browsers take none that unpacks to more than it says. */
function unpacked(head: Uint8Array<ArrayBuffer>, size: number): number | undefined {
  if (head.length < 20) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const kind = view.getUint32(0);
  if (packed.has(kind)) return Math.max(size, view.getUint32(16));
  return kinds.has(kind) ? size : undefined;
}
