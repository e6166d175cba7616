// Lays out a zip archive of packed bytes that are kept elsewhere: its size and every byte's place are known before any of
// them is read, so it is never made, and any part of it can be sent.

import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { endRecord, entryRecords, type ZipEntry } from '../import/edition/zip-records.ts';
import { type Segment, sizeOf } from './part-bytes.ts';

export interface LaidOutEntry extends ZipEntry {
  bytes: Segment;
  /** Of the packed or the unpacked bytes. */
  sha256: string;
}

export interface ZipLayout {
  segments: Segment[];
  size: number;
  /** The same for the same bytes only. */
  sha256: string;
}

export function layOutZip(entries: readonly LaidOutEntry[]): ZipLayout {
  const segments: Segment[] = [];
  const directory: Buffer[] = [];
  const identity = createHash('sha256');
  let size = 0;
  const add = (segment: Segment) => {
    segments.push(segment);
    size += sizeOf(segment);
  };
  for (const entry of entries) {
    const { local, listed } = entryRecords(entry, size);
    identity.update(listed).update(entry.sha256);
    add(local);
    add(entry.bytes);
    directory.push(listed);
  }
  const list = Buffer.concat(directory);
  const end = endRecord(entries.length, size, list.length);
  add(list);
  add(end);
  return { segments, size, sha256: identity.update(end).digest('hex') };
}

/** An entry of bytes that are there. */
export function entryOf(name: string, text: string): LaidOutEntry {
  const bytes = Buffer.from(text);
  const packed = deflateRawSync(bytes);
  const facts = { crc32: crc32(bytes), size: bytes.length, packedSize: packed.length };
  return { name, method: 8, ...facts, bytes: packed, sha256: createHash('sha256').update(packed).digest('hex') };
}
