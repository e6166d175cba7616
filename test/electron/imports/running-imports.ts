// Imports at a service whose object store keeps what is put.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import type { ImportProgress } from '../../../api/ipc.ts';
import { createImports } from '../../../electron/imports/imports.ts';
import { openSpool } from '../../../electron/imports/spool.ts';
import { type FakeService, fakeService, sha256 } from '../fake-service.ts';
import { signedIn } from '../signed-in.ts';

/** A service whose object store keeps what is put. */
export async function importService(): Promise<FakeService & { stored: Map<string, Buffer> }> {
  const service = await fakeService();
  const stored = new Map<string, Buffer>();
  service.on('GET /cos/getcredential', ({ query }) => {
    const name = `up_${query.get('sha256')?.slice(0, 8)}`;
    return {
      name,
      cbid: query.get('cbid') ?? `cb_${name}`,
      method: 'PUT',
      url: `${service.url}/store`,
      headers: [{ name: 'x-checksum', value: String(query.get('sha256')) }],
      maxSize: Number(query.get('size')),
      expireTime: 2_000_000_000,
      uploaded: stored.has(name) ? 1 : 0,
    };
  });
  service.on('PUT /store', ({ body, headers }, response) => {
    if (sha256(body) !== headers['x-checksum']) throw new AppError('checksum_mismatch');
    stored.set(`up_${sha256(body).slice(0, 8)}`, body);
    response.writeHead(200).end();
    return true;
  });
  service.on('POST /cos/notify', (received) => {
    const bytes = stored.get(String(received.json().name));
    if (!bytes) throw new AppError('upload_missing');
    return { state: 'ready', retryAfter: 0, existed: 0, bookId: `b_${sha256(bytes).slice(0, 8)}` };
  });
  return Object.assign(service, { stored });
}

export async function start(service: FakeService, folder?: string, limits: { most?: number } = {}) {
  const one = await signedIn(service.url, folder ? { folder } : {});
  const events: ImportProgress[] = [];
  let account: string | undefined = 'u_reader-test';
  const imports = createImports({
    spool: await openSpool(join(one.folder, 'imports'), one.log),
    requests: one.requests,
    account: () => account,
    isSignedIn: () => account !== undefined,
    progress: (progress) => events.push(progress),
    log: one.log,
    retryPause: 20,
    ...limits,
  });
  one.online.onReturn(imports.resume);
  onTestFinished(imports.stop);
  const signOut = () => {
    account = undefined;
  };
  const signIn = () => {
    account = 'u_reader-test';
    imports.resume();
  };
  return { ...one, imports, events, signOut, signIn };
}
