// What keeps the server's cost flat: the direct way of machine tokens answers exactly as the library does, expired rows
// are removed a little at a time while others work, and every query of a token is served by an index.

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { flush } from '../../../server/auth/storage/flush.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { type House, openHouse, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { introspect, signInForTokens } from './authorize.ts';

const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);

forEachDatabase((name, open) => {
  let house: House;
  let database: Database<AuthTables>;
  let secret: string;

  beforeAll(async () => {
    const opened = await open<AuthTables & AccountTables>(authMigrations, accountMigrations);
    database = opened as unknown as Database<AuthTables>;
    house = await openHouse(opened);
    await registerReader(house);
    const machine = { grant_types: ['client_credentials'], scope: 'books.*', audience: ['https://api.example/'] };
    const made = await house.call('POST', '/clients', { client_id: 'machine', ...machine });
    secret = String(made.body.client_secret);
    return () => house.close();
  });

  async function askMachineToken(fields: Record<string, string>, password = secret) {
    const response = await fetch(`${house.issuer}oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`machine:${password}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
    });
    const body = (await response.json()) as Record<string, unknown>;
    const headers = Object.fromEntries(response.headers);
    for (const changing of ['date', 'x-request-id', 'content-length', 'content-security-policy'])
      delete headers[changing];
    return { status: response.status, headers, body };
  }

  /** The library strips what it does not know; the direct way leaves such requests to it. */
  const byLibrary = (fields: Record<string, string>, password?: string) =>
    askMachineToken({ ...fields, unknown: '1' }, password);

  test.each([
    ['plain', {}],
    ['with scopes', { scope: 'books.read books.write books.read' }],
    ['with audiences', { scope: 'books.read', audience: 'https://api.example/v1 https://api.example/v2' }],
    ['with a foreign scope', { scope: 'films' }],
    ['with a foreign audience', { audience: 'https://elsewhere.example/' }],
    ['with a malformed scope', { scope: 'books.read  books.write' }],
    ['with an empty scope', { scope: '' }],
  ])('a machine token is answered as the library answers it: %s', async (_what, fields) => {
    const [direct, library] = [await askMachineToken(fields), await byLibrary(fields)];
    const { access_token: one, ...rest } = direct.body;
    const { access_token: other, ...expected } = library.body;
    expect({ ...direct, body: rest }).toEqual({ ...library, body: expected });
    expect(typeof one).toBe(typeof other);
    if (typeof one !== 'string') return;
    const [told, wanted] = [await introspect(house, one), await introspect(house, String(other))];
    const times = { exp: expect.any(Number), iat: expect.any(Number), nbf: expect.any(Number) };
    expect(told).toEqual({ ...wanted, ...times });
    expect(Number(told.exp) - Number(told.iat)).toBe(Number(wanted.exp) - Number(wanted.iat));
  });

  test('the direct way notices at once what was changed of a client', async () => {
    expect((await askMachineToken({ scope: 'books.read' })).status).toBe(200);
    const body = { client_id: 'machine', grant_types: ['client_credentials'], scope: 'films' };
    // As another process would.
    await database.kysely
      .updateTable('oauth_client')
      .set((columns) => ({ body: sql<string>`replace(${columns.ref('body')}, 'books.*', 'films')` }))
      .where('client_id', '=', 'machine')
      .execute();
    expect((await askMachineToken({ scope: 'books.read' })).body.error).toBe('invalid_scope');
    const { access_token: token } = (await askMachineToken({ scope: 'films' })).body;
    expect((await askMachineToken({ scope: 'films' }, 'wrong')).status).toBe(401);
    await house.call('PUT', '/clients/machine', { ...body, client_secret: 'another secret' });
    expect((await askMachineToken({ scope: 'films' })).status).toBe(401);
    expect((await askMachineToken({ scope: 'films' }, 'another secret')).status).toBe(200);
    expect((await introspect(house, String(token))).active).toBe(true);
    await house.call('DELETE', '/clients/machine');
    expect((await askMachineToken({ scope: 'films' }, 'another secret')).status).toBe(401);
    expect(await introspect(house, String(token))).toEqual({ active: false });
  });

  test('flushing takes what is over, however much, and nothing that is needed', async () => {
    const { tokens } = await signInForTokens(house, { consent: { remember: true, remember_for: 60 } });
    const living = await database.kysely.selectFrom('oauth_consent').select('grant_id').executeTakeFirstOrThrow();
    const old = now() - 3 * day;
    const record = (kind: string, id: string, grant: string | null, expiry: number) => ({
      ...{ kind, id, grant_id: grant, uid: null, user_code: null, client_id: 'machine', subject: 'ada' },
      ...{ payload: '{}', expires_at: expiry, consumed_at: null, polled_at: null, poll_interval: null },
    });
    const consent = (grant: string, change: object = {}) => ({
      ...{ grant_id: grant, subject: 'ada', client_id: 'machine', challenge: grant, scope: '[]', audience: '[]' },
      ...{ session: '', request: '{}', remember: 0, remember_until: null, granted_at: old, session_id: null },
      ...change,
    });
    const expired = Array.from({ length: 1_200 }, () =>
      record('ClientCredentials', randomBytes(64).toString('base64url'), null, old),
    );
    const grants = ['over', 'used', 'remembered', 'forgotten', 'fresh'];
    await database.kysely.insertInto('oauth_record').values(expired).execute();
    await database.kysely
      .insertInto('oauth_record')
      .values([
        ...grants.map((grant) => record('Grant', grant, null, now() + 10_000 * day)),
        record('AccessToken', 'token-over', 'over', old),
        record('RefreshToken', 'token-used', 'used', now() + day),
      ])
      .execute();
    await database.kysely
      .insertInto('oauth_consent')
      .values([
        consent('over'),
        consent('used'),
        consent('remembered', { remember: 1 }),
        consent('forgotten', { remember: 1, remember_until: old }),
        consent('fresh', { granted_at: now() }),
      ])
      .execute();
    // Two processes may do it at once.
    await Promise.all([flush(database), flush(database)]);
    const left = await database.kysely.selectFrom('oauth_consent').select('grant_id').orderBy('grant_id').execute();
    const kept = ['fresh', 'remembered', 'used', living.grant_id].sort();
    expect(left.map((row) => row.grant_id).sort()).toEqual(kept);
    const records = await database.kysely
      .selectFrom('oauth_record')
      .select(['kind', 'id'])
      .where('client_id', '=', 'machine')
      .execute();
    const leftOf = (kind: string) => records.filter((row) => row.kind === kind).map((row) => row.id);
    expect(leftOf('ClientCredentials')).toEqual([]);
    expect(leftOf('AccessToken')).toEqual([]);
    expect(leftOf('RefreshToken')).toEqual(['token-used']);
    expect(leftOf('Grant').sort()).toEqual(['fresh', 'remembered', 'used']);
    expect((await introspect(house, tokens.access_token)).active).toBe(true);
    // Once its last token is over, the next flush after that takes the consent too.
    await database.kysely.deleteFrom('oauth_record').where('id', '=', 'token-used').execute();
    await database.kysely.updateTable('oauth_consent').set({ look_at: 0 }).where('grant_id', '=', 'used').execute();
    await flush(database);
    const after = await database.kysely.selectFrom('oauth_consent').select('grant_id').execute();
    expect(after.map((row) => row.grant_id).sort()).toEqual(kept.filter((grant) => grant !== 'used'));
  });

  if (name === 'sqlite') {
    test('no query of a token goes through the whole table', async () => {
      const queries = [
        "select payload from oauth_record where id = 'x' and kind = 'AccessToken'",
        "select payload from oauth_record where uid = 'x' and kind = 'Session'",
        "select payload from oauth_record where user_code = 'x' and kind = 'DeviceCode'",
        "delete from oauth_record where grant_id = 'x'",
        "delete from oauth_record where grant_id = 'x' and kind = 'AccessToken'",
        "delete from oauth_record where subject = 'x' and kind = 'Session'",
        "delete from oauth_record where client_id = 'x'",
        'select kind, id from oauth_record where expires_at < 1 order by expires_at limit 500',
        'select grant_id from oauth_consent where look_at <= 1 order by look_at, grant_id limit 100',
        "select grant_id, max(expires_at) from oauth_record where grant_id in ('x', 'y') group by grant_id",
      ];
      for (const query of queries) {
        const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(database.kysely);
        expect(rows.map((row) => row.detail).join(' '), query).toMatch(/^SEARCH .* USING (COVERING )?INDEX/);
      }
    });
  }
});
