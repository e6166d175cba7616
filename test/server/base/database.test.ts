// The database through its door, on SQLite and PostgreSQL alike: values, transactions, migrations and counters.

import { setTimeout as wait } from 'node:timers/promises';
import { type Generated, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { baseMigrations } from '../../../server/base/base-migrations.ts';
import { currentSyncKey, nextSyncKey } from '../../../server/base/counters.ts';
import { openDatabase, withoutPassword } from '../../../server/base/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../server/base/database-errors.ts';
import { type MigrationSet, migrate, planMigrations } from '../../../server/base/migrations.ts';
import { readPoolSettings } from '../../../server/base/postgres.ts';
import { StartError } from '../../../server/base/start-error.ts';
import { forEachDatabase } from '../databases.ts';

interface Tables {
  parents: { id: number; name: string | null };
  children: { id: number; parent: number };
  entries: { id: Generated<number>; owner: string; synckey: number };
}

const testMigrations: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: '001-parents',
      async up(db) {
        await sql`create table parents (id bigint primary key, name text)`.execute(db);
        await sql`create table children (id bigint primary key, parent bigint not null references parents (id))`.execute(
          db,
        );
      },
    },
    {
      name: '002-entries',
      async up(db) {
        await sql`create table entries (id text, owner text not null, synckey bigint not null)`.execute(db);
      },
    },
  ],
};

