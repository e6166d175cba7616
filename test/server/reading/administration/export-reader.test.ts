// An export has every row that names the reader but those that are left out with a reason, and the bytes of their books.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrationSets } from '../../../../server/open-octavo.ts';
import { exportReader } from '../../../../server/reading/administration/export-reader.ts';
import { readerColumns } from '../../../../server/reading/administration/reader-columns.ts';
import { addPublication, publishArticle } from '../../../../server/reading/publications/write-articles.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { forEachDatabase } from '../../databases.ts';
import { sha256Of } from '../library-house.ts';
import { fullLife } from './full-life.ts';

forEachDatabase((_name, open) => {
  test('everything of one reader, and nothing of another', { timeout: 60_000 }, async () => {
    const database = await open<Tables>(...migrationSets);
    const { house, ann, bob, own } = await fullLife(database);
    const folder = await mkdtemp(join(tmpdir(), 'octavo-export-'));
    onTestFinished(async () => {
      await house.close();
      await rm(folder, { recursive: true, force: true });
    });
    const parts = { reading: house.reading, blobs: house.blobs, log: undefined as never };
    await database.kysely
      .updateTable('book_versions')
      .set({ file_name: '../../outside.epub' })
      .where('book_id', '=', own)
      .execute();
    for (const [owner, title] of [
      [bob.vid, 'Bob’s saved page'],
      [ann.vid, 'Ann’s saved page'],
    ] as const) {
      const collection = await addPublication(house.reading, { title: 'Saved', owner });
      const facts = { title, authorName: '', digest: '', language: 'en', wordCount: 1, hasVideo: false };
      await publishArticle(house.reading, collection, { ...facts, html: `<p>${title}</p>` });
    }
    const report = await exportReader(parts, bob.vid, folder);
    expect(JSON.parse(await readFile(join(folder, 'collected-articles.json'), 'utf8'))).toMatchObject([
      { title: 'Bob’s saved page', html: '<p>Bob’s saved page</p>' },
    ]);
    expect(report.missing).toEqual([]);
    for (const { table, column, export: told } of readerColumns) {
      if (!('file' in told)) continue;
      const rows = JSON.parse(await readFile(join(folder, `${told.file}.json`), 'utf8')) as object[];
      const query = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${bob.vid}`;
      expect(rows.length, told.file).toBe((await query.execute(database.kysely)).rows.length);
      expect(rows.every((row) => (row as Record<string, unknown>)[column] === bob.vid)).toBe(true);
    }
    expect(await readFile(join(folder, 'reviews.json'), 'utf8')).toContain('Bob’s words');
    expect(await readFile(join(folder, 'marks.json'), 'utf8')).not.toContain(ann.vid);
    const [name = ''] = await readdir(join(folder, 'books', own, '1'));
    const stored = await database.kysely
      .selectFrom('books')
      .select('file_sha256')
      .where('book_id', '=', own)
      .executeTakeFirstOrThrow();
    expect(sha256Of(await readFile(join(folder, 'books', own, '1', name)))).toBe(stored.file_sha256);
    expect(JSON.parse(await readFile(join(folder, 'export.json'), 'utf8'))).toMatchObject({ vid: bob.vid, files: 3 });
    await expect(exportReader(parts, bob.vid, folder)).rejects.toThrow('not empty');
  });
});
