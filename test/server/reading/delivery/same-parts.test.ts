// The same archives as the client reads, by the same vectors, all the way: imported, prepared, and delivered as chapters
// and part by part.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import { readScrambledFonts } from '../../../../server/reading/delivery/prepare/clear-font.ts';
import { prepareBook } from '../../../../server/reading/delivery/prepare/prepare-book.ts';
import { preparedWith } from '../../../../server/reading/delivery/prepared-book.ts';
import { openBookArchive } from '../../../../server/reading/import/book-archive.ts';
import { readChapterText } from '../../../../server/reading/import/chapter-text.ts';
import { readPackage } from '../../../../server/reading/import/package/package-document.ts';
import { parseBook } from '../../../../server/reading/import/parse-book.ts';
import { books, refused, type VectorEntry } from '../../../archive-vectors.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { buildArchive } from '../import/samples/build-archive.ts';
import { importBook, type LibraryHouse, openLibraryHouse } from '../library-house.ts';
import { readZip } from './read-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-parts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function write(entries: readonly VectorEntry[]): Promise<string> {
  const file = join(folder, `${++count}.epub`);
  await writeFile(file, buildArchive(entries));
  return file;
}

/** Numbers of chapters, from 1; those that point nowhere are none at the service. */
const numbered = <T>(chapters: readonly (readonly [string, T])[]) =>
  chapters.flatMap(([file, text], index) => (file ? [[index + 1, file, text] as const] : []));

