// Writes a zip file entry by entry, hashing it on the way. The same entries give the same bytes: it has no clock.
// Knows nothing of what the entries are.

import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

export interface WrittenFile {
  path: string;
  size: number;
  sha256: string;
  md5: string;
}

/** 1980-01-01, the earliest that the format knows. */
const date = 0x21;
const utf8Names = 0x0800;
const largest = 0xffff_fffe;
const mostEntries = 0xfffe;

export class ZipWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #sha256 = createHash('sha256');
  readonly #md5 = createHash('md5');
  readonly #directory: Buffer[] = [];
  readonly #names = new Set<string>();
  #size = 0;

  /** The file must not exist yet. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Pictures and the like are stored as they are: packing them again costs time and saves nothing. */
  add(name: string, bytes: Uint8Array, { store = false } = {}): void {
    if (this.#names.has(name)) throw new TypeError(`The archive has ${name} already.`);
    this.#names.add(name);
    const packed = store ? bytes : deflateRawSync(bytes, { level: 6 });
    if (this.#size + packed.length > largest || this.#names.size > mostEntries) {
      throw new RangeError('The archive is larger than the format allows.');
    }
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(store ? 0 : 8, 4);
    facts.writeUInt16LE(0, 6);
    facts.writeUInt16LE(date, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(this.#size, 10);
    this.#directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), facts, place, path]));
    this.#write(signature(0x04034b50));
    this.#write(facts);
    this.#write(path);
    this.#write(packed);
  }

  finish(): WrittenFile {
    const start = this.#size;
    for (const entry of this.#directory) this.#write(entry);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(this.#directory.length, 4);
    end.writeUInt16LE(this.#directory.length, 6);
    end.writeUInt32LE(this.#size - start, 8);
    end.writeUInt32LE(start, 12);
    this.#write(signature(0x06054b50));
    this.#write(end);
    this.close();
    return {
      path: this.#path,
      size: this.#size,
      sha256: this.#sha256.digest('hex'),
      md5: this.#md5.digest('hex'),
    };
  }

  /** Also when it was not finished. */
  close(): void {
    closeSync(this.#file);
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#sha256.update(bytes);
    this.#md5.update(bytes);
    this.#size += bytes.length;
  }
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
