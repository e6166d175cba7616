// Writes a picture of few greys as PNG with as few bits for each pixel as they need. The same picture gives the same bytes.

import { crc32, deflateSync } from 'node:zlib';

/** `greys`: 2 to 16, or 256; `pixels`: the number of the grey of each, from 0, black. */
export function writePng(pixels: Uint8Array, width: number, height: number, greys: number): Buffer {
  const depth = greys <= 2 ? 1 : greys <= 4 ? 2 : greys <= 16 ? 4 : 8;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(depth, 8);
  // With a palette: 8 greys have no depth of their own.
  head.writeUInt8(greys <= 16 ? 3 : 0, 9);
  const palette = Buffer.from(
    Array.from({ length: greys }, (_, n) => Array(3).fill(Math.round((n * 255) / (greys - 1)))).flat(),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(greys <= 16 ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(packedLines(pixels, width, height, depth), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each line behind the number of its filter, which is none: dots have nothing to predict. */
function packedLines(pixels: Uint8Array, width: number, height: number, depth: number): Buffer {
  const stride = Math.ceil((width * depth) / 8) + 1;
  const lines = Buffer.alloc(stride * height);
  const perByte = 8 / depth;
  for (let y = 0; y < height; y++) {
    const line = y * stride + 1;
    for (let x = 0; x < width; x++) {
      const at = line + Math.floor(x / perByte);
      const shift = 8 - depth * ((x % perByte) + 1);
      lines[at] = (lines[at] as number) | ((pixels[y * width + x] as number) << shift);
    }
  }
  return lines;
}

function chunk(type: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(bytes.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}
