// What every part of the hostile corpus uses.

import { deflateSync } from 'node:zlib';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** What must come of it; `book`: it is read, and nothing of what is bad in it is left. */
  outcome: 'book' | 'refused' | 'either';
  /** Only the limit of time ends the reading. */
  isEndless?: true;
}

export const megabyte = 1024 * 1024;
export const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;
export const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

/** Ten thousand million pixels in a few hundred bytes. */
export function hugePng(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(100_000, 0);
  head.writeUInt32BE(100_000, 4);
  head[8] = 8;
  head[9] = 2;
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
