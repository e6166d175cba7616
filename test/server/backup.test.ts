// A backup is everything at one moment, can be made while others write, is refused when damaged, and comes back on
// either kind of database, where clients notice that it is another life.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { backupOctavo, checkBackup, restoreOctavo } from '../../server/backup-octavo.ts';
import { inOrder } from '../../server/base/backup/table-order.ts';
import type { Blobs } from '../../server/base/blobs/blobs.ts';
import { openBlobs } from '../../server/base/blobs/open-blobs.ts';
import { type Database, openDatabase, sqliteUrl } from '../../server/base/database/database.ts';
import { createLog } from '../../server/base/log.ts';
import { migrationSets, type Octavo } from '../../server/open-octavo.ts';
import { removeReader } from '../../server/reading/administration/remove-reader.ts';
import { purgePendingBlobs } from '../../server/reading/import/purge-imports.ts';
import { areBlobsHeld } from '../../server/reading/import/storing/hold-blobs.ts';
import type { Tables } from '../../server/reading/reading.ts';
import { forEachDatabase } from './databases.ts';
import { buildEpub } from './reading/import/build-epub.ts';
import { importBook, openLibraryHouse } from './reading/library-house.ts';

const log = createLog({ name: 'test', level: 'silent' });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const openStore = (folder: string) =>
  openBlobs(pathToFileURL(folder).href, { publicUrl: 'http://books.test', secret: 's', log });

/** Every row of every table that a backup has, as text. */
async function contentOf(database: Database<Tables>, tables: readonly string[]) {
  const content: Record<string, string[]> = {};
  for (const name of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(database.kysely);
    content[name] = rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
  }
  return content;
}

test('tables come after those that they refer to', () => {
  const references = [
    { from: 'a', to: 'c' },
    { from: 'c', to: 'd' },
    { from: 'd', to: 'd' },
    { from: 'b', to: 'a' },
  ];
  expect(inOrder(['a', 'b', 'c', 'd'], references)).toEqual(['d', 'c', 'a', 'b']);
});

