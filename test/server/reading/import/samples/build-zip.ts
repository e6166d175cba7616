// Makes zip archives for tests.

import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

export async function buildZip(files: Record<string, string | Buffer>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name, { compress, compressionLevel: compress ? 1 : 0 });
  zip.end();
  return buffer(zip.outputStream);
}
