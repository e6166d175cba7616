// What the first bytes of a picture say of it: its kind and its size. Decodes nothing, so that a picture which would
// fill the memory is known before anyone opens it.

export interface PictureFacts {
  mediaType: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/bmp';
  width: number;
  height: number;
}

export const pictureExtensions: Record<PictureFacts['mediaType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
};

/** Undefined for what is no picture of a kind that readers show. 0 for a size that is not told. */
export function pictureFacts(given: Uint8Array): PictureFacts | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  if (bytes.length < 16) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.length >= 24) {
    return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { mediaType: 'image/jpeg', ...jpegSize(bytes) };
  const start = bytes.toString('latin1', 0, 12);
  if (/^GIF8[79]a/.test(start)) {
    return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return { mediaType: 'image/webp', ...webpSize(bytes) };
  if (/^ftyp(avif|avis)/.test(start.slice(4))) return { mediaType: 'image/avif', width: 0, height: 0 };
  if (start.startsWith('BM') && bytes.length >= 26) {
    return { mediaType: 'image/bmp', width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) };
  }
  return undefined;
}

interface Size {
  width: number;
  height: number;
}

const unknown: Size = { width: 0, height: 0 };

/** The first start-of-frame segment; segments are walked, never searched. */
function jpegSize(bytes: Buffer): Size {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return unknown;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return unknown;
}

function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return unknown;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
