// Book files and covers as the page asks for them, of an account that is signed in.

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBookFiles } from '../../../electron/books/book-files.ts';
import type { BytesReply } from '../../../electron/client-parts.ts';
import { signedIn } from '../signed-in.ts';

export async function openFiles(service: { url: string }, more: Partial<Parameters<typeof createBookFiles>[0]> = {}) {
  const one = await signedIn(service.url);
  const folder = join(one.folder, 'cache');
  const files = createBookFiles({
    folder,
    requests: one.requests,
    account: () => 'u_reader-test',
    service: () => service.url,
    log: one.log,
    maxBytes: 500_000,
    later: (tidy) => setTimeout(tidy, 20),
    ...more,
  });
  return { ...one, folder: join(folder, 'u_reader-test', 'book-files'), files };
}

export async function bytesOf(reply: BytesReply | undefined): Promise<Buffer> {
  if (!reply?.body) throw new Error(`no body with ${reply?.status}`);
  return reply.body instanceof Readable ? buffer(reply.body) : reply.body;
}
