// Key sets: what may come in, what may leave, and rotation that no process and no client is surprised by.

import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { KeyStore } from '../../../server/auth/keys/keys.ts';
import { SecretRing } from '../../../server/auth/keys/secret-ring.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse, registerReader, systemSecret } from '../accounts/house.ts';
import { signInForTokens } from './authorize.ts';

const idTokens = '/jwks/authsrv.openid.id-token';
let database: Database<AuthTables & AccountTables>;
let house: House;

beforeAll(async () => {
  database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database, { keyActivation: 60 });
  await registerReader(house);
});
afterAll(async () => {
  await house.close();
  await database.close();
});

const keysOf = async (path: string) => (await house.call('GET', path)).body.keys as JWK[];
const published = async () => {
  const response = await fetch(`${house.issuer}.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=30');
  return ((await response.json()) as { keys: JWK[] }).keys;
};
const signingKid = async () =>
  decodeProtectedHeader((await signInForTokens(house)).tokens.id_token ?? '')
    .kid?.split(':')
    .at(-1);
const rsa = (bits = 2048) => generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const jwkOf = (key: ReturnType<typeof rsa>) => key.export({ format: 'jwk' }) as JWK;

describe('generated keys', () => {
  test('of every algorithm, with the names that the document gives them', async () => {
    const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA'.split(' ');
    for (const alg of algorithms.filter((each) => !/^[RP]S(384|512)/.test(each))) {
      const { status, body } = await house.call('POST', '/jwks/all', { alg });
      const [own, open] = body.keys as [JWK, JWK];
      expect([status, own.alg, own.use]).toEqual([201, alg, 'sig']);
      expect(own.kid).toMatch(/^private:[0-9a-f-]{36}$/);
      expect(open.kid).toBe(own.kid?.replace('private', 'public'));
      expect(open.d).toBeUndefined();
      const jwt = await new SignJWT({}).setProtectedHeader({ alg, kid: open.kid ?? '' }).sign(own);
      await jwtVerify(jwt, createLocalJWKSet({ keys: [open] }));
    }
    for (const [alg, bytes] of [
      ['HS256', 32],
      ['HS384', 48],
      ['HS512', 64],
    ] as const) {
      const { body } = await house.call('POST', '/keys/shared', { alg, kid: alg });
      const [key] = body.keys as JWK[];
      expect([key?.kid, Buffer.from(key?.k ?? '', 'base64url').length]).toEqual([alg, bytes]);
    }
    const misspelt = await house.call('POST', '/jwks/all', { alg: 'ES521', kid: 'old' });
    expect(misspelt.body.keys).toMatchObject([
      { alg: 'ES512', crv: 'P-521', kid: 'private:old' },
      { kid: 'public:old' },
    ]);
  });

  test('a set stops growing before keys would be lost from sight', async () => {
    for (let count = 0; count < 50; count++) await house.call('POST', '/jwks/many', { alg: 'HS256' });
    expect((await house.call('POST', '/jwks/many', { alg: 'HS256' })).status).toBe(409);
    expect(await keysOf('/jwks/many')).toHaveLength(50);
  });
});

describe('keys that others made', () => {
  test('JWK and PEM come in under their own names and leave as they came', async () => {
    const jwk = { ...jwkOf(ec()), kid: 'their key/1', alg: 'ES256', use: 'sig' };
    const bad = await house.call('PUT', '/jwks/theirs/their%20key', jwk);
    expect(bad.body).toMatchObject({ error: 'invalid_request' });
    const put = await house.call('PUT', '/jwks/theirs/k1', { ...jwk, kid: 'k1' });
    expect([put.status, put.body.keys]).toEqual([200, [{ ...jwk, kid: 'k1' }]]);
    const pem = rsa().export({ type: 'pkcs8', format: 'pem' }) as string;
    const fromPem = await house.call('PUT', '/jwks/theirs/k2', { pem, alg: 'PS256' });
    expect(fromPem.body.keys).toMatchObject([{ kty: 'RSA', alg: 'PS256', kid: 'k2' }]);
    expect((await keysOf('/jwks/theirs/k2'))[0]?.d).toBeDefined();
    const again = await house.call('PUT', '/jwks/theirs/k1', { ...jwkOf(ec()), kid: 'k1' });
    expect(again.status).toBe(200);
    expect(await keysOf('/jwks/theirs')).toHaveLength(2);
    const rows = await database.kysely.selectFrom('oauth_key').selectAll().where('set_name', '=', 'theirs').execute();
    expect(JSON.stringify(rows)).not.toContain(jwk.d);
  });

  test('broken, weak, mixed and misused keys are refused in a sentence', async () => {
    const one = jwkOf(ec());
    const other = jwkOf(ec());
    const refused: [object, RegExp][] = [
      [{}, /kty/],
      [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, /bits/],
      [jwkOf(rsa(1024)), /1024/],
      [{ ...one, d: other.d }, /not of one key/],
      [{ ...one, y: other.y }, /do not make a key|not of one key/],
      [{ ...one, alg: 'RS256' }, /RS256/],
      [{ ...one, alg: 'none' }, /alg/],
      [{ kty: 'oct', k: 'c2hvcnQ', alg: 'HS256' }, /HS256/],
      [{ kty: 'oct' }, /needs "k"/],
      [{ ...one, bogus: 1 }, /Unknown key: "bogus"/],
      [{ pem: 'nonsense' }, /pem/],
      [
        {
          pem: createPrivateKey({ key: one as never, format: 'jwk' }).export({
            type: 'pkcs8',
            format: 'pem',
            cipher: 'aes-256-cbc',
            passphrase: 'x',
          }),
        },
        /encrypted/,
      ],
    ];
    for (const [body, sentence] of refused) {
      const { status, body: reply } = await house.call('PUT', '/jwks/refused/k', body);
      expect([status, reply.error]).toEqual([400, 'invalid_request']);
      expect(reply.error_description).toMatch(sentence);
      expect(JSON.stringify(reply)).not.toContain(one.d);
    }
    expect((await house.call('GET', '/jwks/refused')).status).toBe(404);
    for (const path of [`/jwks/${'s'.repeat(201)}/k`, '/jwks/refused/a%20b', `/jwks/refused/${'k'.repeat(201)}`]) {
      expect((await house.call('PUT', path, one)).body).toMatchObject({ error: 'invalid_request', status_code: 400 });
    }
    for (const kid of ['.', '..']) {
      const { status, body } = await house.call('POST', '/jwks/refused', { alg: 'ES256', kid });
      expect([status, body.error_description]).toEqual([400, `"${kid}" cannot be the name of a kid.`]);
    }
    const twice = {
      keys: [
        { ...one, kid: 'k' },
        { ...other, kid: 'k' },
      ],
    };
    expect((await house.call('PUT', '/jwks/refused', twice)).status).toBe(400);
    expect((await house.call('PUT', '/jwks/refused', { keys: [] })).status).toBe(400);
  });

  test('the set of ID tokens takes private signing keys only, and shows none of them', async () => {
    const { d, ...open } = jwkOf(ec());
    for (const body of [
      open,
      { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') },
      { ...jwkOf(rsa()), use: 'enc' },
    ]) {
      expect((await house.call('PUT', `${idTokens}/k`, body)).status).toBe(400);
    }
    const moved = await house.call('PUT', `${idTokens}/former-server:1`, { ...open, d });
    expect(moved.body.keys).toMatchObject([{ kid: 'former-server:1', x: open.x }]);
    expect(JSON.stringify(moved.body)).not.toContain(d);
    expect((await published()).map((key) => key.kid)).toContain('former-server:1');
    expect((await house.call('DELETE', `${idTokens}/former-server:1`)).status).toBe(204);
    expect((await published()).map((key) => key.kid)).not.toContain('former-server:1');
  });
});

describe('rotation', () => {
  test('a new key is published first, signs later, and the former one keeps verifying', async () => {
    const first = await signingKid();
    const made = await house.call('POST', `${idTokens}/rotate`);
    const second = (made.body.keys as JWK[])[0]?.kid?.split(':').at(-1);
    expect((await published()).map((key) => key.kid?.split(':').at(-1)).sort()).toEqual([first, second].sort());
    expect(await signingKid()).toBe(first);
    await database.kysely
      .updateTable('oauth_key')
      .set({ created_at: Date.now() - 61_000 })
      .where('kid', '=', second ?? '')
      .execute();
    await house.call('POST', `${idTokens}/rotate`);
    expect(await signingKid()).toBe(second);
    expect(await published()).toHaveLength(3);
  });

  test('every process sees what another one changed, and when a key begins to sign', async () => {
    const other = new KeyStore(database as unknown as Database<AuthTables>, new SecretRing([systemSecret]), 60);
    const before = await other.fingerprint();
    expect(await other.fingerprint()).toBe(before);
    await house.call('POST', `${idTokens}/rotate`);
    const published = await other.fingerprint();
    expect(published).not.toBe(before);
    const [signs] = await other.readForSigning();
    await database.kysely
      .updateTable('oauth_key')
      .set({ created_at: 1 })
      .where('kid', '=', signs?.kid ?? '')
      .execute();
    expect(await other.fingerprint()).not.toBe(published);
  });

  test('in place of the last key a new one is made', async () => {
    const kids = (await published()).map((key) => key.kid);
    expect((await house.call('DELETE', idTokens)).status).toBe(204);
    const [key, ...more] = await published();
    expect(more).toEqual([]);
    expect(kids).not.toContain(key?.kid);
    expect(key?.kid).toMatch(/^authsrv\.openid\.id-token:public:[0-9a-f-]{36}$/);
    expect(await signingKid()).toBe(key?.kid?.split(':').at(-1));
  });
});
