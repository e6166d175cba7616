// Files that are opened from outside: brought in through the same spool, or listed with the reason why not.

import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { importFiles } from '../../../electron/imports/files.ts';
import { eventually } from '../../eventually.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { importService, start } from './running-imports.ts';

const book = Buffer.from('a whole book');

test('files of the command line are brought in; the list says why others are not, until they are dismissed', async () => {
  const service = await importService();
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.epub'), book);
  await writeFile(join(folder, 'empty.pdf'), '');
  const { imports, events, log } = await start(service);
  await importFiles(
    ['none.epub', '', 'empty.pdf', 'a.epub'].map((name) => join(folder, name)),
    imports,
    log,
  );
  await eventually(() => expect(events.at(-1)?.stage).toBe('done'));
  expect(log.messages().filter((message) => message.includes('could not be brought in'))).toHaveLength(3);
  expect(events.some(({ toRead }) => toRead)).toBe(false);
  const refused = imports.list().map(({ name, stage, error }) => [name, stage, error?.code, error?.message]);
  expect(refused).toEqual([
    ['none.epub', 'failed', 'not_found', 'There is no such file.'],
    [basename(folder), 'failed', 'unsupported_format', 'It is no file.'],
    ['empty.pdf', 'failed', 'bad_book', 'The file is empty.'],
  ]);
  for (const { importId } of imports.list()) {
    expect(events.find((event) => event.importId === importId)?.stage).toBe('failed');
    await imports.cancel(importId);
  }
  expect(imports.list()).toEqual([]);
});

test('of files that cannot be brought in no more are listed than imports may wait', async () => {
  const { imports, log } = await start(await importService(), undefined, { most: 3 });
  await importFiles(
    Array.from({ length: 9 }, (_, n) => join(tmpdir(), `none-${n}.epub`)),
    imports,
    log,
  );
  expect(imports.list()).toHaveLength(4);
});

test('a single file that was opened is meant to be read', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.epub'), book);
  const service = await importService();
  const { imports, events, log } = await start(service);
  await importFiles([join(folder, 'a.epub')], imports, log);
  await eventually(() => expect(events.at(-1)).toMatchObject({ stage: 'done', toRead: true }));
});

test('what is taken away while its file is read stays away, and what fails then is given up with its bytes', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.epub'), Buffer.alloc(3 << 20, 'a'));
  const { imports, events, log, folder: own } = await start(await importService());
  let chunks = 0;
  const failing = (second: (importId: string) => Promise<void>) => ({
    ...imports,
    async chunk(...of: Parameters<typeof imports.chunk>) {
      if (++chunks % 2 === 0) await second(of[0]);
      await imports.chunk(...of);
    },
  });
  await importFiles([join(folder, 'a.epub')], failing(imports.cancel), log);
  expect(imports.list()).toEqual([]);
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  await importFiles(
    [join(folder, 'a.epub')],
    failing(() => Promise.reject(full)),
    log,
  );
  expect(imports.list()).toMatchObject([
    { name: 'a.epub', stage: 'failed', account: 'u_reader-test', error: { code: 'disk_full' } },
  ]);
  expect(events.at(-1)).toMatchObject({ stage: 'failed', error: { code: 'disk_full' } });
  expect(await readdir(join(own, 'imports'))).toEqual([]);
});
