// A removed reader leaves nothing behind, in no table and not in the store, and everything of the others is as it was, with
// its counts. The list of tables that this goes by is held against the database itself.

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrationSets } from '../../../../server/open-octavo.ts';
import { checkBlobs, checkOrphans } from '../../../../server/reading/administration/check-blobs.ts';
import { checkCounts } from '../../../../server/reading/administration/check-counts.ts';
import { checkReferences } from '../../../../server/reading/administration/check-references.ts';
import { namesReader, readerColumns } from '../../../../server/reading/administration/reader-columns.ts';
import { beginRemoval, removeReader } from '../../../../server/reading/administration/remove-reader.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { forEachDatabase } from '../../databases.ts';
import { fullLife } from './full-life.ts';

forEachDatabase((_name, open) => {
  test('every column that names a reader says how it is exported and how it goes', async () => {
    const database = await open<Tables>(...migrationSets);
    const tables = await database.kysely.introspection.getTables();
    const found = tables
      .filter(({ name }) => !/^account_(user|attempt|secret|invite)$/.test(name))
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .filter((path) => namesReader.test(path.split('.')[1] ?? ''));
    expect(found.sort()).toEqual(readerColumns.map(({ table, column }) => `${table}.${column}`).sort());
  });

  test('nothing of the reader stays, and everything of the others does', { timeout: 60_000 }, async () => {
    const database = await open<Tables>(...migrationSets);
    const life = await fullLife(database);
    const { house, ann, bob, shared, own, published, twin, annReview } = life;
    onTestFinished(() => house.close());
    const parts = { reading: house.reading, blobs: house.blobs, log: undefined as never };
    const ownFile = await fileOf(own);
    const before = await ann.call('GET /review/list', { bookId: shared, listType: 0 } as never);
    expect(JSON.stringify(before)).toContain('Bob’s words');

    await beginRemoval(house.reading, { vid: bob.vid, name: 'bob', subject: 'bob' });
    expect((await bob.ask('GET /shelf/sync', {})).status).toBe(401);
    // Cut off somewhere in the middle, it is run again.
    const steps: string[] = [];
    await expect(
      removeReader(parts, bob.vid, (step) => {
        steps.push(step);
        if (step === 'marks') throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    const removed = await removeReader(parts, bob.vid);
    expect(removed).toEqual({ books: 2, kept: [] });
    await house.jobs.runAll();

    for (const { table, column } of readerColumns) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${bob.vid}`.execute(
        database.kysely,
      );
      expect(rows, `${table}.${column}`).toEqual([]);
    }
    for (const bookId of [own, twin]) expect(await fileOf(bookId)).toBeUndefined();
    expect(await house.blobs.stat(`books/${ownFile}`)).toBeUndefined();
    // Ann has the same bytes.
    expect(await checkBlobs(parts, true)).toEqual([]);
    expect(await checkOrphans(parts, false)).toEqual([]);
    expect(await checkCounts(house.reading, false)).toEqual([]);
    expect(await checkReferences(house.reading, false)).toEqual([]);

    expect(await ann.call('GET /book/info', { bookId: published })).toMatchObject({ title: 'Given by Bob' });
    const single = await ann.call('GET /review/single', { reviewId: annReview });
    expect(single).toMatchObject({ likesCount: 0, commentsCount: 2, repostCount: 0 });
    const threads = JSON.stringify(single.comments);
    expect(threads).toContain('Ann answers');
    expect(threads).not.toContain('Bob');
    const list = await ann.call('GET /review/list', { bookId: shared, synckey: before.synckey } as never);
    expect(list).toMatchObject({ clearAll: 1 });
    expect(JSON.stringify(list)).not.toContain('Bob’s words');
    expect(await ann.call('POST /book/notfound', { title: 'A wish', author: 'Somebody' })).toMatchObject({ count: 1 });

    async function fileOf(bookId: string) {
      const row = await database.kysely
        .selectFrom('books')
        .select('file_sha256')
        .where('book_id', '=', bookId)
        .executeTakeFirst();
      return row?.file_sha256;
    }
  });
});
