// Reads the head of a MOBI or AZW3 file: which kind it is, whether it is locked, and the facts that it tells.
// Every number in it is a stranger's: nothing is read beyond the file.

import { AppError } from '../../../../api/errors.ts';

export interface MobiHeader {
  /** KF8, as AZW3 files are; also inside of files that carry both kinds. */
  isKf8: boolean;
  title: string;
  /** Texts of EXTH records by number. */
  facts: Map<number, string[]>;
  /** The record that the pictures count from, and records in the file. */
  pictureStart: number;
  coverOffset: number | undefined;
  record(index: number): Buffer;
}

const most = 0xffff_ffff;

export function readMobiHeader(bytes: Buffer): MobiHeader {
  const kind = bytes.toString('latin1', 60, 68);
  const count = bytes.length >= 78 ? bytes.readUInt16BE(76) : 0;
  if ((kind !== 'BOOKMOBI' && kind !== 'TEXtREAd') || count === 0 || bytes.length < 78 + count * 8) {
    throw new AppError('bad_book', 'The file is no whole MOBI book.');
  }
  const start = (index: number) => (index < count ? bytes.readUInt32BE(78 + index * 8) : bytes.length);
  const record = (index: number) => {
    const from = start(index);
    const to = start(index + 1);
    if (index < 0 || index >= count || from > to || to > bytes.length) {
      throw new AppError('bad_book', 'The book’s records lie outside of its file.', { record: index });
    }
    return bytes.subarray(from, to);
  };
  for (let index = 0; index < count; index++) record(index);
  const first = record(0);
  if (first.length < 16) throw new AppError('bad_book', 'The book’s header is cut off.');
  if (first.readUInt16BE(12) !== 0) {
    throw new AppError('unsupported_format', 'The book is locked by its seller and can only be read in their program.');
  }
  if (first.length < 232 || first.toString('latin1', 16, 20) !== 'MOBI') {
    throw new AppError('unsupported_format', 'The book is of a kind older than MOBI, which can’t be read.');
  }
  return { ...describe(first), record };
}

function describe(first: Buffer): Omit<MobiHeader, 'record'> {
  const version = first.readUInt32BE(36);
  const encoding = first.readUInt32BE(28) === 65001 ? 'utf-8' : 'windows-1252';
  const decode = (part: Uint8Array) => new TextDecoder(encoding).decode(part);
  const facts = new Map<number, string[]>();
  const numbers = new Map<number, number>();
  const length = first.readUInt32BE(20);
  const at = 16 + length;
  if ((first.readUInt32BE(128) & 0x40) !== 0 && first.toString('latin1', at, at + 4) === 'EXTH') {
    for (const { type, data } of extended(first.subarray(at))) {
      if (data.length === 4) numbers.set(type, data.readUInt32BE(0));
      facts.set(type, [...(facts.get(type) ?? []), decode(data).slice(0, 65_536)]);
    }
  }
  const titleAt = first.readUInt32BE(84);
  const titleEnd = titleAt + first.readUInt32BE(88);
  const boundary = numbers.get(121) ?? most;
  const cover = numbers.get(201);
  return {
    isKf8: version >= 8 || boundary < most,
    title: facts.get(503)?.[0] ?? (titleEnd <= first.length ? decode(first.subarray(titleAt, titleEnd)) : ''),
    facts,
    pictureStart: first.readUInt32BE(108),
    coverOffset: cover === undefined || cover === most ? undefined : cover,
  };
}

function* extended(block: Buffer): Generator<{ type: number; data: Buffer }> {
  if (block.length < 12) return;
  const count = Math.min(block.readUInt32BE(8), 1000);
  for (let n = 0, at = 12; n < count && at + 8 <= block.length; n++) {
    const length = block.readUInt32BE(at + 4);
    if (length < 8 || at + length > block.length) return;
    yield { type: block.readUInt32BE(at), data: block.subarray(at + 8, at + length) };
    at += length;
  }
}
