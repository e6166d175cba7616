// Several processes on one database whose clocks differ: a little is borne, much is noticed where it matters, and no
// token ever has a lifetime that its server did not mean.

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import { clientId, codeRequest, configure, type House, redirectUri } from '../accounts/house.ts';
import { authorize, introspect, signIn, signInForTokens, tokenRequest } from '../auth/authorize.ts';
import { forEachDatabase } from '../databases.ts';
import { killAll } from '../programs.ts';
import { type AuthProgram, registerClients, startAuthProgram } from './auth-program.ts';

const hour = 3_600;
const clockFile = new URL('./shift-clock.ts', import.meta.url).href;

forEachDatabase((_name, open) => {
  let right: House;
  let behind: House;
  let ahead: House;

  beforeAll(async () => {
    const url = await open.url(authMigrations, accountMigrations);
    const first = await startAuthProgram(url);
    const issuerPort = Number(new URL(first.house.issuer).port);
    const start = (shift: number): Promise<AuthProgram> =>
      startAuthProgram(url, { issuerPort, env: { NODE_OPTIONS: `--import=${clockFile}`, CLOCK_SHIFT: String(shift) } });
    const others = await Promise.all([start(-8), start(2 * hour)]);
    [right, behind, ahead] = [first.house, others[0].house, others[1].house];
    await registerClients(right);
    const signed = { ...(await right.call('GET', `/clients/${clientId}`)).body, access_token_strategy: 'jwt' };
    const { created_at: _created, updated_at: _updated, ...body } = signed as Record<string, unknown>;
    await right.call('POST', '/clients', { ...body, client_id: 'signed', id: 'signed' });
  });
  afterAll(killAll);

  /** The code of a sign-in at `house`, as the fields of its redemption. */
  async function codeAt(house: House, client = clientId): Promise<Record<string, string>> {
    const { url, checks } = await codeRequest(await configure(house, client));
    const callback = await authorize(house, url);
    return {
      ...{ grant_type: 'authorization_code', client_id: client, redirect_uri: redirectUri },
      ...{ code: callback.searchParams.get('code') ?? '', code_verifier: checks.pkceCodeVerifier },
    };
  }

  const userInfo = async (house: House, token: unknown) =>
    (await fetch(`${house.public}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;

  test('a clock that is some seconds behind takes what the others have just made', async () => {
    for (const client of [clientId, 'signed']) {
      const { status, body } = await tokenRequest(
        { ...right, issuer: `${behind.public}/` },
        await codeAt(right, client),
      );
      expect(status).toBe(200);
      const { iat = 0, exp = 0 } = decodeJwt(String(body.id_token));
      expect([exp - iat, body.expires_in]).toEqual([hour, hour]);
      const atRight = await tokenRequest(right, await codeAt(right, client));
      for (const house of [right, behind]) {
        const told = await introspect(house, String(atRight.body.access_token));
        expect(told).toMatchObject({ active: true, sub: 'ada' });
        expect(Number(told.exp) - Number(told.iat)).toBe(hour);
        expect(await userInfo(house, atRight.body.access_token)).toBe(200);
      }
    }
  });

  test('a clock that is hours ahead takes nothing that is over there, and breaks nothing', async () => {
    const early = { ...right, issuer: `${ahead.public}/` };
    expect(await tokenRequest(early, await codeAt(right))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const { tokens } = await signInForTokens(right);
    expect(await introspect(ahead, tokens.access_token)).toEqual({ active: false });
    expect(await userInfo(ahead, tokens.access_token)).toBe(401);
    expect((await introspect(right, tokens.access_token)).active).toBe(true);
    const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
    const renewed = await tokenRequest(early, refresh);
    expect(renewed).toMatchObject({ status: 200, body: { expires_in: hour } });
    const told = await introspect(right, String(renewed.body.access_token));
    expect(Number(told.exp) - Number(told.iat)).toBe(hour);
    // Used up there is used up here.
    expect(await tokenRequest(right, refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await introspect(right, String(renewed.body.access_token))).toEqual({ active: false });
  });

  test('what is signed for a later time is not good yet', async () => {
    const fields = await codeAt(right, 'signed');
    const { body } = await tokenRequest(right, fields);
    const refresh = { grant_type: 'refresh_token', client_id: 'signed', refresh_token: String(body.refresh_token) };
    const { body: later } = await tokenRequest({ ...right, issuer: `${ahead.public}/` }, refresh);
    expect((await introspect(ahead, String(later.access_token))).active).toBe(true);
    expect(await introspect(right, String(later.access_token))).toEqual({ active: false });
  });

  test('a request that one process keeps waiting is over for another', async () => {
    const { request } = await signIn(right);
    const page = await fetch(request.url, { redirect: 'manual' });
    const challenge = new URL(page.headers.get('location') ?? '').searchParams.get('login_challenge');
    const accept = `/oauth2/auth/requests/login/accept?login_challenge=${challenge}`;
    expect((await ahead.call('PUT', accept, { subject: 'ada' })).status).toBe(410);
    expect((await behind.call('PUT', accept, { subject: 'ada' })).status).toBe(200);
  });

  test('a refresh token that several processes are shown at once is good once', async () => {
    const { tokens } = await signInForTokens(right);
    const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
    const places = [right, behind, ahead].map(({ public: address }) => ({ ...right, issuer: `${address}/` }));
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, n) => tokenRequest(places[n % places.length] as House, refresh)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 23 }, () => 400)]);
    const good = replies.find(({ status }) => status === 200);
    expect(await introspect(right, String(good?.body.access_token))).toEqual({ active: false });
  });
});
