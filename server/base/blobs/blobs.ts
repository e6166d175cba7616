// Where large bytes are kept: a folder or an S3-compatible store behind one interface.
// Must not know what the bytes are or who may see them.

import type { Readable } from 'node:stream';
import type { Log } from '../log.ts';

export interface BlobStat {
  size: number;
  /** Unix seconds. */
  modified: number;
}

export interface Written {
  size: number;
  /** Hex. */
  sha256: string;
}

export interface PutOptions {
  contentType?: string;
  /** What the bytes must be; otherwise `checksum_mismatch`, and nothing is stored. */
  expect?: { size?: number; sha256?: string };
}

export interface PresignPutOptions {
  size?: number;
  /** Hex. */
  sha256?: string;
  /** Seconds. */
  expiresIn: number;
}

export interface Blobs {
  /** Stores all bytes or none; replaces what was there. A full disk is `disk_full`. */
  put(key: string, source: Readable | Uint8Array, options?: PutOptions): Promise<Written>;
  /** `range` is inclusive at both ends, as in HTTP. `not_found`, `range_not_satisfiable`. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  stat(key: string): Promise<BlobStat | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything whose key begins with `folder/`, in no particular order. */
  list(folder: string): AsyncIterable<BlobStat & { key: string }>;
  /** An address that takes these bytes by PUT with these headers, without a session. */
  presignPut(key: string, options: PresignPutOptions): Promise<{ url: string; headers: Record<string, string> }>;
  /** An address that gives the bytes, without a session. */
  presignGet(key: string, options: { expiresIn: number }): Promise<string>;
  /**
   * Only where the service itself serves the presigned addresses: throws `no_permission` or `gone` unless the address
   * is valid, otherwise answers what it allows.
   */
  checkUrl?(method: 'PUT' | 'GET', key: string, query: Record<string, unknown>): { size?: number; sha256?: string };
  /** Asks the store; throws when it does not answer or cannot be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface BlobsOptions {
  /** Base address of the service, for presigned addresses of a folder. */
  publicUrl: string;
  /** Signs those addresses. */
  secret: string;
  log: Log;
}

/** Parts of letters, digits, `.`, `_`, `-`, joined by `/`; no part is only dots, so no key can leave its folder. */
const saneKey = /^(?!.*(?:^|\/)\.+(?:\/|$))[A-Za-z0-9._-]{1,200}(?:\/[A-Za-z0-9._-]{1,200}){0,7}$/;

/** Keys are made by the program; one that does not fit is a bug, not a caller's mistake. */
export function checkBlobKey(key: string): string {
  if (key.length > 512 || !saneKey.test(key)) throw new TypeError('This is not a key of the blob store.');
  return key;
}
