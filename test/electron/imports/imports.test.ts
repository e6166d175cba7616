// Imports: the spool, the upload with its resumption, failures that stay, kill -9 in the middle.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import type { ImportProgress } from '../../../api/ipc.ts';
import { createImports, type Imports } from '../../../electron/imports/imports.ts';
import { openSpool } from '../../../electron/imports/spool.ts';
import { eventually } from '../../eventually.ts';
import { failing, fakeService, sha256 } from '../fake-service.ts';
import { signedIn } from '../signed-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { importService, start } from './running-imports.ts';

const book = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31) % 251));

async function give(imports: Imports, name: string, bytes: Uint8Array, toRead = false) {
  const importId = await imports.open(name, bytes.byteLength, toRead);
  for (let offset = 0; offset < bytes.byteLength; offset += 256_000) {
    await imports.chunk(importId, offset, bytes.subarray(offset, offset + 256_000));
  }
  await imports.commit(importId);
  return importId;
}

const stages = (events: ImportProgress[]) =>
  events.map(({ stage }) => stage).filter((stage, index, all) => stage !== all[index - 1]);

test('a file goes through spool, upload and parsing, with progress, and leaves nothing behind', async () => {
  const service = await importService();
  const { imports, events, folder } = await start(service);
  await give(imports, 'moby-dick.epub', book);
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  expect(stages(events)).toEqual(['reading', 'waiting', 'uploading', 'parsing', 'done']);
  expect(events.at(-1)).toMatchObject({
    done: book.length,
    total: book.length,
    bookId: `b_${sha256(book).slice(0, 8)}`,
  });
  const sent = events.filter(({ stage }) => stage === 'uploading').map(({ done }) => done);
  expect(sent).toEqual([...sent].sort((a, b) => a - b));
  expect(sent.at(-1)).toBe(book.length);
  expect([...service.stored.values()]).toEqual([book]);
  await eventually(async () => expect(await readdir(join(folder, 'imports'))).toEqual([]));
  expect(imports.list()).toEqual([]);
  const asked = service.received.find(({ name }) => name === 'GET /cos/getcredential')?.query;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    mode: 'book',
    name: 'moby-dick.epub',
    size: String(book.length),
    sha256: sha256(book),
  });
});

test('pieces are checked: gaps, too much, too little, a second commit', async () => {
  const { imports } = await start(await importService());
  const importId = await imports.open('a.epub', 10);
  await expect(imports.chunk(importId, 5, Buffer.alloc(2))).rejects.toMatchObject({ code: 'bad_argument' });
  await imports.chunk(importId, 0, Buffer.from('01234'));
  await imports.chunk(importId, 0, Buffer.from('01234'));
  await expect(imports.chunk(importId, 5, Buffer.alloc(6))).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(imports.commit(importId)).rejects.toMatchObject({ code: 'bad_argument', details: { length: 5 } });
  await imports.chunk(importId, 5, Buffer.from('56789'));
  await imports.commit(importId);
  await expect(imports.chunk('unknown', 0, Buffer.alloc(1))).rejects.toMatchObject({ code: 'not_found' });
  await expect(imports.open('empty.epub', 0)).rejects.toMatchObject({ code: 'bad_book' });
  await expect(imports.open('huge.epub', 3 * 2 ** 30)).rejects.toMatchObject({ code: 'too_large' });
});

test('a name with a path in it stays a name', async () => {
  const { imports } = await start(await importService());
  await imports.open('../../etc/passwd.epub', 10);
  expect(imports.list()[0]?.name).toBe('passwd.epub');
});

test('a refused book stays in the list with the service’s reason until it is dismissed, also after a restart', async () => {
  const service = await importService();
  service.on('POST /cos/notify', failing('unsafe_book', { entry: '../x' }));
  const first = await start(service);
  const importId = await give(first.imports, 'evil.epub', book);
  await eventually(() => expect(first.events.at(-1)?.stage).toBe('failed'));
  await first.imports.stop();
  const second = await start(service, first.folder);
  expect(second.imports.list()).toMatchObject([
    { importId, stage: 'failed', error: { code: 'unsafe_book', message: expect.stringContaining('unsafe') } },
  ]);
  await second.imports.cancel(importId);
  expect(second.imports.list()).toEqual([]);
  const third = await start(service, first.folder);
  expect(third.imports.list()).toEqual([]);
  await third.imports.cancel(importId);
});

