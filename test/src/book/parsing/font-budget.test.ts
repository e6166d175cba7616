// What counts as a font, and when a book has had its share of them.

import { expect, it } from 'vitest';
import { FontBudget } from '../../../../src/book/parsing/font-budget.ts';

const megabyte = 1024 * 1024;

function head(signature: number, unpacked = 0): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(64));
  view.setUint32(0, signature);
  view.setUint32(16, unpacked);
  return new Uint8Array(view.buffer);
}

it('counts fonts by what they unpack to, and every one as a megabyte at least', () => {
  const large = new FontBudget();
  large.take(head(0x774f4632, 100 * megabyte), 10);
  expect(() => large.take(head(0x00010000), 40 * megabyte)).toThrow(RangeError);
  large.take(head(0x4f54544f), 20 * megabyte);
  const many = new FontBudget();
  const takeMany = () => {
    for (let n = 0; n < 400; n++) many.take(head(0x00010000), 500);
  };
  expect(takeMany).toThrow(RangeError);
});

it('counts nothing else, and no more than a book has', () => {
  const budget = new FontBudget();
  budget.take(head(0x89504e47), 900 * megabyte);
  budget.take(new Uint8Array(3), 3);
  for (let n = 0; n < 100; n++) budget.take(head(0x774f4646, 200_000), 100_000);
});
