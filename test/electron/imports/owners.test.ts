// Whose imports are whose: nobody sees, reads or takes away what another account of this device has not sent yet.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ImportProgress } from '../../../api/ipc.ts';
import { createClient } from '../../../electron/client.ts';
import { openSettings } from '../../../electron/disk/settings.ts';
import { createImports } from '../../../electron/imports/imports.ts';
import { openSpool } from '../../../electron/imports/spool.ts';
import { openAccounts } from '../../../electron/sign-in/accounts.ts';
import { openVault } from '../../../electron/vault/vault.ts';
import { eventually } from '../../eventually.ts';
import { fakeService } from '../fake-service.ts';
import { recordingLog } from '../recording-log.ts';
import { signedIn } from '../signed-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const book = Buffer.from('a whole book');

/** At a service that cannot be reached, so that everything waits. */
async function start(spool?: { remove?: () => Promise<void> }, most = 500) {
  const service = await fakeService();
  const { folder, log, requests } = await signedIn(service.url);
  await service.close();
  const place = join(folder, 'imports');
  const events: ImportProgress[] = [];
  const inUse = { account: 'u_a' as string | undefined, isSignedIn: true };
  const imports = createImports({
    spool: { ...(await openSpool(place, log)), ...spool },
    ...{ requests, log, account: () => inUse.account, isSignedIn: () => inUse.isSignedIn },
    progress: (progress) => events.push(progress),
    most,
  });
  onTestFinished(imports.stop);
  const give = async (name: string) => {
    const importId = await imports.open(name, book.byteLength);
    await imports.chunk(importId, 0, book);
    await imports.commit(importId);
    return importId;
  };
  return { imports, inUse, events, give, left: () => readdir(place) };
}

test.each([undefined, 'u_b'])('what one account has not sent yet is nothing to %s', async (other) => {
  const { imports, inUse, events, give, left } = await start();
  const importId = await give('diary.epub');
  expect(imports.list()).toMatchObject([{ importId, account: 'u_a' }]);
  inUse.account = other;
  events.length = 0;
  imports.resume();
  expect(imports.list()).toEqual([]);
  await expect(imports.read(importId, 0)).rejects.toMatchObject({ code: 'not_found' });
  await imports.cancel(importId);
  expect(await left()).toEqual([importId]);
  const own = await give('own.epub');
  expect(new Set(events.map((event) => event.importId))).toEqual(new Set([own]));
  inUse.account = 'u_a';
  expect(imports.list()).toContainEqual(expect.objectContaining({ importId, stage: 'waiting' }));
  expect(Buffer.from(await imports.read(importId, 0))).toEqual(book);
});

test('what was begun without an account is everyone’s, and what comes while a session has ended is its account’s', async () => {
  const { imports, inUse, give } = await start();
  inUse.account = undefined;
  const nobodys = await give('open.epub');
  expect(imports.list()[0]).not.toHaveProperty('account');
  inUse.account = 'u_a';
  inUse.isSignedIn = false;
  const own = await give('later.epub');
  expect(imports.list().map(({ importId }) => importId)).toEqual([nobodys, own]);
  inUse.account = 'u_b';
  expect(imports.list().map(({ importId }) => importId)).toEqual([nobodys]);
});

test('an account that is forgotten leaves none of its imports, and others keep theirs', async () => {
  const { imports, inUse, give, left } = await start();
  await give('one.epub');
  await give('two.epub');
  await imports.open('half.epub', book.byteLength);
  inUse.account = 'u_b';
  const others = await give('other.epub');
  inUse.account = undefined;
  const nobodys = await give('open.epub');
  await imports.forget('u_a');
  expect((await left()).sort()).toEqual([others, nobodys].sort());
});

test('only what the reader can finish or dismiss is counted', async () => {
  const { imports, inUse, give } = await start({}, 3);
  const open = () => imports.open('one more.epub', book.byteLength);
  for (const name of ['one', 'two', 'three']) await give(name);
  await expect(open()).rejects.toMatchObject({ code: 'limit_reached' });
  inUse.account = undefined;
  // Each of them is complete, and stands on the shelf of this device.
  for (const name of ['four', 'five', 'six', 'seven']) await give(name);
  inUse.account = 'u_b';
  const first = await open();
  await open();
  await open();
  await expect(open()).rejects.toMatchObject({ code: 'limit_reached' });
  await imports.cancel(first);
  await open();
});

test('an import that cannot be forgotten is told', async () => {
  const { imports, inUse, give } = await start({ remove: () => Promise.reject(new Error('The disk refuses.')) });
  const importId = await give('one.epub');
  inUse.account = undefined;
  await expect(imports.forget('u_a')).rejects.toMatchObject({ code: 'internal' });
  inUse.account = 'u_a';
  expect(imports.list()).toMatchObject([{ importId, stage: 'failed' }]);
});

/** The main process of an account whose service takes no file, with one import that waits. */
async function startClient() {
  const folder = await temporaryFolder();
  const log = recordingLog();
  const service = await fakeService();
  const accounts = await openAccounts(await openVault(join(folder, 'vault'), log), log);
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const session = { accessToken: 'access-0', refreshToken: 'refresh-0', signKey: 'sign-key-0', expiresAt };
  const account = { account: 'u_a', service: service.url, vid: 'u_a', name: 'Ada', avatar: '', session };
  await accounts.signIn(account);
  const nothing = () => undefined;
  const client = await createClient(
    {
      ...{ folder, log, settings: await openSettings(folder, log), emit: nothing, announce: nothing, quit: nothing },
      openOutside: () => Promise.resolve(),
    },
    { service: service.url, autoSignIn: false, files: [] },
  );
  onTestFinished(() => client.stop());
  const call = client.answer('browser');
  const opened = await call('import.open', { name: 'diary.epub', size: book.byteLength });
  const { importId } = (opened as { value: { importId: string } }).value;
  await call('import.chunk', { importId, offset: 0, bytes: new Uint8Array(book) });
  await call('import.commit', { importId });
  return { call, importId, left: () => readdir(join(folder, 'imports')) };
}

test('whoever signs out keeps what waits, and nobody else is told of it', async () => {
  const { call, importId, left } = await startClient();
  expect(await call('import.list', {})).toMatchObject({ ok: true, value: [{ importId, account: 'u_a' }] });
  expect(await call('account.signOut', { deleteLocalData: false })).toMatchObject({ ok: true });
  expect(await call('import.list', {})).toEqual({ ok: true, value: [] });
  expect(await left()).toEqual([importId]);
});

test('whoever has books and notes deleted leaves no import behind', async () => {
  const { call, left } = await startClient();
  expect(await call('account.signOut', { deleteLocalData: true })).toMatchObject({ ok: true });
  await eventually(async () => expect(await left()).toEqual([]));
});
