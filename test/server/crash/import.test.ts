// `octavo import FOLDER` is killed in the middle again and again. Every book is whole or absent, and in the end each is
// there once. Repeat a run with CRASH_SEED=N.

import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest';
import { seeded } from '../../../build/bench/seeded.ts';
import { killAll, launch, run } from '../programs.ts';
import { buildEpub } from '../reading/import/build-epub.ts';
import { picture } from '../reading/import/samples/all-formats.ts';

const kills = 3;
const count = 40;
let folder: string;
let books: string;
const env = () => ({ HOME: folder, OCTAVO_DATA: join(folder, 'data'), OCTAVO_AUTH_ADMIN_URL: 'none' });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-crash-import-'));
  books = join(folder, 'books');
  const cover = await picture();
  for (let n = 0; n < count; n++) {
    await mkdir(join(books, `shelf ${n % 3}`), { recursive: true });
    const name = join(books, `shelf ${n % 3}`, `book ${n}`);
    if (n % 10 === 0) await writeFile(`${name}.txt`, `第一章 开始\n　　这是第${n}本书的第一章。\n`);
    else
      await writeFile(
        `${name}.epub`,
        await buildEpub({
          metadata: `<dc:title>Book ${n}</dc:title>`,
          manifest:
            '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png" properties="cover-image"/>',
          spine: '<itemref idref="c1"/>',
          files: { 'book/p.png': cover },
        }),
      );
  }
});
afterEach(async () => {
  await killAll();
  await rm(folder, { recursive: true, force: true });
});

test(`after ${kills} kills every book is there, whole and once`, { timeout: 400_000 }, async () => {
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
  onTestFailed(() => console.error(`Repeat with CRASH_SEED=${seed}`));
  const random = seeded(seed);
  expect(await run(['users', 'add', 'ann'], env())).toMatchObject({ code: 0 });
  let killed = 0;
  for (let n = 0; n < kills; n++) {
    const importing = launch('octavo', ['import', '--user', 'ann', '--as-folders', books], env());
    // From its first book on: before it, a kill finds nothing to break.
    await Promise.race([importing.ended, new Promise((resolve) => importing.process.stdout?.once('data', resolve))]);
    await wait(random() * 60);
    importing.process.kill('SIGKILL');
    if ((await importing.ended) === 'SIGKILL') killed++;
    expectWhole();
  }
  expect(killed).toBeGreaterThan(0);
  const last = await run(['import', '--user', 'ann', '--as-folders', books], env());
  expect(last).toMatchObject({ code: 0, err: '' });
  expect(last.out).toMatch(/ 0 failed in /);
  expect(expectWhole()).toBe(count);
  const again = await run(['import', '--user', 'ann', books], env());
  expect(again.out).toMatch(new RegExp(`^0 imported, ${count} there already, 0 failed`));
  await expectBlobs();
});

/** Answers how many books there are. */
function expectWhole(): number {
  const database = new DatabaseSync(join(folder, 'data', 'octavo.sqlite'), { readOnly: true });
  try {
    const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    expect(one('pragma integrity_check')).toBe('ok');
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    expect(
      one(
        'select count(*) from books where chapter_count <> (select count(*) from chapters c where c.book_id = books.book_id)',
      ),
    ).toBe(0);
    expect(one('select count(*) from books where book_id not in (select item_id from shelf_entries)')).toBe(0);
    expect(one('select count(*) from books where book_id not in (select book_id from imported_paths)')).toBe(0);
    expect(
      one(`select count(*) from books where format = 'txt' and file_sha256 not in (select file_sha256 from editions)`),
    ).toBe(0);
    expect(one('select count(*) - count(distinct file_sha256) from books')).toBe(0);
    return Number(one('select count(*) from books'));
  } finally {
    database.close();
  }
}

/** Every row's bytes are there, whole. */
async function expectBlobs(): Promise<void> {
  const database = new DatabaseSync(join(folder, 'data', 'octavo.sqlite'), { readOnly: true });
  try {
    const rows = database.prepare('select blob_key, size from files union select blob_key, size from covers').all();
    for (const row of rows) {
      const { size } = await stat(join(folder, 'data', 'blobs', 'blobs', String(row.blob_key)));
      expect(size).toBe(Number(row.size));
    }
    const kept = await readdir(join(folder, 'data', 'blobs', 'blobs', 'books'));
    const announced = database.prepare(`select count(*) as n from pending_blobs where blob_key like 'books/%'`).get();
    const files = database.prepare('select count(*) as n from files').get();
    // What a kill left without a book is announced, and removed in time.
    expect(kept.length).toBeLessThanOrEqual(Number(files?.n) + Number(announced?.n));
  } finally {
    database.close();
  }
}
