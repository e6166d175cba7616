// The database through its door, on SQLite and PostgreSQL alike: values, transactions, migrations and counters.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Generated, type Kysely, sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { baseMigrations } from '../../../../server/base/database/base-migrations.ts';
import { currentSyncKey, nextSyncKey } from '../../../../server/base/database/counters.ts';
import { openDatabase, sqliteUrl, withoutPassword } from '../../../../server/base/database/database.ts';
import {
  isDiskFull,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../../../server/base/database/database-errors.ts';
import { type MigrationSet, migrate, planMigrations } from '../../../../server/base/database/migrations.ts';
import { readPoolSettings } from '../../../../server/base/database/postgres.ts';
import { toAppError } from '../../../../server/base/http/error-reply.ts';
import { StartError } from '../../../../server/base/start-error.ts';
import { forEachDatabase } from '../../databases.ts';
import { withSmallDisk } from '../small-disk.ts';

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

  test('steps that belong together all happen or none does, whoever else writes meanwhile', async () => {
    const database = await open<Tables>(testMigrations);
    const { kysely } = database;
    const insert = (id: number) => kysely.insertInto('parents').values({ id, name: 'a' }).compile();
    const rename = (id: number) => kysely.updateTable('parents').set({ name: 'b' }).where('id', '=', id).compile();
    const both = (first: number, second: number) =>
      database.together([{ query: insert(first) }, { query: rename(second), changes: 1 }]);
    const results = await Promise.allSettled([
      both(1, 1),
      both(2, 99),
      kysely.executeQuery(insert(3)),
      kysely.executeQuery(insert(3)),
      database.together([{ query: insert(4) }, { query: insert(4) }]),
      database.transaction(async (trx) => {
        await trx.executeQuery(insert(5));
        await wait(10);
        await trx.executeQuery(rename(5));
      }),
      both(6, 6),
    ]);
    const told = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
    expect([told[0], told[1], told[4], told[6]]).toEqual([
      undefined,
      { query: rename(99), changes: 1 },
      'failed',
      undefined,
    ]);
    expect([told[2], told[3]].filter((each) => each === 'failed').length).toBe(1);
    const left = await kysely.selectFrom('parents').selectAll().orderBy('id').execute();
    expect(left).toEqual([
      { id: 1, name: 'b' },
      { id: 3, name: 'a' },
      { id: 5, name: 'b' },
      { id: 6, name: 'b' },
    ]);
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

  test('a full disk is told as such, and what was acknowledged stays', (context) =>
    withSmallDisk(context, '512k', async (folder) => {
      const url = sqliteUrl(join(folder, 'new folder #1', 'full?.sqlite'));
      const database = await openDatabase<{ t: { a: string } }>(url);
      await sql`create table t (a text)`.execute(database.kysely);
      const write = (trx: Kysely<{ t: { a: string } }>, size: number) =>
        trx
          .insertInto('t')
          .values({ a: 'x'.repeat(size) })
          .execute();
      await write(database.kysely, 1000);
      const large = database.transaction(async (trx) => {
        for (let i = 0; i < 200; i++) await write(trx, 10_000);
      });
      expect(isDiskFull(await large.catch((error) => error))).toBe(true);
      expect(toAppError(await large.catch((error) => error)).code).toBe('disk_full');
      await write(database.kysely, 1000);
      await database.close();
      const again = await openDatabase<{ t: { a: string } }>(url);
      expect(await again.kysely.selectFrom('t').selectAll().execute()).toHaveLength(2);
      await again.close();
      expect((await stat(join(folder, 'new folder #1', 'full?.sqlite'))).mode & 0o777).toBe(0o600);
    }));

  test('what was acknowledged is there after a kill', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-kill-'));
    const url = sqliteUrl(join(folder, 'killed.sqlite'));
    const child = spawn(process.execPath, [new URL('../endless-writes.ts', import.meta.url).pathname, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const exited = new Promise((resolve) => child.once('close', resolve));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.split('\n').length > 50) child.kill('SIGKILL');
    });
    await exited;
    const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n').map(Number);
    const database = await openDatabase<{ writes: { id: number; twin: number } }>(url);
    const rows = await database.kysely.selectFrom('writes').selectAll().execute();
    expect(acknowledged.length).toBeGreaterThan(40);
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(acknowledged));
    // Both statements of a transaction, or neither.
    expect(rows.filter((row) => row.twin !== row.id)).toEqual([]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('postgres alone', () => {
  test('no more connections stay idle than the address allows', async () => {
    const url = new URL(inject('postgresUrl'));
    url.searchParams.set('max_conns', '6');
    url.searchParams.set('max_idle_conns', '2');
    url.searchParams.set('application_name', 'pool-test');
    const database = await openDatabase(url.href);
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where application_name = 'pool-test'`.execute(database.kysely);
      return rows[0]?.n;
    };
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(database.kysely)));
    while ((await count()) !== 2) await wait(20);
    await database.close();
  });

  test('a connection that the server ends does not end the program', async () => {
    const database = await openDatabase(inject('postgresUrl'));
    const kill = database.transaction((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
    await expect(kill).rejects.toThrow();
    await database.ping();
    await database.close();
    const nowhere = await openDatabase('postgres://nobody@127.0.0.1:1/nothing');
    expect(toAppError(await nowhere.ping().catch((error) => error)).code).toBe('upstream_unavailable');
    await nowhere.close();
  });
});

test('a plugin brings a database of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-plugin-'));
  const module = join(folder, 'plugin.mjs');
  const sqlite = new URL('../../../../server/base/database/sqlite.ts', import.meta.url).href;
  await writeFile(
    module,
    `import { openSqliteFile, sqliteDialect } from '${sqlite}';
    export default async () => ({ family: 'sqlite', dialect: sqliteDialect(await openSqliteFile(':memory:')) });`,
  );
  const database = await openDatabase<Tables>(`plugin://${module}`);
  expect(await migrate(database, testMigrations)).toHaveLength(2);
  await database.close();
  await writeFile(join(folder, 'wrong.mjs'), 'export default () => ({})');
  await expect(openDatabase(`plugin://${folder}/wrong.mjs`)).rejects.toThrow(/default export must answer/);
  await rm(folder, { recursive: true, force: true });
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
