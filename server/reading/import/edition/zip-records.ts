// The records of the zip format (APPNOTE 4.3) as this program writes them: UTF-8 names, no clock, no more than 4 GB.

export interface ZipEntry {
  name: string;
  /** 0: as it is; 8: deflated. */
  method: 0 | 8;
  /** Of the unpacked bytes. */
  crc32: number;
  size: number;
  packedSize: number;
}

/** 1980-01-01, the earliest that the format knows. */
const date = 0x21;
const utf8Names = 0x0800;
const largest = 0xffff_fffe;
const mostEntries = 0xfffe;

/** What stands before the entry's bytes, which begin after it, and what the directory says of it. */
export function entryRecords(entry: ZipEntry, start: number): { local: Buffer; listed: Buffer } {
  if (start + entry.packedSize > largest || entry.size > largest) throw tooLarge();
  const name = Buffer.from(entry.name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(entry.method, 4);
  facts.writeUInt16LE(0, 6);
  facts.writeUInt16LE(date, 8);
  facts.writeUInt32LE(entry.crc32, 10);
  facts.writeUInt32LE(entry.packedSize, 14);
  facts.writeUInt32LE(entry.size, 18);
  facts.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(start, 10);
  return {
    local: Buffer.concat([signature(0x04034b50), facts, name]),
    listed: Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), facts, place, name]),
  };
}

/** Behind the directory, which begins at `start`. */
export function endRecord(entries: number, start: number, size: number): Buffer {
  if (entries > mostEntries || start + size > largest) throw tooLarge();
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries, 4);
  end.writeUInt16LE(entries, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(start, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function tooLarge(): RangeError {
  return new RangeError('The archive is larger than the format allows.');
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
