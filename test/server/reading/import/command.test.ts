// `octavo import` as people run it: files, folders, what it prints, and how it ends.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../programs.ts';
import { buildEpub } from './build-epub.ts';

let folder: string;
const octavo = (...args: string[]) =>
  run(args, { HOME: folder, OCTAVO_DATA: join(folder, 'data'), OCTAVO_AUTH_ADMIN_URL: 'none' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-command-'));
  await mkdir(join(folder, 'books', 'Sea'), { recursive: true });
  await writeFile(join(folder, 'books', 'a.epub'), await buildEpub());
  await writeFile(join(folder, 'books', 'Sea', 'b.md'), '# B\n\n# C\n\ntext');
  await writeFile(join(folder, 'books', 'bad.epub'), 'PK\x03\x04');
  await octavo('users', 'add', 'ann');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a folder, again, its failures, a new version, and what is missing', { timeout: 300_000 }, async () => {
  const books = join(folder, 'books');
  const first = await octavo('import', '--user', 'ann', '--as-folders', books);
  expect(first.code).toBe(1);
  expect(first.out).toMatch(/a\.epub: imported as b_\w{16}\n/);
  expect(first.out).toMatch(/2 imported, 0 there already, 1 failed in [\d.]+ s \(\d+ books\/s\)\.\n$/);
  expect(first.err).toMatch(/bad\.epub: The file is damaged/);
  const again = await octavo('import', '--user', 'ann', books);
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^0 imported, 3 there already, 0 failed/) });
  expect((await octavo('import', '--user', 'ann', '--failures')).out).toBe(
    `${join(books, 'bad.epub')}: The file is damaged: its archive can’t be read.\n`,
  );
  const bookId = /a\.epub: imported as (\S+)/.exec(first.out)?.[1] ?? '';
  await writeFile(join(folder, 'new.epub'), await buildEpub({ metadata: '<dc:title>Other</dc:title>' }));
  expect((await octavo('import', '--user', 'ann', '--replace', bookId, join(folder, 'new.epub'))).out).toContain(
    `imported as version 2 of ${bookId}`,
  );
  expect(await octavo('import', '--user', 'nobody', books)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no account named "nobody"'),
  });
});

test('a service refuses to watch what is not there', { timeout: 60_000 }, async () => {
  const env = {
    HOME: folder,
    OCTAVO_DATA: join(folder, 'data'),
    OCTAVO_AUTH_ADMIN_URL: 'none',
    OCTAVO_ISSUER_URL: 'http://127.0.0.1:9/',
  };
  const serve = (more: Record<string, string>) => run(['serve', '--port', '0'], { ...env, ...more });
  expect(await serve({ OCTAVO_WATCH: join(folder, 'none'), OCTAVO_WATCH_USER: 'ann' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('does not exist'),
  });
});
