// JSON Web Keys as the document describes them.

import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse, registerReader } from '../../accounts/house.ts';
import { signInForTokens } from '../authorize.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

interface Key {
  kid: string;
  kty: string;
  alg: string;
  crv?: string;
  k?: string;
}

async function create(set: string, body: object): Promise<Key[]> {
  const reply = await house.call('POST', `/jwks/${set}`, { use: 'sig', ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.keys as Key[];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

test('a key is made from alg and kid', async () => {
  const made = await create('mine', { alg: 'RS256', kid: 'one' });
  expect(made).toMatchObject([{ kid: 'private:one', alg: 'RS256', kty: 'RSA' }, { kid: 'public:one' }]);
  for (const path of ['/jwks/mine', '/keys/mine']) expect((await house.call('GET', path)).body).toEqual({ keys: made });
  expect((await house.call('POST', '/jwks/mine', { use: 'sig' })).status).toBe(400);
});

test('without kid a unique one is made behind public and private', async () => {
  const kids = [...(await create('unnamed', { alg: 'ES256' })), ...(await create('unnamed', { alg: 'ES256' }))].map(
    (key) => key.kid,
  );
  expect(kids.map((kid) => kid.replace(new RegExp(uuid), '<uuid>'))).toEqual([
    'private:<uuid>',
    'public:<uuid>',
    'private:<uuid>',
    'public:<uuid>',
  ]);
  expect(new Set(kids.map((kid) => kid.split(':')[1])).size).toBe(2);
});

test('HS256 has 256 bits, ES512 the curve P-521 under both spellings', async () => {
  const [secret] = await create('shared', { alg: 'HS256' });
  expect(Buffer.from(secret?.k ?? '', 'base64url')).toHaveLength(32);
  for (const alg of ['ES512', 'ES521']) {
    expect(await create('curve', { alg, kid: alg })).toMatchObject([{ alg: 'ES512', crv: 'P-521' }, { alg: 'ES512' }]);
  }
});

test('ID tokens are signed by an RSA key that is made at start, with a kid of its own per installation', async () => {
  const published = async (one: House) => {
    const { keys } = (await (await fetch(`${one.issuer}.well-known/jwks.json`)).json()) as { keys: Key[] };
    return keys;
  };
  const [key] = await published(house);
  expect(key).toMatchObject({
    kty: 'RSA',
    alg: 'RS256',
    kid: expect.stringMatching(new RegExp(`^authsrv\\.openid\\.id-token:public:${uuid}$`)),
  });
  await registerReader(house);
  const { tokens } = await signInForTokens(house);
  expect(decodeProtectedHeader(tokens.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: key?.kid });
  const other = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  expect((await published(other))[0]?.kid).not.toBe(key?.kid);
  await other.close();
  await other.database.close();
});
