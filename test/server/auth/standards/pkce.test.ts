// Proof keys (RFC 7636) and how they keep stolen codes useless (RFC 9700, sections 2.1.1, 4.5 and 4.8).

import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, challengeOf, Party, reader, verifier } from './party.ts';

let party: Party;
beforeAll(async () => {
  party = await Party.open();
});
afterAll(() => party.close());

const withKey = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };

async function expectGrant(code: string, change: object, clientId: string, error?: string): Promise<void> {
  const { status, body } = await party.redeem(code, { ...change }, clientId);
  expect([status, body.error]).toEqual(error === undefined ? [200, undefined] : [400, error]);
}

test('the example of the specification works (appendix B)', async () => {
  const code = await party.code(
    { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    reader,
  );
  await expectGrant(code, { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }, reader);
});

test('verifiers have 43 to 128 characters of the allowed ones (section 4.1)', async () => {
  const longest = '-._~Az09'.repeat(16);
  const code = await party.code({ ...withKey, code_challenge: challengeOf(longest) }, reader);
  for (const code_verifier of [`${longest}x`, 'x'.repeat(42), `${'x'.repeat(43)}+`, `${'x'.repeat(43)} `, '']) {
    const { status, body } = await party.redeem(code, { code_verifier }, reader);
    expect([code_verifier, status, body.error]).toEqual([
      code_verifier,
      400,
      expect.stringMatching(/^invalid_(grant|request)$/),
    ]);
  }
  await expectGrant(code, { code_verifier: longest }, reader);
});

test('challenges that no SHA-256 makes, and other methods, are refused before anybody is asked (section 4.4.1)', async () => {
  for (const change of [
    { code_challenge: 'x'.repeat(42) },
    { code_challenge: 'x'.repeat(129) },
    { code_challenge: `${'x'.repeat(42)}=` },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge_method: 'none' },
    { code_challenge_method: undefined },
    { code_challenge: undefined },
  ]) {
    for (const client of [reader, 'web']) {
      const { params } = await party.ask(party.url({ ...withKey, ...change }, client));
      expect([change, client, params.error, params.code]).toEqual([change, client, 'invalid_request', undefined]);
    }
  }
});

test('a challenge binds its code, also for clients with a secret', async () => {
  for (const client of ['web', reader]) {
    const code = await party.code(withKey, client);
    await expectGrant(code, { code_verifier: undefined }, client, 'invalid_grant');
    await expectGrant(code, { code_verifier: 'w'.repeat(43) }, client, 'invalid_grant');
    await expectGrant(code, { code_verifier: withKey.code_challenge }, client, 'invalid_grant');
    await expectGrant(code, { code_verifier: verifier }, client);
  }
});

test('downgrade: taking the challenge out of a request makes its code useless to the client', async () => {
  // A client without a secret is refused at once; one with a secret finds out, because it sends its verifier.
  expect(
    (await party.ask(party.url({ code_challenge: undefined, code_challenge_method: undefined }, reader))).params,
  ).toMatchObject({ error: 'invalid_request' });
  const code = await party.code();
  await expectGrant(code, { code_verifier: verifier }, 'web', 'invalid_grant');
});

test('injection: a code that was stolen does not fit into another session of its client', async () => {
  const stolen = await party.code({ ...withKey, code_challenge: challengeOf('a'.repeat(43)) }, reader);
  await expectGrant(stolen, { code_verifier: verifier }, reader, 'invalid_grant');
  // With nonce alone, the ID token names the session that the code is from.
  const code = await party.code({ nonce: 'the nonce of the victim' });
  const { body } = await party.redeem(code);
  const [, claims = ''] = String(body.id_token).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ nonce: 'the nonce of the victim' });
});

test('a code is for its client and its redirect URI, whoever shows it', async () => {
  const code = await party.code();
  for (const [change, client] of [
    [{}, 'other'],
    [{}, 'front'],
    [{ client_id: 'other' }, 'web'],
    [{ redirect_uri: 'https://rp.example/other' }, 'web'],
    [{ redirect_uri: `${callback}/` }, 'web'],
    [{ code: `${code}x` }, 'web'],
    [{ code: [code, code] }, 'web'],
  ] as const) {
    const { status, body } = await party.redeem(code, change, client);
    expect([change, client, status >= 400, body.access_token]).toEqual([change, client, true, undefined]);
  }
  await expectGrant(code, {}, 'web');
  // OpenID Connect Core, section 3.1.3.2: it may be left out where there is only one.
  await expectGrant(await party.code(), { redirect_uri: undefined }, 'web');
  await party.register({ client_id: 'two', redirect_uris: [callback, 'https://rp.example/other'] });
  const ofTwo = await party.code({}, 'two');
  for (const redirect_uri of [undefined, 'https://rp.example/other']) {
    const { status, body } = await party.redeem(ofTwo, { redirect_uri }, 'two');
    expect([redirect_uri, status, body.access_token]).toEqual([redirect_uri, 400, undefined]);
  }
});

test('codes are of 256 random bits, live ten minutes at most, and travel nowhere but to the client', async () => {
  const codes = [await party.code(), await party.code()];
  expect(new Set(codes.map((code) => code.split('.')[0])).size).toBe(2);
  for (const code of codes) expect(Buffer.from(code.split('.')[0] ?? '', 'base64url')).toHaveLength(32);
  const rows = await party.house.database.kysely
    .selectFrom('oauth_record')
    .select(['id', 'payload', 'expires_at'])
    .where('kind', '=', 'AuthorizationCode')
    .execute();
  const kept = JSON.stringify(rows);
  for (const code of codes) expect(kept).not.toContain(code.split('.')[0]);
  for (const { expires_at } of rows) expect(Number(expires_at)).toBeLessThanOrEqual(Date.now() / 1000 + 601);
});
