// Imports that are taken away: at any moment, and from a disk that refuses.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ImportProgress } from '../../../api/ipc.ts';
import { createImports } from '../../../electron/imports/imports.ts';
import { openSpool, type Spool, type SpoolEntry } from '../../../electron/imports/spool.ts';
import { eventually } from '../../eventually.ts';
import { fakeService } from '../fake-service.ts';
import { signedIn } from '../signed-in.ts';

const book = Buffer.from('a whole book');

/** With a spool that works otherwise in what `change` gives, and a service that has every book already. */
async function start(change: (spool: Spool) => Partial<Spool>) {
  const service = await fakeService({
    'GET /cos/getcredential': () => ({ bookId: 'b_known', cbid: 'c', name: 'n', uploaded: 1, headers: [] }),
  });
  const { folder, log, requests } = await signedIn(service.url);
  const place = join(folder, 'imports');
  const spool = await openSpool(place, log);
  const account = { name: undefined as string | undefined };
  const events: ImportProgress[] = [];
  const imports = createImports({
    spool: { ...spool, ...change(spool) },
    ...{
      requests,
      log,
      account: () => account.name,
      isSignedIn: () => account.name !== undefined,
      progress: (progress) => events.push(progress),
    },
  });
  onTestFinished(imports.stop);
  const give = async (name: string) => {
    const importId = await imports.open(name, book.byteLength);
    await imports.chunk(importId, 0, book);
    return importId;
  };
  /** Names of the files that the service was asked to take, after one more was sent. */
  const sent = async () => {
    account.name = 'u_reader-test';
    const last = await give('last.epub');
    await imports.commit(last);
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ importId: last, stage: 'done' })));
    return service.received.map(({ query }) => query.get('name'));
  };
  const importId = await give('a.epub');
  return { imports, importId, service, account, log, events, sent, left: () => readdir(place) };
}

/** A disk that refuses to remove anything as long as it is broken. */
function brokenDisk(spool: Spool) {
  const disk = {
    broken: true,
    async remove(entry: SpoolEntry) {
      if (disk.broken) throw new Error('The folder is not empty.');
      await spool.remove(entry);
    },
  };
  return disk;
}

/** A record that is written only when it is let go. */
function heldRecord(spool: Spool, isMeant: (entry: SpoolEntry) => boolean) {
  const [saving, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const save = async (entry: SpoolEntry) => {
    if (isMeant(entry)) {
      saving.resolve();
      await held.promise;
    }
    await spool.save(entry);
  };
  return { saving: saving.promise, letGo: held.resolve, save };
}

test('an import that is taken away while its last piece is recorded leaves nothing behind', async () => {
  let record: ReturnType<typeof heldRecord> | undefined;
  const { imports, importId, left } = await start((spool) => {
    record = heldRecord(spool, ({ stage }) => stage === 'waiting');
    return { save: record.save };
  });
  const committed = imports.commit(importId);
  await record?.saving;
  await imports.cancel(importId);
  record?.letGo();
  await expect(committed).rejects.toMatchObject({ code: 'not_found' });
  expect(imports.list()).toEqual([]);
  expect(await left()).toEqual([]);
});

test('an import that cannot be removed stays on the list, is not sent, and goes at the next try', async () => {
  let disk: ReturnType<typeof brokenDisk> | undefined;
  const { imports, importId, log, sent, left } = await start((spool) => {
    disk = brokenDisk(spool);
    return { remove: disk.remove };
  });
  await imports.commit(importId);
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  expect(imports.list()).toMatchObject([{ importId, stage: 'failed', error: { code: 'internal' } }]);
  const said = log.entries.find(({ message }) => message === 'An import could not be removed');
  expect(said?.facts?.cause).toContain('The folder is not empty.');
  if (disk) disk.broken = false;
  expect(await sent()).toEqual(['last.epub']);
  await imports.cancel(importId);
  expect(imports.list()).toEqual([]);
  await eventually(async () => expect(await left()).toEqual([]));
});

test('nor is one sent that could not be removed while its last piece was recorded, also after a restart', async () => {
  let disk: ReturnType<typeof brokenDisk> | undefined;
  let record: ReturnType<typeof heldRecord> | undefined;
  let found: SpoolEntry | undefined;
  const { imports, importId, sent, left } = await start((spool) => {
    disk = brokenDisk(spool);
    record = heldRecord(spool, ({ stage }) => stage === 'waiting');
    const { save } = record;
    return {
      remove: disk.remove,
      async save(entry) {
        await (entry.name === 'a.epub' ? save(entry) : spool.save(entry));
        if (entry.name === 'a.epub') found = { ...entry };
      },
    };
  });
  const committed = imports.commit(importId);
  await record?.saving;
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  record?.letGo();
  await expect(committed).rejects.toMatchObject({ code: 'internal' });
  await eventually(() => expect(found).toMatchObject({ stage: 'failed', error: { code: 'internal' } }));
  expect(imports.list()).toMatchObject([{ importId, stage: 'failed' }]);
  if (disk) disk.broken = false;
  expect(await sent()).toEqual(['last.epub']);
  await imports.cancel(importId);
  await eventually(async () => expect(await left()).toEqual([]));
});

test('one that could not be removed because its upload was being recorded goes with the end of that', async () => {
  let disk: ReturnType<typeof brokenDisk> | undefined;
  let record: ReturnType<typeof heldRecord> | undefined;
  const { imports, importId, service, account, left } = await start((spool) => {
    disk = brokenDisk(spool);
    record = heldRecord(spool, ({ cbid, stage }) => cbid !== undefined && stage === 'waiting');
    return { remove: disk.remove, save: record.save };
  });
  const reserved = { cbid: 'c', name: 'n', uploaded: 0, headers: [], method: 'PUT', url: `${service.url}/store` };
  service.on('GET /cos/getcredential', () => ({ ...reserved, maxSize: 1000, expireTime: 2_000_000_000 }));
  account.name = 'u_reader-test';
  await imports.commit(importId);
  await record?.saving;
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  if (disk) disk.broken = false;
  record?.letGo();
  await eventually(async () => expect(await left()).toEqual([]));
  expect(imports.list()).toEqual([]);
});

test('one that goes while its failure is being recorded leaves no record behind', async () => {
  let disk: ReturnType<typeof brokenDisk> | undefined;
  let record: ReturnType<typeof heldRecord> | undefined;
  const { imports, importId, left } = await start((spool) => {
    disk = brokenDisk(spool);
    record = heldRecord(spool, ({ stage }) => stage === 'failed');
    return { remove: disk.remove, save: record.save };
  });
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  await record?.saving;
  if (disk) disk.broken = false;
  const removed = imports.cancel(importId);
  // As long as a removal that waits for nothing would take.
  await wait(100);
  record?.letGo();
  await removed;
  expect(await left()).toEqual([]);
});

test('a stop waits until what failed is recorded: the next start would try it anew', async () => {
  let record: ReturnType<typeof heldRecord> | undefined;
  const { imports, importId } = await start((spool) => {
    record = heldRecord(spool, ({ stage }) => stage === 'failed');
    return { remove: brokenDisk(spool).remove, save: record.save };
  });
  await expect(imports.cancel(importId)).rejects.toMatchObject({ code: 'internal' });
  await record?.saving;
  let stopped = false;
  const stopping = imports.stop().then(() => {
    stopped = true;
  });
  // As long as a stop that waits for nothing would take.
  await wait(100);
  expect(stopped).toBe(false);
  record?.letGo();
  await stopping;
});
