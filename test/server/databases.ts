// Runs a suite on each database that the services support. Every call of `open` gives an empty database of its own,
// closed and removed, or emptied for the next, when the test (or, opened in beforeAll, the suite) ends.

import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject, onTestFinished } from 'vitest';
import { type Database, type Dialect, openDatabase, sqliteUrl } from '../../server/base/database/database.ts';
import { type MigrationSet, migrate } from '../../server/base/database/migrations.ts';
import { type AsMade, empty, lookAtMade } from './empty-postgres.ts';
import { quickFolder } from './quick-folder.ts';

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
  /** For one that nobody else was told of: it may be given to the next test. */
  giveBack(): Promise<void>;
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
      await made.giveBack();
    });
    return database;
  };
  return Object.assign(open, { url });
}

/** Migrated once into a template, of which a copy is made in a fraction of the time. */
async function freshSqlite(sets: MigrationSet[]): Promise<Fresh> {
  const folder = await mkdtemp(join(quickFolder, 'octavo-sqlite-'));
  const file = join(folder, 'test.sqlite');
  if (sets.length > 0) await copyFile(await sqliteTemplate(sets), file);
  const remove = () => rm(folder, { recursive: true, force: true });
  return { url: sqliteUrl(file), giveBack: remove, remove };
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

/** Migrated once into a template, of which copies are made; what was given back is empty again and needs no copy. */
async function freshPostgres(sets: MigrationSet[]): Promise<Fresh> {
  const server = inject('postgresUrl');
  const template = sets.length > 0 ? await templateFor(server, sets) : undefined;
  const name = template?.givenBack.pop() ?? `test_${randomBytes(8).toString('hex')}`;
  const url = addressOf(server, name);
  if (!template?.copies.has(name)) {
    await withClient(server, (client) =>
      client.query(`create database ${name} template ${template?.name ?? 'template0'}`),
    );
    template?.copies.add(name);
  }
  const remove = async () => {
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  const giveBack = async () => {
    const isEmpty = template && (await withClient(url, (client) => empty(client, template.made)).catch(whenGone));
    if (isEmpty) template.givenBack.push(name);
    else await remove();
  };
  return { url, giveBack, remove };
}

/** A database that its test has removed cannot be emptied; nothing else is forgiven. */
function whenGone(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === '3D000') return false;
  throw error;
}

interface Template {
  name: string;
  made: AsMade;
  copies: Set<string>;
  givenBack: string[];
}

const templates = new Map<string, Promise<Template>>();

// One per test process, so that no other process can be connected to it, which would forbid to copy it.
function templateFor(server: string, sets: MigrationSet[]): Promise<Template> {
  const steps = stepsOf(sets);
  const known = templates.get(steps);
  if (known) return known;
  const made = makeTemplate(server, `template_${randomBytes(8).toString('hex')}`, sets);
  templates.set(steps, made);
  return made;
}

async function makeTemplate(server: string, name: string, sets: MigrationSet[]): Promise<Template> {
  await withClient(server, (client) => client.query(`create database ${name} template template0`));
  const url = addressOf(server, name);
  await applyAll(url, sets);
  return { name, made: await withClient(url, lookAtMade), copies: new Set(), givenBack: [] };
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

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
