// No request of the store, of searches or of recommendations reads through a table that grows with the library: every
// query that they make is asked for its plan.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RouteName } from '../../../../api/catalog.ts';
import { type Database, openDatabase, sqliteUrl } from '../../../../server/base/database/database.ts';
import { migrate } from '../../../../server/base/database/migrations.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { addStoreBook, indexBook, refresh } from './store-house.ts';

let folder: string;
let house: House;
let ann: Client;
let database: Database<Tables>;
let file: DatabaseSync;
let bookId: string;

/** Few rows whatever the library is: one per category and rank, or one per reader's own choice. */
const small = new Set(['store_lists', 'store_categories', 'promotions', 'sync_counters']);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-plans-'));
  const path = join(folder, 'plans.sqlite');
  database = await openDatabase<Tables>(sqliteUrl(path));
  for (const set of migrationSets) await migrate(database, set);
  house = await openHouse(database);
  ann = await house.signIn('ann');
  for (let n = 0; n < 30; n++) {
    bookId = await addStoreBook(house.reading, {
      title: `The whale ${n} 草枕`,
      author: `Author ${n % 4}`,
      subjects: [`Subject ${n % 3}`],
      texts: [`Call me Ishmael ${n}.`, 'A whale of a time.'],
    });
    await indexBook(house.reading, bookId);
    if (n % 2) await ann.call('POST /book/markstatus', { bookId, status: 4 });
  }
  await refresh(house);
  file = new DatabaseSync(path, { readOnly: true });
});
afterAll(async () => {
  file.close();
  await house.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test.each<[RouteName, () => object]>([
  ['GET /book/search', () => ({ bookId, keyword: 'whale of' })],
  ['GET /store/search', () => ({ keyword: 'whale' })],
  ['GET /store/search', () => ({ keyword: 'call me ish', scope: 12 })],
  ['GET /store/search', () => ({ keyword: 'whail', categoryId: '1' })],
  ['GET /store/suggest', () => ({ keyword: 'the wha' })],
  ['GET /store/suggest', () => ({ keyword: 'whalle' })],
  ['POST /store/titlesearch', () => ({ keywords: ['The whale 3', '草枕'] })],
  ['GET /searchtags', () => ({})],
  ['GET /market/categories', () => ({ ranklist: 1, recommend: 1 })],
  ['GET /market/category', () => ({ categoryId: '1' })],
  ['GET /market/list', () => ({ type: 'rising' })],
  ['GET /promo/list', () => ({})],
  ['GET /eink/hottopics', () => ({ request_expand: 1 })],
  ['GET /recommend/feedback', () => ({ bookId, type: 1 })],
  ['GET /book/recommend', () => ({ balance: 1 })],
  ['GET /book/similar', () => ({ bookId, isPromote: 1 })],
  ['GET /book/tags', () => ({ bookId })],
  ['GET /book/detailinfo', () => ({ bookId })],
])('%s', async (route, params) => {
  const asked = new Set<string>();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  // Statements that were prepared before are kept, and would not be seen.
  await database.kysely.schema
    .createTable(`t${asked.size}_${Math.random().toString(36).slice(2)}`)
    .addColumn('a', 'text')
    .execute();
  await ann.call(route, params());
  for (const [text] of prepare.mock.calls) if (/^\s*(select|with|insert|update|delete)/i.test(text)) asked.add(text);
  prepare.mockRestore();
  expect(asked.size).toBeGreaterThan(1);
  for (const text of asked) {
    const plan = file.prepare(`explain query plan ${text}`).all() as { detail: string }[];
    const scans = plan.flatMap(({ detail }) => /^SCAN (\w+)(?! VIRTUAL)/.exec(detail)?.[1] ?? []);
    const names = tablesByAlias(text);
    const read = scans.map((name) => names.get(name) ?? name).filter((name) => isTable(name) && !small.has(name));
    expect([text, plan.map(({ detail }) => detail), read]).toEqual([text, expect.anything(), []]);
  }
});

function isTable(name: string): boolean {
  const row = file.prepare("select sql from sqlite_master where type = 'table' and name = ?").get(name) as
    | { sql: string }
    | undefined;
  return row !== undefined && !/^create virtual/i.test(row.sql);
}

function tablesByAlias(text: string): Map<string, string> {
  const named = text.matchAll(/(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi);
  return new Map([...named].flatMap(([, table = '', alias]) => (alias ? [[alias, table] as const] : [])));
}
