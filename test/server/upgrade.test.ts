// Brings databases of every earlier version up to date: after each step of each set, every table that is still empty
// gets a row, and at the end all of these rows are there as they were written.

import { type Kysely, sql, type TableMetadata } from 'kysely';
import { expect, test } from 'vitest';
import { authMigrations } from '../../server/auth/storage/migrations.ts';
import { migrate } from '../../server/base/database/migrations.ts';
import { migrationSets } from '../../server/open-octavo.ts';
import { forEachDatabase } from './databases.ts';

type Row = Record<string, unknown>;
// Tables of any version.
// biome-ignore lint/suspicious/noExplicitAny: no current type describes them.
type Anything = Kysely<any>;

/** Columns that a later step takes away, because nothing read them. */
const dropped = ['books.finished_count'];
/** Tables of the full text index: their contents are made again from the texts. */
const isIndex = (name: string) => name.startsWith('chapter_terms');

forEachDatabase((dialect, open) => {
  test.each([
    ['the reading service', migrationSets],
    ['the authorization server', [authMigrations]],
  ] as const)('%s keeps every row of every earlier version', { timeout: 60_000 }, async (_, sets) => {
    const database = await open<Record<string, Row>>();
    const kysely = database.kysely as Anything;
    const written = new Map<string, Row>();
    for (const { name, migrations } of sets) {
      for (let steps = 1; steps <= migrations.length; steps++) {
        await migrate(database, { name, migrations: migrations.slice(0, steps) });
        // The newest version's tables are empty where it came from the one before.
        if (steps < migrations.length) await fillEmptyTables(kysely, written);
      }
    }
    expect(written.size).toBeGreaterThan(sets.length * 4);
    for (const [table, row] of written) {
      const kept = Object.entries(row).filter(([column]) => !dropped.includes(`${table}.${column}`));
      expect(await kysely.selectFrom(table).selectAll().execute(), table).toContainEqual(
        expect.objectContaining(Object.fromEntries(kept)),
      );
    }
  });

  test('what later steps work out of earlier rows is right', async () => {
    const database = await open<Record<string, Row>>();
    const kysely = database.kysely as Anything;
    for (const { name, migrations } of migrationSets) {
      const older = migrations.filter((step) => name !== 'reading' || step.name < '0017');
      await migrate(database, { name, migrations: older });
    }
    await fillEmptyTables(kysely, new Map());
    for (const set of migrationSets) await migrate(database, set);
    const only = (table: string) => kysely.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    expect(await only('reading_totals')).toEqual({ vid: 'x', seconds: 1 });
    expect(await only('article_reads')).toMatchObject({ book_id: 'x', sync_key: 0 });
    const category = { categoryId: 1, subCategoryId: 1, categoryType: 1, title: 'x' };
    expect(JSON.parse((await only('books')).categories)).toEqual([category]);
    expect(await only('book_words')).toMatchObject({ owner_vid: 'x', rank: 1_000_000 });
    expect(await only('book_changes')).toMatchObject({ book_id: 'x' });
  });

  async function fillEmptyTables(kysely: Anything, written: Map<string, Row>): Promise<void> {
    const tables = await kysely.introspection.getTables();
    let waiting: TableMetadata[] = [];
    for (const table of tables) {
      if (table.name === 'applied_migrations' || isIndex(table.name) || table.isView) continue;
      const { rows } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(kysely);
      if (rows.length === 0) waiting.push(table);
    }
    // A row that names another one comes after it.
    while (waiting.length > 0) {
      const still: TableMetadata[] = [];
      let problem: unknown;
      for (const table of waiting) {
        const row = Object.fromEntries(table.columns.map((column) => [column.name, valueFor(column)]));
        try {
          await kysely.insertInto(table.name).values(row).execute();
          written.set(table.name, row);
        } catch (error) {
          problem = error;
          still.push(table);
        }
      }
      if (still.length === waiting.length) {
        throw new Error(`No row for ${still.map(({ name }) => name).join(', ')}`, { cause: problem });
      }
      waiting = still;
    }
  }

  /** The same everywhere, so that rows find those that they name. */
  function valueFor({ name, dataType }: TableMetadata['columns'][number]): unknown {
    if (name === 'state') return 'waiting';
    if (/int|numeric|real|double|float/i.test(dataType)) return 1;
    if (/blob|bytea/i.test(dataType)) return Buffer.from('x');
    if (/json/i.test(dataType)) return '{}';
    if (dialect === 'postgres' && /bool/i.test(dataType)) return true;
    return 'x';
  }
});
