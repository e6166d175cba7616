// The reading service is killed at random moments while readers write at full speed. Afterwards everything that it
// acknowledged is there, nothing is there twice, and every copy is equal to it. Repeat a run with CRASH_SEED=N.

import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest';
import { seeded } from '../../../build/bench/seeded.ts';
import { freePort } from '../../free-port.ts';
import { killAll } from '../programs.ts';
import { startProvider, type TestProvider } from '../reading/openid-provider.ts';
import { KilledProgram } from './killed-program.ts';
import { ShelfCopy } from './shelf-copy.ts';
import { Writer } from './writer.ts';

const kills = 8;
const people = ['ann', 'bob', 'cleo'];

let folder: string;
let provider: TestProvider;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-crash-'));
  provider = await startProvider();
});
afterEach(async () => {
  await killAll();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

test(`after ${kills} kills everything that was acknowledged is there, once`, { timeout: 400_000 }, async () => {
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
  onTestFailed(() => console.error(`Repeat with CRASH_SEED=${seed}`));
  const random = seeded(seed);
  const port = await freePort();
  const program = new KilledProgram({
    program: 'octavo',
    args: ['serve', '--port', String(port)],
    env: {
      HOME: folder,
      OCTAVO_DATA: folder,
      OCTAVO_AUTH_ADMIN_URL: 'none',
      OCTAVO_ISSUER_URL: provider.issuer,
      LOG_LEVEL: 'warn',
    },
    line: /octavo ready (\S+)\n/,
    random,
    longestLife: 1500,
  });
  const address = await program.start();
  const writers = await Promise.all(
    people.map(async (name) => {
      const token = await provider.jwt({ subject: name, name });
      return Writer.signIn(name, address, seeded(Math.floor(random() * 2 ** 31)), token);
    }),
  );
  const copies = writers.map((writer) => new ShelfCopy(writer));

  let over = false;
  const stopped = () => over;
  const work = Promise.all([
    ...writers.map((writer) => writer.write(stopped)),
    ...copies.map((copy) => copy.follow(stopped)),
  ]);
  // A writer that fails ends the run at once instead of after all kills.
  await Promise.race([program.killOften(kills), work]);
  over = true;
  await work;
  expect(program.kills).toBe(kills);

  for (const [index, writer] of writers.entries()) await compare(writer, copies[index] as ShelfCopy);
  const repeated = writers.reduce((sum, writer) => sum + writer.repeated, 0);
  expect(repeated, 'some writes were cut off').toBeGreaterThan(0);
  expect(await program.stop()).toBe(0);
  expectWholeDatabase(writers);
});

async function compare(writer: Writer, copy: ShelfCopy): Promise<void> {
  const all = await writer.call('GET /shelf/sync', { count: 500 });
  const onShelf = all.books.map((book) => book.bookId);
  expect(new Set(onShelf).size, 'nothing is there twice').toBe(onShelf.length);
  expect(new Set(onShelf)).toEqual(writer.shelf);
  expect(all.bookCount).toBe(writer.shelf.size);
  await copy.sync();
  expect(copy.books, 'the copy of the shelf').toEqual(writer.shelf);
  for (const [bookId, place] of writer.places) {
    const { book, furthest } = await writer.call('GET /book/getProgress', { bookId });
    expect(book).toMatchObject(place.latest);
    expect(furthest?.progress).toBe(place.furthest.progress);
    expect(copy.progress.get(bookId)).toBe(place.latest.chapterOffset);
  }
  for (const [sha256, bookId] of writer.books) {
    expect(
      createHash('sha256')
        .update(await writer.download(bookId))
        .digest('hex'),
    ).toBe(sha256);
    const { updated } = await writer.call('GET /book/bookmarklist', { bookId, count: 500 });
    const stored = new Map(updated.map((mark) => [mark.bookmarkId, mark.style ?? 0]));
    const written = [...writer.marks].filter(([, mark]) => mark.bookId === bookId);
    expect(stored).toEqual(new Map(written.map(([bookmarkId, mark]) => [bookmarkId, mark.style])));
    expect(copy.marks.get(bookId), 'the copy of the marks').toEqual(stored);
  }
}

/** What HTTP does not show: that the file is whole, and that cut-off imports left no second book. */
function expectWholeDatabase(writers: readonly Writer[]): void {
  const database = new DatabaseSync(join(folder, 'octavo.sqlite'), { readOnly: true });
  try {
    const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    expect(one('pragma integrity_check')).toBe('ok');
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    expect(one('select count(*) from books')).toBe(writers.reduce((sum, writer) => sum + writer.books.size, 0));
    expect(one('select count(*) from books where file_sha256 not in (select sha256 from files)')).toBe(0);
  } finally {
    database.close();
  }
}