describe('parts', () => {
  test.each(books)('with $about: imported and prepared', async (vector) => {
    const { entries, contents = [], needs = [], fonts = [] } = vector;
    const expected = numbered(vector.chapters);
    const file = await write(entries);
    const { chapters, format } = await parseBook(file, { fileName: 'a.epub', sha256: '' });
    expect(format).toBe('epub');
    expect(chapters.map(({ uid, file: path, text }) => [uid, path, text])).toEqual(expected);
    const titles = contents.map(([, chapter]) => chapters.find(({ uid }) => uid === chapter + 1)?.title);
    expect(titles).toEqual(contents.map(([title]) => title));
    const { parts } = await prepareBook(file, `${file}.pack`);
    const byPath = new Map(parts.map((part) => [part.path, part]));
    for (const [, path] of expected) expect(byPath.get(path)?.mediaType).toBe('application/xhtml+xml');
    expect(byPath.get(expected[0]?.[1] ?? '')?.needs).toEqual(needs);
    const archive = await openBookArchive(file);
    expect([...(await readScrambledFonts(archive, await readPackage(archive))).keys()]).toEqual(fonts);
    archive.close();
  });

  const codes = { locked: 'unsupported_format', twice: 'bad_book' };
  test.each(refused)('refused: $about', async ({ entries, why }) => {
    await expect(parseBook(await write(entries), { fileName: 'a.epub', sha256: '' })).rejects.toMatchObject({
      code: codes[why],
    });
  });

  const takenOnce = refused.filter(({ wasTaken }) => wasTaken);
  test.each(takenOnce)('of a book that was imported before this was refused: $about', async ({ entries }) => {
    const file = await write(entries);
    const { parts } = await prepareBook(file, `${file}.pack`);
    expect(parts.map(({ path }) => path)).toEqual(['O/one.xhtml']);
    const { chapters } = await parseBook(file, { fileName: 'a.epub', sha256: '', isImported: true });
    expect(chapters.map(({ text }) => text)).toEqual(['One']);
  });

  test('a chapter that was not read before and would be refused now is missing from a book that is there', async () => {
    const { entries = [] } = books.find(({ chapters }) => chapters.length === 2) ?? {};
    const hostile = '<!DOCTYPE a [<!ENTITY b "c">]>';
    const file = await write(
      entries.map((entry) => ({
        ...entry,
        data:
          entry.name === 'O/One.XHTML'
            ? hostile
            : entry.data.replace(/(one\.xhtml" media-type=")[^"]*/, '$1text/plain'),
      })),
    );
    const options = { fileName: 'a.epub', sha256: '' };
    await expect(parseBook(file, options)).rejects.toMatchObject({ code: 'unsafe_book' });
    const { chapters } = await parseBook(file, { ...options, isImported: true });
    expect(chapters.map(({ text }) => text)).toEqual(['', 'Two']);
    const { parts } = await prepareBook(file, `${file}.pack`);
    const pages = parts.filter(({ mediaType }) => mediaType === 'application/xhtml+xml').map(({ path }) => path);
    expect(pages).toEqual(['O/a%20b.xhtml', 'O/nav.xhtml']);
  });
});

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    return () => house.close();
  });
  beforeEach(async () => {
    ann = await house.signIn(`ann${++count}`);
  });

  const get = (url: string) =>
    house.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${ann.accessToken}` } });

  test.each(books)('with $about: delivered', async ({ entries, chapters, needs = [], leads = [] }) => {
    const { bookId } = await importBook(house, ann, buildArchive(entries), 'a.epub');
    const files = await readZip((await get(`/book/chapterdownload?bookId=${bookId}&chapters=1-99`)).rawPayload);
    const list = JSON.parse(files.get('META-INF/chapters.json')?.toString() ?? '') as {
      chapters: { chapterUid: number; file: string; textLength: number }[];
    };
    const delivered = list.chapters.map(({ chapterUid, file }) => [
      chapterUid,
      file,
      readChapterText(files.get(file)?.toString() ?? '').text,
    ]);
    expect(delivered).toEqual(numbered(chapters));
    expect(list.chapters.map(({ textLength }) => textLength)).toEqual(
      numbered(chapters).map(([, , text]) => text.length),
    );
    expect([...files.keys()]).toEqual(expect.arrayContaining([...needs]));
    for (const path of [...numbered(chapters).map(([, file]) => file), ...needs]) {
      const address = path.split('/').map(encodeURIComponent).join('/');
      const reply = await get(`/content/${bookId}/1.${preparedWith}/${address}`);
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect(reply.rawPayload.equals(files.get(path) as Buffer)).toBe(true);
    }
    // What it shows beside its text is named as it is called in the archive.
    const [first = ''] = chapters[0] ?? [];
    const markup = files.get(first)?.toString() ?? '';
    const pathsIn = (pattern: RegExp) =>
      [...markup.matchAll(pattern)].map(([, reference = '']) => resolveReference(reference, first)?.path);
    expect(pathsIn(/(?<!<a )(?:href|src)="([^"]+)"/g)).toEqual(needs);
    expect(pathsIn(/<a href="([^"]+)"/g)).toEqual(leads);
  });

  test('a text that older rules did not find is kept when the same bytes come in anew, one that they found stays', async () => {
    const { entries = [], about } = books.find(({ chapters }) => chapters.length === 2) ?? {};
    // Bytes of its own, which no other test has imported.
    const bytes = buildArchive([...entries, { name: 'O/own.txt', data: String(about) }]);
    const { bookId: formerly } = await importBook(house, ann, bytes, 'a.epub');
    const db = house.reading.database.kysely;
    const { file_sha256: sha256 } = await db
      .selectFrom('books')
      .select('file_sha256')
      .where('book_id', '=', formerly)
      .executeTakeFirstOrThrow();
    for (const [uid, text] of [
      [1, ''],
      [2, 'Tw0'],
    ] as const) {
      await db
        .updateTable('chapter_texts')
        .set({ text })
        .where('file_sha256', '=', sha256)
        .where('chapter_uid', '=', uid)
        .execute();
    }
    ann = await house.signIn(`ann${++count}`);
    const { bookId } = await importBook(house, ann, bytes, 'a.epub');
    const files = await readZip(
      (await get(`/book/chapterdownload?bookId=${bookId}&chapters=1-9&bookType=txt`)).rawPayload,
    );
    expect([files.get('00001.txt')?.toString(), files.get('00002.txt')?.toString()]).toEqual(['One ', 'Tw0']);
  });
});
