// Runs a suite on each database that the services support. Every call of `open` gives an empty database of its own,
// closed and removed when the test (or, opened in beforeAll, the suite) ends.

import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject, onTestFinished } from 'vitest';
import { type Database, type Dialect, openDatabase, sqliteUrl } from '../../server/base/database/database.ts';
import { type MigrationSet, migrate } from '../../server/base/database/migrations.ts';

export interface OpenDatabase {
  /** A fresh database with these migrations applied. */
  <T>(...sets: MigrationSet[]): Promise<Database<T>>;
  /** The address of a fresh database with these migrations applied, for programs that open it themselves. */
  url(...sets: MigrationSet[]): Promise<string>;
}

export function forEachDatabase(suite: (name: Dialect, open: OpenDatabase) => void): void {
  for (const name of ['sqlite', 'postgres'] as const) {
    describe(name, () => {
      const cleanUps: (() => Promise<void>)[] = [];
      afterAll(async () => {
        for (const cleanUp of cleanUps.reverse()) await cleanUp();
      });
      suite(name, opener(name === 'sqlite' ? freshSqlite : freshPostgres, cleanUps));
    });
  }
}

interface Fresh {
  url: string;
  remove(): Promise<void>;
}

function opener(fresh: (sets: MigrationSet[]) => Promise<Fresh>, atEnd: (() => Promise<void>)[]): OpenDatabase {
  const whenDone = (cleanUp: () => Promise<void>) => {
    try {
      onTestFinished(cleanUp);
    } catch {
      // Outside a test, in beforeAll.
      atEnd.push(cleanUp);
    }
  };
  const url = async (...sets: MigrationSet[]) => {
    const made = await fresh(sets);
    whenDone(made.remove);
    return made.url;
  };
  const open = async <T>(...sets: MigrationSet[]) => {
    const made = await fresh(sets);
    const database = await openDatabase<T>(made.url);
    whenDone(async () => {
      await database.close();
      await made.remove();
    });
    return database;
  };
  return Object.assign(open, { url });
}

/** Migrated once into a template, of which a copy is made in a fraction of the time. */
async function freshSqlite(sets: MigrationSet[]): Promise<Fresh> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-sqlite-'));
  const file = join(folder, 'test.sqlite');
  if (sets.length > 0) await copyFile(await sqliteTemplate(sets), file);
  return { url: sqliteUrl(file), remove: () => rm(folder, { recursive: true, force: true }) };
}

const sqliteTemplates = new Map<string, Promise<string>>();

function sqliteTemplate(sets: MigrationSet[]): Promise<string> {
  const key = stepsOf(sets);
  const known = sqliteTemplates.get(key);
  if (known) return known;
  const made = (async () => {
    const file = join(await mkdtemp(join(inject('sharedFolder'), 'sqlite-')), 'template.sqlite');
    // Closing brings everything into the one file.
    await applyAll(sqliteUrl(file), sets);
    return file;
  })();
  sqliteTemplates.set(key, made);
  return made;
}

function stepsOf(sets: MigrationSet[]): string {
  return JSON.stringify(sets.map((set) => [set.name, ...set.migrations.map((migration) => migration.name)]));
}

/** Migrated once into a template; a copy of that is made in a fraction of the time. */
async function freshPostgres(sets: MigrationSet[]): Promise<Fresh> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(server, async (client) => {
    const template = sets.length > 0 ? await templateFor(client, server, sets) : 'template0';
    await client.query(`create database ${name} template ${template}`);
  });
  const remove = () =>
    withClient(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { url: addressOf(server, name), remove };
}

const templates = new Map<string, Promise<string>>();

// One per test process, so that no other process can be connected to it, which would forbid to copy it.
function templateFor(client: pg.Client, server: string, sets: MigrationSet[]): Promise<string> {
  const steps = stepsOf(sets);
  const known = templates.get(steps);
  if (known) return known;
  const made = makeTemplate(client, server, `template_${randomBytes(8).toString('hex')}`, sets);
  templates.set(steps, made);
  return made;
}

async function makeTemplate(client: pg.Client, server: string, name: string, sets: MigrationSet[]): Promise<string> {
  await client.query(`create database ${name} template template0`);
  await applyAll(addressOf(server, name), sets);
  return name;
}

async function applyAll(url: string, sets: MigrationSet[]): Promise<void> {
  if (sets.length === 0) return;
  const database = await openDatabase(url);
  for (const set of sets) await migrate(database, set);
  await database.close();
}

function addressOf(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
