// The vault's key: 32 random bytes in a file that only this user can read, wrapped by the desktop's keyring where a
// host offers a real one.

import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import { writeDurably } from '../disk/write-durably.ts';

/** A keyring: Electron's safeStorage, when its backend is a real one. */
export interface KeyWrapper {
  wrap(key: Buffer): Promise<Buffer>;
  unwrap(wrapped: Buffer): Promise<Buffer>;
}

const plain = Buffer.from('OCKP');
const wrapped = Buffer.from('OCKW');
const keyLength = 32;

/** Makes the key at first use. An unreadable key file is put aside, so that a lost keyring can still be brought back. */
export async function openVaultKey(folder: string, log: Log, wrapper?: KeyWrapper): Promise<Buffer> {
  const file = join(folder, 'key');
  try {
    const bytes = await readFile(file);
    await chmod(file, 0o600);
    const key = await decode(bytes, wrapper);
    if (wrapper && isPlain(bytes)) await writeDurably(file, await encode(key, wrapper));
    return key;
  } catch (error) {
    if (!isMissing(error)) {
      const aside = `${file}.unreadable-${Date.now()}`;
      await rename(file, aside);
      log.warn('The key of the credential store cannot be read and was put aside; sign in again', {
        file: aside,
        cause: describeError(error),
      });
    }
  }
  const key = randomBytes(keyLength);
  await writeDurably(file, await encode(key, wrapper));
  return key;
}

const isPlain = (bytes: Buffer) => bytes.subarray(0, plain.length).equals(plain);

async function encode(key: Buffer, wrapper?: KeyWrapper): Promise<Buffer> {
  return wrapper ? Buffer.concat([wrapped, await wrapper.wrap(key)]) : Buffer.concat([plain, key]);
}

async function decode(bytes: Buffer, wrapper?: KeyWrapper): Promise<Buffer> {
  const rest = bytes.subarray(plain.length);
  let key: Buffer;
  if (isPlain(bytes)) key = rest;
  else if (!bytes.subarray(0, wrapped.length).equals(wrapped)) throw new Error('not a key file');
  else if (!wrapper) throw new Error('the key is locked by a keyring that this host cannot open');
  else key = await wrapper.unwrap(rest);
  if (key.length !== keyLength) throw new Error('the key has the wrong length');
  return Buffer.from(key);
}