test('offline, the import waits, and goes on when the service is back, still to be read', async () => {
  const service = await importService();
  const { imports, events, told } = await start(service);
  const port = Number(new URL(service.url).port);
  await service.close();
  await give(imports, 'later.epub', book, true);
  await eventually(() => expect(told).toContain('offline'));
  await eventually(() => expect(imports.list()).toMatchObject([{ stage: 'waiting' }]));
  const back = await fakeService({ 'GET /probe': () => ({}) }, port);
  back.on('GET /cos/getcredential', () => ({ bookId: 'b_known', cbid: 'c', name: 'n', uploaded: 1, headers: [] }));
  await eventually(() => expect(events.at(-1)).toMatchObject({ stage: 'done', bookId: 'b_known', toRead: true }));
});

test('signed out, the import waits for its own account', async () => {
  const service = await importService();
  const { imports, events, signOut, signIn } = await start(service);
  signOut();
  await give(imports, 'mine.epub', book);
  expect(imports.list()).toMatchObject([{ stage: 'waiting' }]);
  expect(service.received).toEqual([]);
  signIn();
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
});

test('an upload that breaks is continued with its reservation', async () => {
  const service = await importService();
  let breaks = 2;
  const put = service.received;
  service.on('PUT /store', ({ body }, response) => {
    if (breaks-- > 0) {
      response.destroy();
      return true;
    }
    service.stored.set(`up_${sha256(body).slice(0, 8)}`, body);
    response.writeHead(200).end();
    return true;
  });
  const { imports, events } = await start(service);
  await give(imports, 'a.epub', book);
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  const reservations = put
    .filter(({ name }) => name === 'GET /cos/getcredential')
    .map(({ query }) => query.get('cbid'));
  expect(reservations[0]).toBeNull();
  expect(reservations.slice(1).every((cbid) => cbid === reservations[1] && cbid !== null)).toBe(true);
});

test('a lapsed reservation is replaced', async () => {
  const service = await importService();
  const reserve = service.answer('GET /cos/getcredential');
  service.on('GET /cos/getcredential', (received, ...rest) => {
    if (received.query.has('cbid')) throw new AppError('not_found');
    return reserve(received, ...rest);
  });
  const put = service.answer('PUT /store');
  let breaks = 1;
  service.on('PUT /store', (received, response, request) => {
    if (breaks-- > 0) throw new AppError('upstream_unavailable');
    return put(received, response, request);
  });
  const { imports, events } = await start(service);
  await give(imports, 'a.epub', book);
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  const cbids = service.received
    .filter(({ name }) => name === 'GET /cos/getcredential')
    .map(({ query }) => query.has('cbid'));
  expect(cbids).toEqual([false, true, false]);
});

test('a book that is still being made is asked for again', async () => {
  const service = await importService();
  let working = 1;
  service.on('POST /cos/notify', () =>
    working-- > 0
      ? { state: 'working', retryAfter: 1, existed: 0 }
      : { state: 'ready', retryAfter: 0, existed: 0, bookId: 'b_1' },
  );
  const { imports, events } = await start(service);
  await give(imports, 'a.epub', book);
  await eventually(() => expect(events.at(-1)).toMatchObject({ stage: 'done', bookId: 'b_1' }));
  expect(service.count('POST /cos/notify')).toBe(2);
});

test('a store that keeps refusing ends in a failure, not in a loop', async () => {
  const service = await importService();
  service.on('PUT /store', (_received, response) => {
    response.writeHead(403).end('<Error/>');
    return true;
  });
  const { imports, events } = await start(service);
  await give(imports, 'a.epub', book);
  await eventually(() => expect(events.at(-1)?.stage).toBe('failed'));
  expect(imports.list()).toMatchObject([{ stage: 'failed' }]);
});

test('cancelling takes the import and its bytes away', async () => {
  const service = await importService();
  service.on('PUT /store', () => new Promise(() => undefined));
  const { imports, folder } = await start(service);
  const importId = await give(imports, 'a.epub', book);
  await eventually(() => expect(service.count('GET /cos/getcredential')).toBe(1));
  await imports.cancel(importId);
  expect(imports.list()).toEqual([]);
  expect(await readdir(join(folder, 'imports'))).toEqual([]);
});

