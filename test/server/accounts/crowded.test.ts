// The account pages when more people sign in than can be answered, and when the authorization server is away while a
// password is changed.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { mountAccounts } from '../../../server/accounts/mount.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { addUser, checkPassword } from '../../../server/accounts/users.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { migrate } from '../../../server/base/database/migrations.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { hashesAtOnce, mostWaitingHashes, slowHash } from '../../../server/base/slow-hash.ts';
import { Browser } from './browser.ts';

const log = createLog({ name: 'test', level: 'silent' });
const app = createHttp({ log });
const password = 'correct horse';
let database: Database<AccountTables>;
let accounts = '';

beforeAll(async () => {
  database = await openDatabase<AccountTables>('memory');
  await migrate(database, accountMigrations);
  // Nobody listens there.
  mountAccounts(app, { database, adminUrl: 'http://127.0.0.1:1', issuerUrl: 'http://127.0.0.1:1/', log });
  accounts = `${await app.listen({ host: '127.0.0.1', port: 0 })}/accounts`;
  await addUser(database, { name: 'Ada', password });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Keeps every place of the queue taken while the work is done. */
async function whileCrowded<T>(work: () => Promise<T>): Promise<T> {
  const cheap = { message: 'x', nonce: Buffer.alloc(16), tagLength: 4, memory: 8, passes: 1, parallelism: 1 };
  let over = false;
  const guest = async () => {
    while (!over) await slowHash(cheap);
  };
  const guests = Array.from({ length: hashesAtOnce + mostWaitingHashes }, guest);
  try {
    return await work();
  } finally {
    over = true;
    await Promise.all(guests);
  }
}

const attempt = { name: 'Ada', password, address: '192.0.2.1' };

test('when too many sign in at once, the next one is told so, and nothing is counted against anybody', async () => {
  const browser = new Browser([accounts]);
  const start = await browser.open(`${accounts}/password`);
  const fields = { name: 'Ada', present: password, new: 'another horse', again: 'another horse' };
  const page = await whileCrowded(() => browser.submit(start, fields));
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '5']);
  expect(page.html).toContain('Too many people sign in at this moment. Wait a few seconds and try again.');
  await expect(whileCrowded(() => checkPassword(database, attempt))).rejects.toSatisfy(
    (error) => error instanceof AppError && error.code === 'too_many_requests',
  );
  expect(await database.kysely.selectFrom('account_attempt').selectAll().execute()).toEqual([]);
  expect(await checkPassword(database, attempt)).toMatchObject({ user: { name: 'Ada' } });
});

test('a password is changed while the authorization server is away, and the page says what is left to do', async () => {
  const browser = new Browser([accounts]);
  const fields = { name: 'Ada', present: password, new: 'another horse', again: 'another horse' };
  const page = await browser.submit(await browser.open(`${accounts}/password`), fields);
  expect(page.status).toBe(200);
  expect(page.html).toContain('The password was changed');
  expect(page.html).toContain('the authorization server does not answer');
  expect(await checkPassword(database, { ...attempt, password: 'another horse' })).toMatchObject({ user: {} });
});
