// Tells drawings (SVG) from pictures, by how they begin. Pure.

/** What may stand before the first tag, in every encoding of Unicode: blanks, and the mark of the encoding. */
const beforeMarkup = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

/** Whether the imaging library may take it for a drawing. So are called all other markup and whatever is packed, too. */
export function isDrawing(bytes: Uint8Array): boolean {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked || bytes.find((byte) => !beforeMarkup.has(byte)) === 0x3c;
}
