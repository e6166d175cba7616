// Imports that are taken away: at any moment, and from a disk that refuses.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createImports } from '../../../electron/imports/imports.ts';
import { openSpool, type Spool } from '../../../electron/imports/spool.ts';
import { fakeService } from '../fake-service.ts';
import { signedIn } from '../signed-in.ts';

const book = Buffer.from('a whole book');

/** With a spool that works otherwise in what `change` gives. */
async function start(change: (spool: Spool) => Partial<Spool>) {
  const service = await fakeService();
  const { folder, log, requests } = await signedIn(service.url);
  const place = join(folder, 'imports');
  const spool = await openSpool(place, log);
  const account = { name: undefined as string | undefined };
  const imports = createImports({
    spool: { ...spool, ...change(spool) },
    ...{ requests, log, account: () => account.name, progress: () => undefined },
  });
  onTestFinished(imports.stop);
  const importId = await imports.open('a.epub', book.byteLength);
  await imports.chunk(importId, 0, book);
  return { imports, importId, service, account, left: () => readdir(place) };
}

test('an import that is taken away while its last piece is recorded leaves nothing behind', async () => {
  const [saving, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { imports, importId, left } = await start((spool) => ({
    async save(entry) {
      saving.resolve();
      await held.promise;
      await spool.save(entry);
    },
  }));
  const committed = imports.commit(importId);
  await saving.promise;
  await imports.cancel(importId);
  held.resolve();
  await expect(committed).rejects.toMatchObject({ code: 'not_found' });
  expect(imports.list()).toEqual([]);
  expect(await left()).toEqual([]);
});

test('an import that cannot be removed stays on the list, is not sent, and goes at the next try', async () => {
  let broken = true;
  const { imports, importId, service, account, left } = await start((spool) => ({
    async remove(entry) {
      if (broken) throw new Error('The disk cannot be written.');
      await spool.remove(entry);
    },
  }));
  await imports.commit(importId);
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  expect(imports.list()).toMatchObject([{ importId, stage: 'failed', error: { code: 'internal' } }]);
  account.name = 'u_reader-test';
  imports.resume();
  broken = false;
  await imports.cancel(importId);
  expect(imports.list()).toEqual([]);
  expect(await left()).toEqual([]);
  expect(service.received.filter(({ name }) => name.includes('/cos/'))).toEqual([]);
});
