// What fonts hold packed: parts of it wherever they lie, and no more than that is kept of a bomb.

import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpackedLimit, unpackFont } from '../../electron/unpack-font.ts';

const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251);
const packed = new Uint8Array(brotliCompressSync(bytes));

it('gives parts in the order they are asked for, across the pieces in which they are unpacked', async () => {
  const parts = [
    { offset: 250_000, length: 1000 },
    { offset: 0, length: 3 },
    { offset: 10_000, length: 200_000 },
    { offset: 299_999, length: 1 },
    { offset: 7, length: 0 },
  ];
  const found = await unpackFont({ packed, parts });
  expect(found).toEqual(parts.map(({ offset, length }) => bytes.slice(offset, offset + length)));
});

it('refuses what is broken, ends too early or lies too far into a bomb', async () => {
  const last = [{ offset: 299_999, length: 2 }];
  const refused = (answer: Promise<unknown>, code: string) => expect(answer).rejects.toMatchObject({ code });
  await refused(unpackFont({ packed, parts: last }), 'bad_argument');
  await refused(unpackFont({ packed: packed.slice(0, packed.length - 9), parts: last }), 'bad_argument');
  await refused(unpackFont({ packed: bytes, parts: last }), 'bad_argument');
  await refused(unpackFont({ packed: 'x' as never, parts: last }), 'bad_argument');
  await refused(unpackFont({ packed, parts: [{ offset: unpackedLimit, length: 1 }] }), 'too_large');
  const bomb = new Uint8Array(brotliCompressSync(new Uint8Array(40 << 20)));
  expect(await unpackFont({ packed: bomb, parts: [{ offset: 5, length: 2 }] })).toEqual([new Uint8Array(2)]);
});
