// What the document says of earlier releases and this server does differently: usage statistics, databases of other
// servers, and tokens without an expiry.

import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import { flush } from '../../../../server/auth/storage/flush.ts';
import { authMigrations } from '../../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../../server/base/database/database.ts';
import { migrate } from '../../../../server/base/database/migrations.ts';
import { clientId, type House, openHouse, registerReader } from '../../accounts/house.ts';
import { introspect, signInForTokens, tokenRequest } from '../authorize.ts';
import { passSeconds } from '../providers.ts';

/** Ports of this machine, and names of others. */
const called = new Set<string>();
let house: House;

beforeAll(async () => {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function record(this: Socket, ...given: unknown[]) {
    const [options] = [given].flat(2) as { host?: string; port?: number }[];
    called.add(`${options?.host}:${options?.port}`);
    return Reflect.apply(connect, this, given) as Socket;
  });
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  await registerReader(house);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await house.close();
  await house.database.close();
});

test('no statistics are sent: whatever is done, the server calls nobody', async () => {
  const { tokens } = await signInForTokens(house);
  await introspect(house, tokens.access_token);
  await flush(house.database as unknown as Database<AuthTables>);
  // This test itself called, and nobody else did.
  const own = [house.issuer, house.admin].map((address) => new URL(address).host);
  expect([...called].sort()).toEqual(own.sort());
});

test('a refresh token that was stored without expiry stays valid, and is not flushed', async () => {
  const { tokens } = await signInForTokens(house);
  const rows = await house.database.kysely
    .selectFrom('oauth_record')
    .select(['id', 'payload'])
    .where('kind', '=', 'RefreshToken')
    .execute();
  for (const { id, payload } of rows) {
    const { exp, ...rest } = JSON.parse(payload) as Record<string, unknown>;
    await house.database.kysely
      .updateTable('oauth_record')
      .set({ payload: JSON.stringify(rest), expires_at: null })
      .where('id', '=', id)
      .execute();
  }
  passSeconds(20 * 365 * 86_400);
  await flush(house.database as unknown as Database<AuthTables>);
  const refresh_token = tokens.refresh_token ?? '';
  const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token };
  expect(await tokenRequest(house, fields)).toMatchObject({ status: 200 });
});

test('a database of another server is neither read nor changed', async () => {
  const database = await openDatabase<AuthTables>('memory');
  await sql`create table former_client (id text primary key, client_secret text)`.execute(database.kysely);
  await sql`insert into former_client values ('former', 'secret')`.execute(database.kysely);
  await migrate(database, authMigrations);
  const { rows } = await sql`select * from former_client`.execute(database.kysely);
  expect(rows).toEqual([{ id: 'former', client_secret: 'secret' }]);
  expect(await database.kysely.selectFrom('oauth_client').selectAll().execute()).toEqual([]);
  await database.close();
});
