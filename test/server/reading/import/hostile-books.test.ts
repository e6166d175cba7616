// Everything in the hostile corpus is either read, with nothing bad left in it, or refused with its reason; none of it is
// half imported, and the service goes on.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../api/errors.ts';
import { createLog } from '../../../../server/base/log.ts';
import { openBookArchive } from '../../../../server/reading/import/book-archive.ts';
import { BookParser } from '../../../../server/reading/import/book-parser.ts';
import { type Imported, importFile } from '../../../../server/reading/import/import-file.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { importBook, type LibraryHouse, openLibraryHouse } from '../library-house.ts';
import { buildEpub } from './build-epub.ts';
import type { HostileFile } from './hostile/parts.ts';
import { hostileFiles } from './hostile-corpus.ts';

const log = createLog({ name: 'test', level: 'silent' });
const refusals = ['bad_book', 'unsafe_book', 'unsupported_format', 'too_large'];
let files: HostileFile[];
let folder: string;

beforeAll(async () => {
  files = await hostileFiles();
  folder = await mkdtemp(join(tmpdir(), 'octavo-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

forEachDatabase((database, open) => {
  let house: LibraryHouse;
  let ann: Client;
  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
  });
  afterAll(() => house.close());

  test('the corpus', { timeout: 300_000 }, async () => {
    // What a file does to the parser does not depend on the database; what a refusal leaves behind might.
    const some = database === 'sqlite' ? files : files.filter((_, n) => n % 5 === 0);
    const patient = new BookParser({ seconds: 60, threads: 1 });
    const strict = new BookParser({ seconds: 2, threads: 1 });
    for (const file of some) {
      const before = await state();
      const path = join(folder, 'book');
      await writeFile(path, file.bytes);
      const request = { vid: ann.vid, path, fileName: file.name };
      const parser = file.isEndless ? strict : patient;
      const outcome = await importFile({ reading: house.reading, blobs: house.blobs, log, parser }, request).catch(
        (error: unknown) => error as Error,
      );
      if (outcome instanceof Error) {
        expect(outcome, file.name).toBeInstanceOf(AppError);
        expect(refusals, `${file.name}: ${outcome.message}`).toContain((outcome as AppError).code);
        expect(file.outcome, `${file.name}: ${outcome.message}`).not.toBe('book');
        expect(await state(), file.name).toEqual(before);
      } else {
        expect(file.outcome, file.name).not.toBe('refused');
        await expectHarmless(file.name, outcome);
      }
      expect((await ann.ask('GET /user', {})).status, file.name).toBe(200);
    }
    expect(await importBook(house, ann, await buildEpub())).toMatchObject({ existed: 0, book: { chapterSize: 2 } });
  });

  /** What a refused book must not change. */
  async function state() {
    const db = house.reading.database.kysely;
    const count = async (table: 'books' | 'files' | 'chapters' | 'editions' | 'covers' | 'shelf_entries') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((row) => row.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const tables = ['books', 'files', 'chapters', 'editions', 'covers', 'shelf_entries'] as const;
    return { keys: await house.keys(), counts: await Promise.all(tables.map(count)) };
  }

  /** Chapters are there, and an edition that was written has nothing in it that runs or asks anyone. */
  async function expectHarmless(name: string, { bookId }: Imported): Promise<void> {
    const db = house.reading.database.kysely;
    const chapters = await db.selectFrom('chapters').select('chapter_uid').where('book_id', '=', bookId).execute();
    expect(chapters.length, name).toBeGreaterThan(0);
    const edition = await db
      .selectFrom('books')
      .innerJoin('editions', 'editions.file_sha256', 'books.file_sha256')
      .innerJoin('files', 'files.sha256', 'editions.edition_sha256')
      .select('files.blob_key')
      .where('books.book_id', '=', bookId)
      .executeTakeFirst();
    if (!edition) return;
    const path = join(folder, 'edition.epub');
    await writeFile(path, await buffer(await house.blobs.open(edition.blob_key)));
    const archive = await openBookArchive(path);
    for (const page of archive
      .names()
      .filter((each) => each.endsWith('.xhtml'))
      .slice(0, 20)) {
      const markup = (await archive.read(page, 64 * 1024 * 1024)).toString('utf8');
      expect(markup, name).not.toMatch(
        /<(script|iframe|object|embed|style|form|use|foreignObject)\b|\son\w+\s*=|(href|src)="\s*javascript:|<img[^>]*src="(?!images\/)/i,
      );
    }
    archive.close();
  }
});