forEachDatabase((_name, open) => {
  async function furnished() {
    const database = await open<Tables>(...migrationSets);
    const house = await openLibraryHouse(database);
    onTestFinished(() => house.close());
    const ann = await house.signIn('ann');
    const { bookId } = await importBook(house, ann, await buildEpub());
    const mark = { bookId, chapterUid: 1, range: '0-4', type: 1 as const, style: 0 as const, markText: 'Call' };
    await ann.call('POST /book/addBookmark', mark);
    const { synckey } = await ann.call('GET /shelf/sync', {});
    const octavo = { database, reading: house.reading, blobs: house.blobs } as unknown as Octavo;
    return { house, ann, bookId, octavo, synckey };
  }
  const freshTarget = async (): Promise<{ database: Database<Tables>; blobs: Blobs }> => {
    const folder = await temporaryFolder();
    const database = await openDatabase<Tables>(sqliteUrl(join(folder, 'restored.sqlite')));
    onTestFinished(() => database.close());
    return { database, blobs: await openStore(join(folder, 'blobs')) };
  };

  test('everything comes back, and clients are told that it is another life', async () => {
    const { house, octavo, bookId } = await furnished();
    const folder = await temporaryFolder();
    const { manifest, missing } = await backupOctavo(octavo, folder, '1.0.0');
    expect(missing).toEqual([]);
    expect(await checkBackup(folder)).toMatchObject({ damaged: [] });
    expect((await readdir(folder)).sort()).toEqual(['.lock', 'blobs', 'manifest.json', manifest.folder].sort());

    const target = await freshTarget();
    await restoreOctavo(target.database, target.blobs, folder);
    const names = manifest.tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['users', 'books', 'marks', 'account_user']));
    const [before, after] = [await contentOf(octavo.database, names), await contentOf(target.database, names)];
    const isLife = (row: string) => row.includes('"life"');
    expect(after.facts?.filter(isLife)).not.toEqual(before.facts?.filter(isLife));
    for (const content of [before, after]) content.facts = content.facts?.filter((row) => !isLife(row)) ?? [];
    expect(after).toEqual(before);
    const file = await target.database.kysely
      .selectFrom('books')
      .innerJoin('files', 'files.sha256', 'books.file_sha256')
      .select(['blob_key', 'size'])
      .where('book_id', '=', bookId)
      .executeTakeFirstOrThrow();
    expect(await target.blobs.stat(file.blob_key)).toMatchObject({ size: file.size });
    expect(await house.blobs.stat(file.blob_key)).toMatchObject({ size: file.size });
    await expect(restoreOctavo(target.database, target.blobs, folder)).rejects.toThrow('in use already');
  });

  test('is of one moment although others write, and a second one replaces the first', async () => {
    const { octavo, ann, bookId } = await furnished();
    const folder = await temporaryFolder();
    let isWriting = true;
    const writing = (async () => {
      for (let start = 10; isWriting; start += 10) {
        const mark = { bookId, chapterUid: 1, range: `${start}-${start + 4}`, type: 1 as const, style: 0 as const };
        await ann.call('POST /book/addBookmark', { ...mark, markText: 'more' });
      }
    })();
    const first = await backupOctavo(octavo, folder, '1.0.0');
    isWriting = false;
    await writing;
    const target = await freshTarget();
    await restoreOctavo(target.database, target.blobs, folder);
    const { database } = target;
    const marks = await database.kysely.selectFrom('marks').select('sync_key').execute();
    const counter = await database.kysely
      .selectFrom('sync_counters')
      .select('value')
      .where('owner', '=', ann.vid)
      .where('collection', '=', `marks:${bookId}`)
      .executeTakeFirstOrThrow();
    expect(Math.max(...marks.map((row) => Number(row.sync_key)))).toBe(Number(counter.value));
    const second = await backupOctavo(octavo, folder, '1.0.0');
    expect((await readdir(folder)).sort()).toEqual(['.lock', 'blobs', 'manifest.json', second.manifest.folder].sort());
    expect(second.manifest.folder).not.toBe(first.manifest.folder);
    expect(second.manifest.blobs).toBe(first.manifest.blobs);
  });

  test('what is deleted meanwhile is in it all the same, and goes afterwards', async () => {
    const { house, octavo, ann } = await furnished();
    const folder = await temporaryFolder();
    const importing = { reading: house.reading, blobs: house.blobs, log };
    const before = await house.keys();
    let isFirst = true;
    const blobs: Blobs = {
      ...house.blobs,
      async open(key, range) {
        if (isFirst) {
          isFirst = false;
          await removeReader(importing, ann.vid);
        }
        return house.blobs.open(key, range);
      },
    };
    const { missing, manifest } = await backupOctavo({ ...octavo, blobs }, folder, '1.0.0');
    expect(missing).toEqual([]);
    expect(manifest.blobs).toBeGreaterThan(0);
    expect(await checkBackup(folder)).toMatchObject({ damaged: [] });
    expect(await house.keys()).toEqual(before);
    await purgePendingBlobs(importing);
    expect((await house.keys()).filter((key) => key.startsWith('books/'))).toEqual([]);
    const target = await freshTarget();
    await restoreOctavo(target.database, target.blobs, folder);
    expect(await areBlobsHeld(target.database.kysely, house.reading.now())).toBe(false);
  });

  test('two at once in one folder: the second is refused, and the first is whole', async () => {
    const { octavo } = await furnished();
    const folder = await temporaryFolder();
    const both = await Promise.allSettled([1, 2].map(() => backupOctavo(octavo, folder, '1.0.0')));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('Another backup');
    expect(await checkBackup(folder)).toMatchObject({ damaged: [] });
  });

  test('what is damaged is refused, and nothing of it stays', async () => {
    const { octavo } = await furnished();
    const folder = await temporaryFolder();
    const { manifest } = await backupOctavo(octavo, folder, '1.0.0');
    const table = join(folder, manifest.folder, 'marks.jsonl.zst');
    const bytes = await readFile(table);
    await writeFile(table, bytes.subarray(0, bytes.length / 2));
    expect((await checkBackup(folder)).damaged).toEqual([`${manifest.folder}/marks.jsonl.zst`]);
    const target = await freshTarget();
    await expect(restoreOctavo(target.database, target.blobs, folder)).rejects.toThrow('damaged');
    expect(await target.database.kysely.selectFrom('users').selectAll().execute()).toEqual([]);
    await writeFile(table, bytes);
    const [blob = ''] = (await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    await writeFile(blob, 'something else');
    expect((await checkBackup(folder)).damaged).toHaveLength(1);
    const other = await freshTarget();
    await expect(restoreOctavo(other.database, other.blobs, folder)).rejects.toThrow('not what was written');
  });
});
