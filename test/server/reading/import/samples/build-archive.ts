// Makes zip archives as no zip writer would: names in any bytes, with any flags and extra fields. Nothing is packed.

import { crc32 } from 'node:zlib';
import { bytesOf, type VectorEntry } from '../../../../archive-vectors.ts';

export function buildArchive(entries: readonly VectorEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.written === undefined ? Buffer.from(entry.name) : bytesOf(entry.written));
    const extra = Buffer.from(bytesOf(entry.extra ?? ''));
    const data = Buffer.from(entry.data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const listed = Buffer.from(common);
    listed.writeUInt16LE(extra.length, 24);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, data);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), listed, place, name, extra);
    at += 30 + name.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}
