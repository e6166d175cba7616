// Unpacks a zip archive in memory, with every checksum compared.

import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32)
      throw new Error(`${entry.fileName} has another checksum than the archive says.`);
    files.set(entry.fileName, content);
  }
  return files;
}
