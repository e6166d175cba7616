// Forged signatures (RFC 8725; RFC 9700, section 2.5): no algorithm, the public key as a secret, keys that the token itself
// brings or points to, and names of keys that are meant for a file or a database. At every place where a JWT is read.

import { createPublicKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Party } from './party.ts';

let party: Party;
let evilSite: Server;
let evil: { privateKey: CryptoKey; jwk: JWK };
let own: { privateKey: CryptoKey; jwk: JWK };
let serverKey: JWK;
const fetched: string[] = [];

async function makeKey(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), alg, use: 'sig', kid: 'key' } };
}

beforeAll(async () => {
  [evil, own] = await Promise.all([makeKey('RS256'), makeKey('RS256')]);
  evilSite = createServer((request, response) => {
    fetched.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [evil.jwk] }));
  }).listen(0, '127.0.0.1');
  await once(evilSite, 'listening');
  // Were an address of a token's header asked, it would answer.
  party = await Party.open({ outgoingAddresses: ['127.0.0.1'] });
  const keys = await fetch(`${party.house.issuer}.well-known/jwks.json`);
  serverKey = ((await keys.json()) as { keys: JWK[] }).keys[0] ?? {};
  await party.register({
    client_id: 'signer',
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['authorization_code', 'client_credentials'],
    jwks: { keys: [own.jwk] },
  });
  await party.register({ client_id: 'signed', access_token_strategy: 'jwt' });
});
afterAll(async () => {
  evilSite.close();
  await party.close();
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** JWTs that say what the right one would say; `right` is the public key that should verify them. */
async function forgeries(claims: object, right: JWK): Promise<Record<string, string>> {
  const origin = `http://127.0.0.1:${(evilSite.address() as AddressInfo).port}`;
  const fresh = () => ({ ...claims, jti: randomUUID() });
  const byEvil = (header: object) =>
    new SignJWT(fresh()).setProtectedHeader({ alg: 'RS256', ...header }).sign(evil.privateKey);
  const pem = createPublicKey({ key: right as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const bySecret = (secret: string | Buffer, alg = 'HS256') =>
    new SignJWT(fresh()).setProtectedHeader({ alg, kid: right.kid ?? '' }).sign(Buffer.from(secret));
  const unsigned = (alg: string) => `${encode({ alg, kid: right.kid })}.${encode(fresh())}.`;
  return {
    'no algorithm': unsigned('none'),
    'no algorithm, in other letters': unsigned('nOnE'),
    'no signature': unsigned('RS256'),
    'the public key as a secret, PEM': await bySecret(pem),
    'the public key as a secret, modulus': await bySecret(Buffer.from(right.n ?? right.x ?? '', 'base64url')),
    'the public key as a secret, JSON': await bySecret(JSON.stringify(right)),
    'another hash': await bySecret(pem, 'HS512'),
    'another key under the same name': await byEvil({ kid: right.kid }),
    'a key of its own': await byEvil({ jwk: evil.jwk, kid: right.kid }),
    'a key of its own without name': await byEvil({ jwk: evil.jwk }),
    'an address of keys': await byEvil({ jku: `${origin}/jku`, kid: evil.jwk.kid }),
    'an address of certificates': await byEvil({ x5u: `${origin}/x5u`, kid: evil.jwk.kid }),
    'a certificate of its own': await byEvil({ x5c: [Buffer.from('certificate').toString('base64')] }),
    'a name that is a path': await byEvil({ kid: '../../../../dev/null' }),
    'a name that is a query': await byEvil({ kid: "x' UNION SELECT 'key" }),
    'an empty key under a name that is a path': await new SignJWT(fresh())
      .setProtectedHeader({ alg: 'HS256', kid: '/dev/null' })
      .sign(Buffer.alloc(32)),
    'an unknown critical header': `${encode({ alg: 'RS256', crit: ['exp'], kid: right.kid })}.${encode(fresh())}.AAAA`,
    'deep nesting': `${Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`).toString('base64url')}.e30.AAAA`,
    'two dots': '..',
  };
}

async function expectAllRefused(right: JWK, claims: object, accepts: (jwt: string) => Promise<boolean>) {
  for (const [what, jwt] of Object.entries(await forgeries(claims, right))) {
    expect([what, await accepts(jwt)]).toEqual([what, false]);
  }
  expect(fetched).toEqual([]);
}

const soon = () => Math.floor(Date.now() / 1000) + 60;

test('a client assertion is verified by the registered key alone', async () => {
  const claims = { iss: 'signer', sub: 'signer', aud: party.house.issuer, exp: soon(), iat: soon() - 60 };
  const present = async (client_assertion: string) => {
    const { status, body } = await party.post('oauth2/token', {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    });
    expect(status).toBeLessThan(500);
    return body.access_token !== undefined;
  };
  await expectAllRefused(own.jwk, claims, present);
  const right = new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader({ alg: 'RS256', kid: 'key' });
  expect(await present(await right.sign(own.privateKey))).toBe(true);
});

test('a request object is verified by the registered key alone', async () => {
  const inside = Object.fromEntries(party.url({}, 'signer').searchParams);
  const claims = { ...inside, iss: 'signer', aud: party.house.issuer };
  const asks = async (request: string) => {
    const { params } = await party.ask(party.url({ request }, 'signer'));
    return params.code !== undefined;
  };
  await expectAllRefused(own.jwk, claims, asks);
  expect(
    await asks(await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(own.privateKey)),
  ).toBe(true);
});

test('an ID token that this server did not sign is no hint, neither at sign-in nor at sign-out', async () => {
  const { id_token } = await party.tokens('web');
  const claims = decodeJwt(id_token);
  const hints = async (id_token_hint: string) => {
    const { params, at } = await party.ask(party.url({ id_token_hint }));
    expect(at.startsWith('https://rp.example/')).toBe(true);
    const leaving = `${party.house.issuer}oauth2/sessions/logout?id_token_hint=${encodeURIComponent(id_token_hint)}`;
    const left = await fetch(leaving, { redirect: 'manual' });
    expect(left.status).toBeLessThan(500);
    return params.error !== 'invalid_request' || !left.headers.get('location')?.includes('error=');
  };
  await expectAllRefused(serverKey, claims, hints);
  expect(await hints(id_token)).toBe(true);
});

test('what this server signed for another purpose is no hint either', async () => {
  const client = { client_id: 'told', userinfo_signed_response_alg: 'RS256', access_token_strategy: 'jwt' };
  await party.register(client);
  const { access_token } = await party.tokens('told');
  const headers = { authorization: `Bearer ${access_token}` };
  const userinfo = await (await fetch(`${party.house.issuer}userinfo`, { headers })).text();
  expect(decodeJwt(userinfo)).toMatchObject({ iss: party.house.issuer, sub: 'ada' });
  for (const id_token_hint of [access_token, userinfo]) {
    const { params } = await party.ask(party.url({ id_token_hint }, 'told'));
    expect([id_token_hint.slice(0, 30), params.error, params.code]).toEqual([
      id_token_hint.slice(0, 30),
      'invalid_request',
      undefined,
    ]);
    const leaving = `${party.house.issuer}oauth2/sessions/logout?${new URLSearchParams({ id_token_hint })}`;
    const left = await fetch(leaving, { redirect: 'manual' });
    expect(left.headers.get('location')).toContain('error=invalid_request');
  }
});

test('a signed access token is verified by the keys of this server alone', async () => {
  const { access_token } = await party.tokens('signed');
  const isGood = async (token: string) => (await party.isActive(token)) || (await party.userinfo(token)).status !== 401;
  await expectAllRefused(serverKey, decodeJwt(access_token), isGood);
  const { id_token } = await party.tokens('web');
  expect([await isGood(access_token), await isGood(id_token)]).toEqual([true, false]);
});

test('no client is registered for algorithms that sign nothing or with its secret', async () => {
  for (const alg of ['none', 'HS256', 'HS384', 'HS512', 'RS1', 'rs256']) {
    for (const field of [
      'id_token_signed_response_alg',
      'userinfo_signed_response_alg',
      'request_object_signing_alg',
      'token_endpoint_auth_signing_alg',
    ]) {
      const client = { redirect_uris: ['https://rp.example/cb'], token_endpoint_auth_method: 'private_key_jwt' };
      const { status, body } = await party.house.call('POST', '/clients', {
        ...{ ...client, jwks: { keys: [own.jwk] } },
        [field]: alg,
      });
      expect([field, alg, status, body.error]).toEqual([field, alg, 400, 'invalid_client_metadata']);
    }
  }
});
