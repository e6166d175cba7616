// Folders of books: brought in once, continued, watched, as folders of the shelf.

import { access, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../../server/base/log.ts';
import {
  type FileOutcome,
  type FolderImport,
  failedPaths,
  importFolder,
} from '../../../../server/reading/import/folder/import-folder.ts';
import { watchFolder } from '../../../../server/reading/import/folder/watch-folder.ts';
import { eventually } from '../../../eventually.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { type LibraryHouse, openLibraryHouse } from '../library-house.ts';
import { buildEpub } from './build-epub.ts';

const log = createLog({ name: 'test', level: 'silent' });
const titled = (title: string, more = '') => buildEpub({ metadata: `<dc:title>${title}</dc:title>${more}` });

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let folder: string;

  beforeEach(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    folder = await mkdtemp(join(tmpdir(), 'octavo-folder-'));
    return async () => {
      await house.close();
      await rm(folder, { recursive: true, force: true });
    };
  });

  const put = async (path: string, bytes: Buffer | string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  const importing = () => ({ reading: house.reading, blobs: house.blobs, log });
  async function bringIn(more: Partial<FolderImport> = {}): Promise<Record<string, string>> {
    const outcomes: FileOutcome[] = [];
    await importFolder(importing(), {
      vid: ann.vid,
      folder,
      asFolders: true,
      report: (each) => void outcomes.push(each),
      ...more,
    });
    return Object.fromEntries(outcomes.map((each) => [each.file.path.slice(folder.length + 1), each.result]));
  }
  const shelf = () => ann.call('GET /shelf/sync', {});

  test('brings in what is new or changed, skips what is there, tells what cannot be read', async () => {
    const id = '<dc:identifier>urn:uuid:7b0a9a52-0a4b-4c6f-9f7f-2c6a0f9d7f11</dc:identifier>';
    await put('a.epub', await titled('A', id));
    await put('Sea/b.epub', await titled('B'));
    await put('Sea/Old/c.txt', '第一章 开始\n　　很久很久以前。\n');
    await put('Sea/copy of b.epub', await titled('B'));
    await put('broken.epub', (await titled('D')).subarray(0, 300));
    await put('notes.log', 'not a book');
    await put('.hidden/x.epub', await titled('Hidden'));
    await symlink(folder, join(folder, 'loop'));
    const first = await bringIn();
    const { 'Sea/b.epub': b, 'Sea/copy of b.epub': copy, ...rest } = first;
    expect(rest).toEqual({ 'a.epub': 'imported', 'broken.epub': 'failed', 'Sea/Old/c.txt': 'imported' });
    expect([b, copy].sort()).toEqual(['existed', 'imported']);
    const { books, archive } = await shelf();
    expect(books.map((book) => book.title).sort()).toEqual(['A', 'B', 'c']);
    const titles = new Map(books.map((book) => [book.bookId, book.title]));
    const folders = archive.map((each) => [each.name, each.bookIds.map((bookId) => titles.get(bookId))]);
    expect(Object.fromEntries(folders)).toEqual({ Sea: ['B'], 'Sea / Old': ['c'] });
    expect(await failedPaths(house.reading.database.kysely, ann.vid, '', 10)).toMatchObject([
      { path: join(folder, 'broken.epub'), error_code: 'bad_book' },
    ]);

    expect(new Set(Object.values(await bringIn()))).toEqual(new Set(['skipped']));
    expect((await bringIn({ retry: true }))['broken.epub']).toBe('failed');
    await put('a.epub', await titled('A', `${id}<dc:publisher>P</dc:publisher>`));
    await put('broken.epub', await titled('D'));
    await utimes(join(folder, 'broken.epub'), 1, 1);
    await put('Sea/Old/c.txt', '第一章 开始\n　　很久很久以前，有一个人。\n');
    const { 'a.epub': a, 'broken.epub': mended, 'Sea/Old/c.txt': c } = await bringIn();
    expect([a, mended, c]).toEqual(['newVersion', 'imported', 'newVersion']);
    expect((await shelf()).books.map((book) => [book.title, book.version]).sort()).toEqual([
      ['A', 2],
      ['B', 1],
      ['D', 1],
      ['c', 2],
    ]);
    expect(await failedPaths(house.reading.database.kysely, ann.vid, '', 10)).toEqual([]);
  });

  test('many at once are each there once, and a stop loses none', async () => {
    for (let n = 0; n < 40; n++) await put(`${n % 4}/book ${n}.epub`, await titled(`Book ${n}`));
    const stopping = new AbortController();
    let seen = 0;
    const some = await bringIn({
      signal: stopping.signal,
      report: () => {
        if (++seen === 5) stopping.abort();
      },
    });
    expect(some).toEqual({});
    const before = (await shelf()).books.length;
    expect(before).toBeGreaterThanOrEqual(5);
    await bringIn();
    const { books, archive } = await shelf();
    expect(new Set(books.map((book) => book.title)).size).toBe(40);
    expect(books).toHaveLength(40);
    expect(archive.map((each) => each.bookIds.length)).toEqual([10, 10, 10, 10]);
  });

  test('a watched folder brings in what has stopped growing, and removes only when told', async () => {
    const book = await titled('Watched');
    await put('growing.epub', book.subarray(0, 200));
    const quick = { folder, vid: ann.vid, every: 20, everySoon: 20 };
    const watching = watchFolder(importing(), { ...quick, remove: false });
    // It grows for as long as it is written, and only then it is a book.
    for (let size = 300; size < book.length; size += 200) await put('growing.epub', book.subarray(0, size));
    await put('growing.epub', book);
    await put('Inbox/other.epub', await titled('Other'));
    await eventually(async () =>
      expect((await shelf()).books.map((each) => each.title).sort()).toEqual(['Other', 'Watched']),
    );
    await watching.stop();
    await access(join(folder, 'growing.epub'));
    expect((await shelf()).archive.map((each) => each.name)).toEqual(['Inbox']);

    await put('removed.epub', await titled('Removed'));
    await put('bad.epub', 'PK\x03\x04 and nothing more');
    const removing = watchFolder(importing(), { ...quick, remove: true });
    await eventually(async () => expect(await readdir(folder)).not.toContain('removed.epub'));
    await eventually(async () =>
      expect(await failedPaths(house.reading.database.kysely, ann.vid, '', 10)).toHaveLength(1),
    );
    await removing.stop();
    // What could not be brought in stays, and so does what was brought in before.
    expect((await readdir(folder)).sort()).toEqual(['Inbox', 'bad.epub', 'growing.epub']);
  });
});
