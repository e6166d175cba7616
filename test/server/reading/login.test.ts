// Signing in through the door, against an OpenID provider with real keys: device code, access token, refresh token.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '../../../api/signing.ts';
import { createLog } from '../../../server/base/log.ts';
import { openIdentity } from '../../../server/reading/sign-in/identity.ts';
import { forEachDatabase } from '../databases.ts';
import { clientOf, type House, migrationSets, openHouse, request } from './house.ts';
import { audience, clientId, startProvider, type TestProvider } from './openid-provider.ts';

const ann = { subject: 'sub-ann', name: 'Ann' };
const bob = { subject: 'sub-bob', name: 'Bob' };
const device = { deviceId: 'tablet-1', deviceName: 'Tablet', deviceType: 'eink' };

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

function identityOf({ issuer, introspectionUrl }: { issuer: string; introspectionUrl?: string }) {
  const log = createLog({ name: 'test', level: 'silent' });
  return openIdentity({
    issuer,
    realm: 'test',
    clientId,
    audience,
    log,
    ...(introspectionUrl ? { introspectionUrl } : {}),
  });
}

interface Opened {
  vid: string;
  accessToken: string;
  refreshToken: string;
  signKey: string;
  firstLogin: number;
}

forEachDatabase((_name, open) => {
  let house: House;

  beforeEach(async () => {
    house = await openHouse(await open(...migrationSets), identityOf(provider));
    return () => house.close();
  });

  const login = (params: object) => request(house.app, 'POST /login', { ...device, ...params });
  const signedIn = async (params: object): Promise<Opened> => {
    const { status, body } = await login(params);
    expect(body).toMatchObject({ accessToken: expect.any(String) });
    expect(status).toBe(200);
    return body as unknown as Opened;
  };
  const statusOf = async (accessToken: string) => {
    const { status, body } = await request(house.app, 'GET /user', {}, accessToken);
    return status === 200 ? 'good' : ((body as { error: string }).error as string);
  };

  describe('by device code', () => {
    test('waits with the provider’s words, and then opens a session', async () => {
      provider.deviceCode('code-1', ann, ['authorization_pending', 'slow_down']);
      expect(await login({ code: 'code-1', isFromQrcode: 1 })).toMatchObject({
        status: 400,
        body: { error: 'authorization_pending', errcode: -2015 },
      });
      expect(await login({ code: 'code-1' })).toMatchObject({ status: 400, body: { error: 'slow_down' } });
      const opened = await signedIn({ code: 'code-1', isFromQrcode: 1 });
      expect(opened).toMatchObject({ name: 'Ann', openId: 'sub-ann', firstLogin: 1, expireIn: 7200 });
      expect(await statusOf(opened.accessToken)).toBe('good');
      expect(provider.revoked.at(-1)).toMatch(/^refresh-/);
    });

    test('a device that lost the reply asks again with the same code, and nobody else can', async () => {
      provider.deviceCode('code-2', ann);
      await signedIn({ code: 'code-2' });
      const again = await signedIn({ code: 'code-2' });
      expect(again.firstLogin).toBe(0);
      expect(await statusOf(again.accessToken)).toBe('good');
      expect(await login({ code: 'code-2', deviceId: 'another' })).toMatchObject({ body: { error: 'login_refused' } });
      house.clock.now += 1000;
      expect(await login({ code: 'code-2' })).toMatchObject({ body: { error: 'login_refused' } });
    });

    test.each(['expired_token', 'access_denied'])('%s keeps its name', async (error) => {
      provider.deviceCode(`code-${error}`, ann, [error]);
      expect((await login({ code: `code-${error}` })).body).toMatchObject({ error });
    });

    test('/extticket starts one and answers the same for the same nonce', async () => {
      const first = await request(house.app, 'GET /extticket', { nonceStr: 'nonce-00000001' });
      expect(first).toMatchObject({
        status: 200,
        body: { userCode: 'WDJB-MJHT', interval: 5, issuer: provider.issuer },
      });
      const second = await request(house.app, 'GET /extticket', { nonceStr: 'nonce-00000001' });
      expect(second.body).toEqual(first.body);
      const third = await request(house.app, 'GET /extticket', { nonceStr: 'nonce-00000002' });
      expect(third.body).not.toEqual(first.body);
    });
  });

  describe('by access token', () => {
    test('opaque and JWT open a session for the same person', async () => {
      const first = await signedIn({ extToken: provider.opaqueToken(ann) });
      const second = await signedIn({ extToken: await provider.jwt(ann), deviceId: 'laptop' });
      expect([first.firstLogin, second.firstLogin, second.vid]).toEqual([1, 0, first.vid]);
      const other = await signedIn({ extToken: provider.opaqueToken(bob) });
      expect(other.vid).not.toBe(first.vid);
    });

    test('with our audience missing, the token must be our own client’s', async () => {
      await signedIn({ extToken: provider.opaqueToken(ann, { aud: [] }) });
      const foreign = provider.opaqueToken(ann, { aud: [], client_id: 'another' });
      expect((await login({ extToken: foreign })).body).toMatchObject({ error: 'login_refused' });
    });

    test.each([
      ['another audience', { aud: ['elsewhere'] }],
      ['another issuer', { iss: 'http://elsewhere.test/' }],
      ['an expired token', { exp: 1000 }],
      ['a revoked token', { active: false }],
      ['a refresh token', { token_type: 'refresh_token' }],
    ])('%s is refused (opaque)', async (_what, changes) => {
      const { status, body } = await login({ extToken: provider.opaqueToken(ann, changes) });
      expect([status, body]).toMatchObject([401, { error: 'login_refused', errcode: -2014 }]);
    });

    test.each([
      ['another audience', { aud: 'elsewhere' }, false],
      ['another issuer', { iss: 'http://elsewhere.test/' }, false],
      ['an expired token', { exp: 1000 }, false],
      ['a foreign signature', {}, true],
    ])('%s is refused (JWT)', async (_what, changes, foreignKey) => {
      const { body } = await login({ extToken: await provider.jwt(ann, changes, foreignKey) });
      expect(body).toMatchObject({ error: 'login_refused' });
    });

    test('a token that nobody made is refused, and an unreachable provider is not a refusal', async () => {
      expect((await login({ extToken: 'made.up' })).body).toMatchObject({ error: 'login_refused' });
      expect((await login({ extToken: 'e30.e30.e30' })).body).toMatchObject({ error: 'login_refused' });
      provider.setDown(true);
      const { status, body } = await login({ extToken: provider.opaqueToken(ann) });
      provider.setDown(false);
      expect([status, body]).toMatchObject([503, { error: 'upstream_unavailable' }]);
      await signedIn({ extToken: provider.opaqueToken(ann) });
    });
  });

  test('exactly one proof is taken', async () => {
    expect((await login({})).body).toMatchObject({ error: 'bad_argument' });
    expect((await login({ code: 'x', extToken: 'y' })).body).toMatchObject({ error: 'bad_argument' });
  });

  describe('by refresh token', () => {
    const open = (more: object = {}) => signedIn({ extToken: provider.opaqueToken(ann), ...more });

    test('each is good once, and the new one goes on', async () => {
      const first = await open();
      const second = await signedIn({ refreshToken: first.refreshToken });
      expect(second).toMatchObject({ vid: first.vid, signKey: first.signKey, firstLogin: 0 });
      expect(second.refreshToken).not.toBe(first.refreshToken);
      const third = await signedIn({ refreshToken: second.refreshToken });
      expect(await statusOf(third.accessToken)).toBe('good');
    });

    test('an old one ends the session of that device, and says so; other devices go on', async () => {
      const elsewhere = await open({ deviceId: 'laptop' });
      const first = await open();
      const second = await signedIn({ refreshToken: first.refreshToken });
      expect(await statusOf(second.accessToken)).toBe('good');
      expect(await login({ refreshToken: first.refreshToken })).toMatchObject({
        status: 401,
        body: { error: 'refresh_reused', errcode: -2013 },
      });
      expect(await statusOf(second.accessToken)).toBe('refresh_reused');
      expect((await login({ refreshToken: second.refreshToken })).body).toMatchObject({ error: 'refresh_reused' });
      expect(await statusOf(elsewhere.accessToken)).toBe('good');
    });

    test('a reply that was lost is answered again: with the same random alike, without it afresh', async () => {
      const first = await open();
      const random = randomUUID();
      const lost = await signedIn({ refreshToken: first.refreshToken, random });
      const same = await signedIn({ refreshToken: first.refreshToken, random });
      expect(same.refreshToken).toBe(lost.refreshToken);
      house.clock.now += 40 * 86_400;
      const fresh = await signedIn({ refreshToken: first.refreshToken, random: randomUUID() });
      expect(fresh.refreshToken).not.toBe(lost.refreshToken);
      expect(await statusOf(fresh.accessToken)).toBe('good');
      // Whoever holds what was taken for lost is someone else.
      expect((await login({ refreshToken: lost.refreshToken })).body).toMatchObject({ error: 'refresh_reused' });
      expect(await statusOf(fresh.accessToken)).toBe('refresh_reused');
    });

    test('two exchanges at once leave one session that works', async () => {
      const first = await open();
      const replies = await Promise.all(
        [1, 2, 3].map(() => login({ refreshToken: first.refreshToken, random: 'r'.repeat(20) })),
      );
      const tokens = new Set(replies.map(({ body }) => (body as unknown as Opened).refreshToken));
      expect(tokens.size).toBe(1);
      await signedIn({ refreshToken: [...tokens][0] as string });
    });

    test('of another device, or unknown, is refused', async () => {
      const { refreshToken } = await open();
      expect((await login({ refreshToken, deviceId: 'laptop' })).body).toMatchObject({ error: 'login_refused' });
      expect((await login({ refreshToken: 'nothing' })).body).toMatchObject({ error: 'login_refused' });
      await signedIn({ refreshToken });
    });

    test('a signature is checked when there is one', async () => {
      const { refreshToken, signKey } = await open();
      const proof = { ...device, refreshToken, random: randomUUID(), timestamp: house.clock.now };
      const signature = await sign({ method: 'POST', path: '/login', params: proof }, signKey);
      const wrong = { ...proof, signature: signature.replace(/./g, '0') };
      expect((await request(house.app, 'POST /login', wrong)).body).toMatchObject({ error: 'bad_signature' });
      expect((await request(house.app, 'POST /login', { ...proof, signature })).status).toBe(200);
    });

    test('expires when it was not used for long, and each use gives it new life', async () => {
      let { refreshToken } = await open();
      for (let month = 0; month < 6; month++) {
        house.clock.now += 60 * 86_400;
        ({ refreshToken } = await signedIn({ refreshToken }));
      }
      house.clock.now += 91 * 86_400;
      expect((await login({ refreshToken })).body).toMatchObject({ error: 'session_expired' });
    });

    test('with isAutoLogout it ends the session', async () => {
      const { refreshToken, accessToken } = await open();
      const last = await signedIn({ refreshToken, isAutoLogout: 1 });
      expect(last).toMatchObject({ expireIn: 0 });
      for (const token of [accessToken, last.accessToken]) expect(await statusOf(token)).toBe('session_expired');
      expect((await login({ refreshToken: last.refreshToken })).body).toMatchObject({ error: 'session_expired' });
    });
  });

  test('access tokens expire', async () => {
    const { accessToken } = await signedIn({ extToken: provider.opaqueToken(ann) });
    house.clock.now += 7199;
    expect(await statusOf(accessToken)).toBe('good');
    house.clock.now += 1;
    expect(await statusOf(accessToken)).toBe('session_expired');
    expect(await statusOf('unknown')).toBe('not_signed_in');
  });

  test('kickType ends sessions of other devices: none, of the same type, all', async () => {
    const open = (deviceId: string, deviceType: string, kickType: number) =>
      signedIn({ extToken: provider.opaqueToken(ann), deviceId, deviceType, kickType });
    const tablet = await open('a', 'eink', 0);
    const phone = await open('b', 'phone', 0);
    const tablet2 = await open('c', 'eink', 1);
    expect(await Promise.all([tablet, phone, tablet2].map((one) => statusOf(one.accessToken)))).toEqual([
      'session_expired',
      'good',
      'good',
    ]);
    const laptop = await open('d', 'linux', 2);
    expect(await Promise.all([phone, tablet2, laptop].map((one) => statusOf(one.accessToken)))).toEqual([
      'session_expired',
      'session_expired',
      'good',
    ]);
  });

  test('only hashes of tokens are stored', async () => {
    const opened = await signedIn({ extToken: provider.opaqueToken(ann) });
    const rows = await house.reading.database.kysely.selectFrom('tokens').selectAll().execute();
    const text = JSON.stringify(rows);
    expect(rows).toHaveLength(2);
    expect(text).not.toContain(opened.accessToken);
    expect(text).not.toContain(opened.refreshToken);
  });

  describe('signed writes', () => {
    test('are refused without signature, with a wrong one, with another clock, and when they come twice', async () => {
      const opened = await signedIn({ extToken: provider.opaqueToken(ann) });
      const client = clientOf(house.app, house.clock, device.deviceId, opened);
      const record = { bookId: 'b', deviceId: 'd', chapterUid: 1, chapterOffset: 0, progress: 1, readingTime: 0 };
      const books = [{ ...record, random: randomUUID(), timestamp: house.clock.now }];
      const plain = await request(house.app, 'POST /book/batchUploadProgress', { books }, opened.accessToken);
      expect(plain).toMatchObject({ status: 400, body: { details: { signature: 'is missing' } } });

      const forged = { ...client, signKey: 'wrong' };
      const forger = clientOf(house.app, house.clock, device.deviceId, forged);
      expect((await forger.ask('POST /book/batchUploadProgress', { books })).body).toMatchObject({
        error: 'bad_signature',
      });

      const late = await client.ask('POST /book/batchUploadProgress', { books }, { timestamp: house.clock.now - 301 });
      expect(late).toMatchObject({ status: 400, body: { error: 'clock_skew', details: { time: house.clock.now } } });

      const random = randomUUID();
      expect((await client.ask('POST /book/batchUploadProgress', { books }, { random })).status).toBe(200);
      const replay = await client.ask('POST /book/batchUploadProgress', { books }, { random });
      expect(replay).toMatchObject({ status: 409, body: { error: 'replayed' } });
    });
  });

  test('every path but the anonymous ones asks for a session', async () => {
    expect(await request(house.app, 'GET /shelf/sync', {})).toMatchObject({
      status: 401,
      body: { error: 'not_signed_in', errcode: -2010 },
    });
  });
});
