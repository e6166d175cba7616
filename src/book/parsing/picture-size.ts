// Reads a picture's size from its first bytes, without decoding it: a small file may unfold to more pixels than the
// device has memory for.

export interface PixelSize {
  width: number;
  height: number;
}

/** Pixels of one picture; a tablet's page has two to five million. */
const most = 120_000_000;

/** Enough for the headers and what cameras write before the size. */
export const headLength = 256 * 1024;

/** `undefined` for formats without a size in pixels, and for broken pictures. */
export function pictureSize(head: Uint8Array<ArrayBuffer>): PixelSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 30) return undefined;
  const signature = view.getUint32(0);
  if (signature === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (signature === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (signature >>> 16 === 0xffd8) return jpegSize(view);
  if (signature === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  if (signature >>> 16 === 0x424d) {
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  }
  return undefined;
}

export function isTooLarge({ width, height }: PixelSize): boolean {
  return width * height > most;
}

/** The first frame header; the other segments say how long they are. */
function jpegSize(view: DataView): PixelSize | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): PixelSize | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503858) return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
