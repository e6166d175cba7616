// Whatever may be used once is used once, however many requests try it at the same moment: codes, refresh tokens, the
// way back from login and consent, device and user codes, client assertions.

import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { approveDevice } from '../../../server/accounts/approve-device.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import {
  clientId,
  codeRequest,
  configure,
  type House,
  openHouse,
  redirectUri,
  registerReader,
} from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect, type Reply, signIn, signInForTokens, tokenRequest } from './authorize.ts';

const many = 24;

function atOnce<T>(act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: many }, (_, n) => act(n)));
}

/** The one that succeeded; all the others were refused by an error of the protocol. */
function onlySuccess(replies: readonly Reply[], ...refusals: string[]): Record<string, unknown> {
  const good = replies.filter((reply) => reply.status === 200);
  expect(good.length).toBe(1);
  for (const { status, body } of replies) if (status !== 200) expect(refusals).toContain(body.error);
  return good[0]?.body ?? {};
}

forEachDatabase((_name, open) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
    await registerReader(house);
    return () => house.close();
  });

  async function expectFamilyEnded(tokens: Record<string, unknown>): Promise<void> {
    expect(await introspect(house, String(tokens.access_token))).toEqual({ active: false });
    expect(await introspect(house, String(tokens.refresh_token))).toEqual({ active: false });
  }

  test('a code gives tokens once, and the others end them', async () => {
    const { request, callback } = await signIn(house);
    const fields = {
      ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri },
      code: callback.searchParams.get('code') ?? '',
      code_verifier: request.checks.pkceCodeVerifier,
    };
    await expectFamilyEnded(onlySuccess(await atOnce(() => tokenRequest(house, fields)), 'invalid_grant'));
  });

  test('a refresh token gives tokens once, and the others end them', async () => {
    const { tokens } = await signInForTokens(house);
    const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
    await expectFamilyEnded(onlySuccess(await atOnce(() => tokenRequest(house, refresh)), 'invalid_grant'));
    const left = await house.database.kysely
      .selectFrom('oauth_record')
      .select('kind')
      .where('kind', 'in', ['AccessToken', 'RefreshToken'])
      .execute();
    expect(left).toEqual([]);
  });

  test('a browser comes back once from its login, and once from its consent', async () => {
    const { url } = await codeRequest(await configure(house));
    const browser = browserAt(house);
    const login = (await browser.open(url)).url.searchParams.get('login_challenge');
    const accept = `/oauth2/auth/requests/login/accept?login_challenge=${login}`;
    const answers = await atOnce((n) => house.call('PUT', accept, { subject: `person-${n}` }));
    expect(new Set(answers.map(({ body }) => body.redirect_to)).size).toBe(1);
    const back = String(answers[0]?.body.redirect_to);
    const pages = await atOnce(() => browser.open(back));
    const onward = pages.flatMap((page) => page.url.searchParams.get('consent_challenge') ?? []);
    expect(onward.length).toBe(1);
    const consentPath = '/oauth2/auth/requests/consent';
    const asked = await house.call('GET', `${consentPath}?consent_challenge=${onward[0]}`);
    expect(asked.body.subject).toMatch(/^person-\d+$/);
    const decided = await house.call('PUT', `${consentPath}/accept?consent_challenge=${onward[0]}`, {
      grant_scope: ['openid'],
    });
    const ends = await atOnce(() => browser.open(String(decided.body.redirect_to)));
    expect(ends.filter((page) => page.url.searchParams.has('code')).length).toBe(1);
  });

  async function askForDevice(): Promise<{ device_code: string; user_code: string }> {
    const body = new URLSearchParams({ client_id: clientId, scope: 'openid offline_access' });
    const response = await fetch(`${house.issuer}oauth2/device/auth`, { method: 'POST', body });
    return (await response.json()) as { device_code: string; user_code: string };
  }

  const approve = (userCode: string, subject: string) =>
    approveDevice({ issuerUrl: house.issuer, adminUrl: house.admin, userCode, subject, displayName: subject });

  test('a device code gives tokens once, and a user code binds one person', async () => {
    const device = await askForDevice();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => approve(device.user_code, `person-${n}`)),
    );
    const bound = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [`person-${n}`] : []));
    expect(bound.length).toBe(1);
    const fields = {
      ...{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: clientId },
      device_code: device.device_code,
    };
    const rows = await house.database.kysely
      .selectFrom('oauth_record')
      .select('subject')
      .where('kind', '=', 'DeviceCode')
      .execute();
    expect(rows.map((row) => row.subject)).toEqual(bound);
    await expectFamilyEnded(onlySuccess(await atOnce(() => tokenRequest(house, fields)), 'invalid_grant', 'slow_down'));
  });

  test('a client assertion is good once', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    await house.call('POST', '/clients', {
      ...{ client_id: 'by-key', token_endpoint_auth_method: 'private_key_jwt', grant_types: ['client_credentials'] },
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'ES256' }] },
    });
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer('by-key')
      .setSubject('by-key')
      .setAudience(house.issuer)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    const fields = {
      ...{ grant_type: 'client_credentials', client_assertion: assertion },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };
    onlySuccess(await atOnce(() => tokenRequest(house, fields)), 'invalid_client');
  });
});
