// Writes a blob that never ends, for the test that kills the writer: node endless-put.ts FOLDER KEY

import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openBlobs } from '../../../server/base/blobs/open-blobs.ts';
import { createLog } from '../../../server/base/log.ts';

const [folder = '', key = ''] = process.argv.slice(2);
const log = createLog({ name: 'child', level: 'silent' });
const blobs = await openBlobs(pathToFileURL(folder).href, { publicUrl: 'http://unused', secret: 'unused', log });
async function* forever(): AsyncGenerator<Buffer> {
  for (let i = 0; ; i++) {
    yield Buffer.alloc(10_000, 'n');
    if (i === 20) process.stdout.write('writing\n');
    await wait(1);
  }
}
await blobs.put(key, Readable.from(forever()));