test('an import whose page vanished before the last piece is reported, and a foreign folder is left alone', async () => {
  const service = await importService();
  const first = await start(service);
  const importId = await first.imports.open('half.epub', 100);
  await first.imports.chunk(importId, 0, Buffer.alloc(50));
  await writeFile(join(first.folder, 'imports', 'notes.txt'), 'mine');
  const second = await start(service, first.folder);
  expect(second.imports.list()).toMatchObject([{ importId, stage: 'failed', error: { code: 'cancelled' } }]);
  expect(await readFile(join(first.folder, 'imports', 'notes.txt'), 'utf8')).toBe('mine');
});

test('kill -9 in the middle of the upload loses nothing: the next start finishes it', async () => {
  const service = await importService();
  const store = Promise.withResolvers<void>();
  service.on('PUT /store', () => {
    store.resolve();
    return new Promise(() => undefined);
  });
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.epub'), book);
  const script = new URL('../import-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, folder, service.url, join(folder, 'a.epub')], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await store.promise;
  child.kill('SIGKILL');
  await once(child, 'exit');

  const whole = await importService();
  service.on('PUT /store', ({ body }, response) => {
    whole.stored.set('got', body);
    service.stored.set(`up_${sha256(body).slice(0, 8)}`, body);
    response.writeHead(200).end();
    return true;
  });
  const { imports, events } = await start(service, folder);
  expect(imports.list()).toMatchObject([{ name: 'a.epub', stage: 'waiting' }]);
  imports.resume();
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  expect(whole.stored.get('got')).toEqual(book);
  const reservations = service.received.filter(({ name }) => name === 'GET /cos/getcredential');
  expect(reservations.at(-1)?.query.get('cbid')).toBe(`cb_up_${sha256(book).slice(0, 8)}`);
});

test('an import that was given up because of the service, not of the file, has another chance at the next start', async () => {
  const service = await importService();
  const one = await signedIn(service.url);
  const spool = await openSpool(join(one.folder, 'imports'), one.log);
  const entry = await spool.add('moby-dick.epub', book.byteLength, undefined);
  await spool.write(entry, 0, book);
  const error = { code: 'upstream_unavailable', message: 'The service was ill for long.' };
  await spool.save({ ...entry, stage: 'failed', sha256: await spool.seal(entry), error });
  const { imports, events } = await start(service, one.folder);
  imports.resume();
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  expect(imports.list()).toEqual([]);
});

test('an import whose page is gone says so, and takes nothing more', async () => {
  const one = await signedIn((await importService()).url);
  const imports = createImports({
    spool: await openSpool(join(one.folder, 'imports'), one.log),
    requests: one.requests,
    account: () => undefined,
    isSignedIn: () => false,
    progress: () => undefined,
    log: one.log,
    patience: 40,
  });
  onTestFinished(imports.stop);
  const importId = await imports.open('a book.epub', book.length);
  await imports.chunk(importId, 0, book.subarray(0, 1000));
  await eventually(() => {
    expect(imports.list()).toMatchObject([{ stage: 'failed', error: { code: 'cancelled' } }]);
  });
  await expect(imports.chunk(importId, 1000, book.subarray(1000))).rejects.toMatchObject({ code: 'conflict' });
  await imports.cancel(importId);
  expect(imports.list()).toEqual([]);
});

test('the page reads the bytes of a complete import, which it keeps without an account', async () => {
  const one = await signedIn((await importService()).url);
  const imports = createImports({
    spool: await openSpool(join(one.folder, 'imports'), one.log),
    requests: one.requests,
    account: () => undefined,
    isSignedIn: () => false,
    progress: () => undefined,
    log: one.log,
  });
  onTestFinished(imports.stop);
  const large = Buffer.concat([book, book]);
  const importId = await imports.open('a book.epub', large.length);
  await imports.chunk(importId, 0, large.subarray(0, 1 << 20));
  await expect(imports.read(importId, 0)).rejects.toMatchObject({ code: 'conflict' });
  await imports.chunk(importId, 1 << 20, large.subarray(1 << 20));
  await imports.commit(importId);
  const first = await imports.read(importId, 0);
  const second = await imports.read(importId, first.length);
  expect(Buffer.concat([first, second])).toEqual(large);
  expect(await imports.read(importId, large.length)).toHaveLength(0);
  await expect(imports.read('unknown', 0)).rejects.toMatchObject({ code: 'not_found' });
});
