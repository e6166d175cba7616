// Clients: what is refused, what replacing does to a secret, and deleting one that many tokens were issued to.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { introspect, tokenRequest } from './authorize.ts';

let database: Database<AuthTables & AccountTables>;
let house: House;
beforeAll(async () => {
  database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database);
});
afterAll(async () => {
  await house.close();
  await database.close();
});

const machine = {
  grant_types: ['client_credentials'],
  scope: 'books',
  token_endpoint_auth_method: 'client_secret_post',
};
const ask = (client_id: unknown, client_secret: unknown) =>
  tokenRequest(house, {
    grant_type: 'client_credentials',
    scope: 'books',
    client_id: String(client_id),
    client_secret: String(client_secret),
  });

test('a secret is shown once, stays when the client is replaced, and is another when one is given', async () => {
  const { body: made } = await house.call('POST', '/clients', machine);
  expect(made.client_id).toMatch(/^[0-9a-f-]{36}$/);
  const { client_secret: first, client_id: id } = made;
  const read = (await house.call('GET', `/clients/${id}`)).body;
  expect(read).not.toHaveProperty('client_secret');
  const kept = await house.call('PUT', `/clients/${id}`, { ...read, client_name: 'Another name' });
  expect([kept.body.client_name, kept.body.client_secret]).toEqual(['Another name', undefined]);
  expect((await ask(id, first)).status).toBe(200);
  const rotated = await house.call('PUT', `/clients/${id}`, { ...read, client_secret: 'another secret' });
  expect(rotated.body.client_secret).toBe('another secret');
  expect((await ask(id, first)).status).toBe(401);
  expect((await ask(id, 'another secret')).status).toBe(200);
  const without = { ...read, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://m.example/keys' };
  expect((await house.call('PUT', `/clients/${id}`, without)).body).not.toHaveProperty('client_secret');
  expect((await ask(id, 'another secret')).status).toBe(401);
  const anew = (await house.call('PUT', `/clients/${id}`, read)).body.client_secret;
  expect(anew).not.toBe(first);
  expect((await ask(id, anew)).status).toBe(200);
});

test('fields that make no sense are refused by name', async () => {
  const browser = { redirect_uris: ['https://app.example/cb'] };
  const wrong: [object, string][] = [
    [{ ...browser, allowed_cors_origins: ['https://app.example/'] }, 'allowed_cors_origins'],
    [{ ...browser, allowed_cors_origins: ['*'] }, 'allowed_cors_origins'],
    [{ ...browser, policy_uri: 'javascript:alert(1)' }, 'policy_uri'],
    [{ ...browser, logo_uri: 'data:image/svg+xml,x' }, 'logo_uri'],
    [{ ...browser, scope: 'two  spaces' }, 'scope'],
    [{ ...browser, scope: 'quote"' }, 'scope'],
    [{ ...browser, audience: ['a b'] }, 'audience'],
    [{ ...browser, jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, 'jwks'],
    [{ ...browser, jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] } }, 'jwks'],
    [{ ...browser, client_secret: 'a chosen secret', token_endpoint_auth_method: 'none' }, 'client_secret'],
    [{ ...browser, client_id: 'with space' }, 'client_id'],
    [{ ...browser, client_id: 'x'.repeat(256) }, 'client_id'],
    [{ ...browser, client_id: '.' }, 'client_id'],
    [{ ...browser, client_id: '..' }, 'client_id'],
    [{ ...browser, id: 'one', client_id: 'other' }, 'client_id'],
    [{ ...browser, contacts: 'ann@example.org' }, 'contacts'],
    [{ ...browser, redirect_uris: Array.from({ length: 101 }, (_, n) => `https://app.example/${n}`) }, 'redirect_uris'],
  ];
  for (const [body, field] of wrong) {
    const { status, body: reply } = await house.call('POST', '/clients', body);
    expect([status, reply.error_description], JSON.stringify(body).slice(0, 200)).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  }
  expect((await house.call('PUT', '/clients/nobody', browser)).status).toBe(404);
});

test('everything that was issued to a deleted client ends, however much it is', async () => {
  const { body: made } = await house.call('POST', '/clients', machine);
  const { body: other } = await house.call('POST', '/clients', machine);
  const token = (await ask(made.client_id, made.client_secret)).body.access_token;
  const left = (await ask(other.client_id, other.client_secret)).body.access_token;
  const rows = Array.from({ length: 2_500 }, (_, n) => ({
    kind: 'AccessToken',
    id: `many-${n}`,
    client_id: String(made.client_id),
    payload: '{}',
    expires_at: 4_000_000_000,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await database.kysely
      .insertInto('oauth_record')
      .values(rows.slice(start, start + 500) as never)
      .execute();
  }
  expect((await house.call('DELETE', `/clients/${made.client_id}`)).status).toBe(204);
  const { kysely } = database;
  const remaining = await kysely.selectFrom('oauth_record').select('client_id').execute();
  const owners = new Set(remaining.map((row) => row.client_id));
  expect([owners.has(String(made.client_id)), owners.has(String(other.client_id))]).toEqual([false, true]);
  expect(await introspect(house, String(token))).toEqual({ active: false });
  expect((await introspect(house, String(left))).active).toBe(true);
  expect((await ask(made.client_id, made.client_secret)).body.error).toBe('invalid_client');
});
