// Writes a zip file entry by entry, hashing it on the way. The same entries give the same bytes: it has no clock.
// Knows nothing of what the entries are.

import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { endRecord, entryRecords } from './zip-records.ts';

export interface WrittenFile {
  path: string;
  size: number;
  sha256: string;
  md5: string;
}

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
    const method = store ? 0 : 8;
    const entry = { name, method, crc32: crc32(bytes), size: bytes.length, packedSize: packed.length } as const;
    const { local, listed } = entryRecords(entry, this.#size);
    this.#directory.push(listed);
    this.#write(local);
    this.#write(packed);
  }

  finish(): WrittenFile {
    const start = this.#size;
    for (const entry of this.#directory) this.#write(entry);
    this.#write(endRecord(this.#directory.length, start, this.#size - start));
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
