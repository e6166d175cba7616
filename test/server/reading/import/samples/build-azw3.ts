// Makes small AZW3 files (KF8) for tests: chapters are skeletons with one fragment each, found by indexes; text is
// uncompressed. Pictures are named in the text as `kindle:embed:` and their number from 1 in base 32.

import { exthRecords, palmDatabase } from './build-mobi.ts';

export interface Azw3Parts {
  chapters: readonly { title: string; body: string }[];
  title?: string;
  facts?: readonly (readonly [type: number, value: string | number])[];
  pictures?: readonly Buffer[];
}

const recordSize = 4096;
const skeletonStart = '<html><head><title>x</title></head><body>';
const skeletonEnd = '</body></html>';

export function buildAzw3({ chapters, title = 'A Book', facts = [], pictures = [] }: Azw3Parts): Buffer {
  const skeleton = Buffer.from(skeletonStart + skeletonEnd);
  const fragments = chapters.map(({ body }) => Buffer.from(body));
  const text = Buffer.concat(fragments.flatMap((fragment) => [skeleton, fragment]));
  const texts: Buffer[] = [];
  for (let at = 0; at < text.length; at += recordSize) texts.push(text.subarray(at, at + recordSize));

  const starts = fragments.map((_, n) =>
    fragments.slice(0, n).reduce((sum, { length }) => sum + length, n * skeleton.length),
  );
  const [labels, labelAt] = strings(chapters.map((chapter) => chapter.title));
  const [selectors] = strings(["P-//*[@aid='0']"]);
  const number = (value: number, width: number) => String(value).padStart(width, '0');
  const contents = index(
    [1, 2, 3, 4, 6].map((tag, n) => [tag, tag === 6 ? 2 : 1, 1 << n]),
    chapters.map((_, n) => ({
      name: number(n, 3),
      control: 0x1f,
      values: [starts[n] ?? 0, skeleton.length, labelAt[n] ?? 0, 0, n, 0],
    })),
    labels,
  );
  const skeletons = index(
    [
      [1, 1, 3],
      [6, 2, 12],
    ],
    // Each value stands there twice, as in the files of the shops.
    starts.map((start, n) => ({
      name: `SKEL${number(n, 10)}`,
      control: 0x0a,
      values: [1, 1, start, skeleton.length, start, skeleton.length],
    })),
  );
  const inserts = index(
    [2, 3, 4, 6].map((tag, n) => [tag, tag === 6 ? 2 : 1, 1 << n]),
    fragments.map(({ length }, n) => ({
      name: number((starts[n] ?? 0) + skeletonStart.length, 10),
      control: 0x0f,
      values: [0, n, n, 0, length],
    })),
    selectors,
  );
  const flows = Buffer.alloc(20);
  flows.write('FDST', 0, 'latin1');
  flows.writeUInt32BE(12, 4);
  flows.writeUInt32BE(1, 8);
  flows.writeUInt32BE(text.length, 16);

  const parts = [contents, skeletons, inserts, [flows], pictures];
  const firstOf = (part: number) => parts.slice(0, part).reduce((sum, { length }) => sum + length, texts.length + 1);
  const head = Buffer.alloc(16 + 264);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt16BE(texts.length, 8);
  head.writeUInt16BE(recordSize, 10);
  head.write('MOBI', 16, 'latin1');
  const fields = { 20: 264, 24: 2, 28: 65001, 36: 8, 92: 9, 108: firstOf(4), 128: 0x40, 192: firstOf(3), 196: 1 };
  const indexes = { 244: firstOf(0), 248: firstOf(2), 252: firstOf(1), 260: 0xffffffff };
  for (const [at, value] of Object.entries({ ...fields, ...indexes })) head.writeUInt32BE(value, Number(at));
  const exth = exthRecords(facts);
  const name = Buffer.from(title);
  head.writeUInt32BE(head.length + exth.length, 84);
  head.writeUInt32BE(name.length, 88);
  const first = Buffer.concat([head, exth, name, Buffer.alloc(64)]);
  return palmDatabase([first, ...texts, ...parts.flat(), Buffer.from('e98e0d0a', 'hex')]);
}

type Tag = readonly [tag: number, values: number, mask: number] | readonly number[];

/** The records of an index: its head with the tags, its entries, and the texts that they name. */
function index(
  tags: readonly Tag[],
  entries: readonly { name: string; control: number; values: readonly number[] }[],
  texts?: Buffer,
): Buffer[] {
  const table = Buffer.concat([...tags.map((tag) => Buffer.from([...tag, 0])), Buffer.from([0, 0, 0, 1])]);
  const tagx = Buffer.alloc(12);
  tagx.write('TAGX', 0, 'latin1');
  tagx.writeUInt32BE(12 + table.length, 4);
  tagx.writeUInt32BE(1, 8);
  const head = indexHead(1, 0, texts ? 1 : 0);
  const rows = entries.map(({ name, control, values }) =>
    Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([control]), ...values.map(forward)]),
  );
  const body = Buffer.concat(rows);
  const places = Buffer.alloc(4 + rows.length * 2);
  places.write('IDXT', 0, 'latin1');
  let at = 192;
  for (const [n, row] of rows.entries()) {
    places.writeUInt16BE(at, 4 + n * 2);
    at += row.length;
  }
  const data = Buffer.concat([indexHead(rows.length, at, 0), body, places]);
  return [Buffer.concat([head, tagx, table]), data, ...(texts ? [texts] : [])];
}

function indexHead(count: number, places: number, texts: number): Buffer {
  const head = Buffer.alloc(192);
  head.write('INDX', 0, 'latin1');
  for (const [at, value] of [
    [4, 192],
    [20, places],
    [24, count],
    [28, 65001],
    [52, texts],
  ] as const) {
    head.writeUInt32BE(value, at);
  }
  return head;
}

/** A record of texts with their lengths, and where each begins in it. */
function strings(texts: readonly string[]): [record: Buffer, places: number[]] {
  const places: number[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  for (const text of texts) {
    const bytes = Buffer.from(text);
    const part = Buffer.concat([forward(bytes.length), bytes]);
    places.push(at);
    parts.push(part);
    at += part.length;
  }
  return [Buffer.concat(parts), places];
}

/** Seven bits to a byte, the last of which is marked. */
function forward(value: number): Buffer {
  const bytes = [(value & 127) | 128];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(rest & 127);
  return Buffer.from(bytes);
}
