// Keeps credentials encrypted in files (AES-256-GCM). A file that cannot be read is put aside and reported as absent:
// the reader signs in again, and nothing crashes. Must not know what is stored.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import { writeDurably } from '../disk/write-durably.ts';
import { type KeyWrapper, openVaultKey } from './vault-key.ts';

export interface Vault {
  read(name: string): Promise<string | undefined>;
  /** Returns once the text is on the disk. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const magic = Buffer.from('OCV1');
const ivLength = 12;
const tagLength = 16;

export async function openVault(folder: string, log: Log, wrapper?: KeyWrapper): Promise<Vault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const key = await openVaultKey(folder, log, wrapper);
  const fileOf = (name: string) => {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`Not a vault name: ${name}`);
    return join(folder, `${name}.vault`);
  };
  return {
    async read(name) {
      const file = fileOf(name);
      let bytes: Buffer;
      try {
        bytes = await readFile(file);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      try {
        return decrypt(key, name, bytes);
      } catch (error) {
        const aside = `${file}.unreadable-${Date.now()}`;
        await rename(file, aside);
        log.warn('A stored credential cannot be read and was put aside; sign in again', {
          file: aside,
          cause: describeError(error),
        });
        return undefined;
      }
    },
    write: (name, text) => writeDurably(fileOf(name), encrypt(key, name, text)),
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

// The name is authenticated too, so that one entry cannot be passed off as another.
function encrypt(key: Buffer, name: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([magic, iv, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, name: string, bytes: Buffer): string {
  const bodyAt = magic.length + ivLength + tagLength;
  if (bytes.length < bodyAt || !bytes.subarray(0, magic.length).equals(magic)) throw new Error('not a vault file');
  const iv = bytes.subarray(magic.length, magic.length + ivLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(magic.length + ivLength, bodyAt));
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8');
}
