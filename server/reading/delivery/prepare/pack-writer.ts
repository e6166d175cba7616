// Writes the bytes of prepared parts one behind the other into one file, and says where each is. The same parts give the
// same bytes. Knows nothing of what the parts are.

import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

export interface WrittenPack {
  size: number;
  sha256: string;
}

export class PackWriter {
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #size = 0;

  /** The file must not exist yet. */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Answers where the bytes begin. */
  add(bytes: Uint8Array): number {
    const start = this.#size;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#hash.update(bytes);
    this.#size += bytes.length;
    return start;
  }

  finish(): WrittenPack {
    this.close();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Also when it was not finished. */
  close(): void {
    closeSync(this.#file);
  }
}