forEachDatabase((name, open) => {
  test('numbers keep their type and never lose digits', async () => {
    const { kysely } = await open<Tables>(testMigrations);
    await kysely
      .insertInto('parents')
      .values({ id: 2 ** 53 - 1, name: null })
      .execute();
    const row = await kysely.selectFrom('parents').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ id: 2 ** 53 - 1, name: null });
    const counted = await kysely
      .selectFrom('parents')
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('id').as('s')])
      .executeTakeFirstOrThrow();
    expect(counted).toEqual({ n: 1, s: 2 ** 53 - 1 });
    await sql`insert into parents (id) values (9007199254740993)`.execute(kysely);
    await expect(kysely.selectFrom('parents').selectAll().execute()).rejects.toThrow(RangeError);
  });

  test('a broken rule is told by its kind', async () => {
    const { kysely } = await open<Tables>(testMigrations);
    await kysely.insertInto('parents').values({ id: 1, name: 'a' }).execute();
    const twice = kysely.insertInto('parents').values({ id: 1, name: 'b' }).execute();
    expect(isUniqueViolation(await twice.catch((error) => error))).toBe(true);
    const orphan = kysely.insertInto('children').values({ id: 1, parent: 9 }).execute();
    expect(isForeignKeyViolation(await orphan.catch((error) => error))).toBe(true);
  });

  test('a transaction that throws leaves nothing, and others wait for or do not see it', async () => {
    const database = await open<Tables>(testMigrations);
    const failed = database.transaction(async (trx) => {
      await trx.insertInto('parents').values({ id: 1, name: 'a' }).execute();
      await wait(20);
      throw new Error('changed my mind');
    });
    const during = database.kysely.selectFrom('parents').selectAll().execute();
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await during).toEqual([]);
    expect(await database.kysely.selectFrom('parents').selectAll().execute()).toEqual([]);
  });

  test('a transaction that met another is run again', async () => {
    const database = await open<Tables>(testMigrations);
    await database.kysely
      .insertInto('parents')
      .values([
        { id: 1, name: '0' },
        { id: 2, name: '0' },
      ])
      .execute();
    let runs = 0;
    // Two that lock the same rows in opposite order: PostgreSQL ends one of them as a deadlock.
    const lockBoth = (first: number, second: number) =>
      database.transaction(async (trx) => {
        runs++;
        await trx.updateTable('parents').set({ name: sql`name || 'x'` }).where('id', '=', first).execute();
        await wait(50);
        await trx.updateTable('parents').set({ name: sql`name || 'x'` }).where('id', '=', second).execute();
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    const rows = await database.kysely.selectFrom('parents').select('name').execute();
    expect(rows.map((row) => row.name)).toEqual(['0xx', '0xx']);
    expect(runs).toBe(name === 'postgres' ? 3 : 2);
  });

  test('migrations are planned, applied once and in order, whole or not at all', async () => {
    const database = await open<Tables>();
    expect(await planMigrations(database, testMigrations)).toEqual(['001-parents', '002-entries']);
    const failing: MigrationSet = {
      name: 'test',
      migrations: [
        ...testMigrations.migrations,
        { name: '003-fails', up: async (db) => void (await sql`select * from nothing_here`.execute(db)) },
      ],
    };
    await expect(migrate(database, failing)).rejects.toThrow();
    expect(await planMigrations(database, testMigrations)).toEqual(['001-parents', '002-entries']);
    expect(await migrate(database, testMigrations)).toEqual(['001-parents', '002-entries']);
    expect(await planMigrations(database, testMigrations)).toEqual([]);
    expect(await migrate(database, testMigrations)).toEqual([]);
    const older: MigrationSet = { name: 'test', migrations: testMigrations.migrations.slice(0, 1) };
    await expect(migrate(database, older)).rejects.toThrow(StartError);
    await expect(planMigrations(database, older)).rejects.toThrow(/newer version/);
  });

  test('the counter has no gap that is filled later, however many write', async () => {
    const database = await open<Tables>(baseMigrations, testMigrations);
    const writers = 12;
    const each = 15;
    let writing = true;
    const write = async (writer: number) => {
      for (let i = 0; i < each; i++) {
        await database.transaction(async (trx) => {
          const synckey = await nextSyncKey(trx, 'ann', 'shelf');
          await sql`insert into entries (id, owner, synckey) values (${`${writer}-${i}`}, 'ann', ${synckey})`.execute(
            trx,
          );
          if (i % 3 === 0) await wait(1);
        });
      }
    };
    const seen: number[] = [];
    const read = async () => {
      for (let last = 0; writing || last < writers * each; await wait(1)) {
        const rows = await database.kysely
          .selectFrom('entries')
          .select('synckey')
          .where('synckey', '>', last)
          .orderBy('synckey')
          .execute();
        for (const row of rows) seen.push(row.synckey);
        last = seen.at(-1) ?? 0;
      }
    };
    const reader = read();
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(() => {
      writing = false;
    });
    await reader;
    expect(seen).toEqual(Array.from({ length: writers * each }, (_, i) => i + 1));
    expect(await currentSyncKey(database.kysely, 'ann', 'shelf')).toBe(writers * each);
    expect(await currentSyncKey(database.kysely, 'bob', 'shelf')).toBe(0);
  });

  test('an unused number is given back when its transaction fails', async () => {
    const database = await open<Tables>(baseMigrations);
    await expect(
      database.transaction(async (trx) => {
        await nextSyncKey(trx, 'ann', 'shelf');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.transaction((trx) => nextSyncKey(trx, 'ann', 'shelf'))).toBe(1);
  });
});

describe('sqlite alone', () => {
  test('a query that bypasses its transaction fails instead of waiting for itself', async () => {
    const database = await openDatabase<Tables>('memory');
    await expect(database.transaction(() => database.ping())).rejects.toThrow('through the transaction');
    await database.ping();
    await database.close();
  });

  test('text stays text, and statements survive a change of the schema', async () => {
    const { kysely, close } = await openDatabase<Tables>('memory');
    await sql`create table t (a text)`.execute(kysely);
    await sql`insert into t values (${5})`.execute(kysely);
    const all = () => sql`select * from t`.execute(kysely);
    expect((await all()).rows).toEqual([{ a: '5' }]);
    await sql`alter table t add column b integer default 1`.execute(kysely);
    expect((await all()).rows).toEqual([{ a: '5', b: 1 }]);
    await expect(sql`insert into t values (${undefined}, 1)`.execute(kysely)).rejects.toThrow(TypeError);
    await close();
  });
});

describe('addresses', () => {
  test.each([
    'mysql://x',
    'sqlite://relative.db',
    'sqlite:///dev/null/here.sqlite',
    'plugin:///no/such/module.mjs',
    'postgres://h/db?max_conns=many',
    'postgres://h/db?max_conn_lifetime=1week',
  ])('%s is refused in a sentence', async (url) => {
    await expect(openDatabase(url)).rejects.toThrow(StartError);
  });

  test('the pool is set by the address', () => {
    expect(
      readPoolSettings(
        'cockroach://u:p@h:26257/d?max_conns=5&max_idle_conns=2&max_conn_lifetime=1h30m&sslmode=disable',
      ),
    ).toEqual({
      connectionString: 'postgres://u:p@h:26257/d?sslmode=disable',
      max: 5,
      maxIdle: 2,
      maxLifetime: 5400,
    });
    expect(withoutPassword('postgres://u:p@h/d?password=q&x=1')).toBe(
      'postgres://u:[hidden]@h/d?password=[hidden]&x=1',
    );
  });
});
