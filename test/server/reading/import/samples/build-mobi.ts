// Makes small MOBI 6 files for tests: text uncompressed, facts in EXTH records, pictures as records of their own.

export interface MobiParts {
  /** The whole text; `<mbp:pagebreak/>` parts chapters. */
  html?: string;
  title?: string;
  facts?: readonly (readonly [type: number, value: string | number])[];
  pictures?: readonly Buffer[];
  encryption?: number;
}

const recordSize = 4096;

export function buildMobi({
  html = '<html><head></head><body><p>Text</p></body></html>',
  title = 'A Mobi',
  facts = [],
  pictures = [],
  encryption = 0,
}: MobiParts = {}): Buffer {
  const text = Buffer.from(html);
  const texts: Buffer[] = [];
  for (let at = 0; at < text.length; at += recordSize) texts.push(text.subarray(at, at + recordSize));
  const header = headerRecord(texts.length, text.length, title, facts, encryption);
  return palmDatabase([header, ...texts, ...pictures]);
}

function headerRecord(
  records: number,
  length: number,
  title: string,
  facts: NonNullable<MobiParts['facts']>,
  encryption: number,
): Buffer {
  const exth = exthRecords(facts);
  const name = Buffer.from(title);
  const head = Buffer.alloc(16 + 232);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(length, 4);
  head.writeUInt16BE(records, 8);
  head.writeUInt16BE(recordSize, 10);
  head.writeUInt16BE(encryption, 12);
  head.write('MOBI', 16, 'latin1');
  head.writeUInt32BE(232, 20);
  head.writeUInt32BE(2, 24);
  head.writeUInt32BE(65001, 28);
  head.writeUInt32BE(6, 36);
  head.writeUInt32BE(head.length + exth.length, 84);
  head.writeUInt32BE(name.length, 88);
  head.writeUInt32BE(9, 92);
  head.writeUInt32BE(records + 1, 108);
  head.writeUInt32BE(0x40, 128);
  head.writeUInt32BE(0xffffffff, 244);
  return Buffer.concat([head, exth, name, Buffer.alloc(64)]);
}

export function exthRecords(facts: NonNullable<MobiParts['facts']>): Buffer {
  const records = facts.map(([type, value]) => {
    const data = typeof value === 'number' ? Buffer.alloc(4) : Buffer.from(value);
    if (typeof value === 'number') data.writeUInt32BE(value);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(type, 0);
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  });
  const body = Buffer.concat(records);
  const head = Buffer.alloc(12);
  head.write('EXTH', 0, 'latin1');
  head.writeUInt32BE(12 + body.length, 4);
  head.writeUInt32BE(facts.length, 8);
  return Buffer.concat([head, body]);
}

export function palmDatabase(records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(78 + records.length * 8 + 2);
  head.write('A_Mobi', 0, 'latin1');
  head.write('BOOKMOBI', 60, 'latin1');
  head.writeUInt16BE(records.length, 76);
  let at = head.length;
  for (const [n, record] of records.entries()) {
    head.writeUInt32BE(at, 78 + n * 8);
    head.writeUInt32BE(n * 2, 82 + n * 8);
    at += record.length;
  }
  return Buffer.concat([head, ...records]);
}
