// Back-channel logout as clients hear it: every client of the session, once, also one that was down, and never an address
// inside the operator's network.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect } from './authorize.ts';
import { bye, Ear, isSignedIn, LogoutParty } from './logout-party.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ear: Ear;
  let other: Ear;
  let app: LogoutParty;
  let second: LogoutParty;

  beforeAll(async () => {
    const database = await open<AuthTables & AccountTables>(authMigrations, accountMigrations);
    house = await openHouse(database, { outgoingAddresses: ['127.0.0.1'], pairwiseSalt: 'a-salt-for-tests' });
    [ear, other] = await Promise.all([Ear.open(), Ear.open()]);
    app = await LogoutParty.register(house, 'app', { backchannel_logout_uri: ear.uri });
    const pairwise = { backchannel_logout_uri: other.uri, subject_type: 'pairwise' };
    second = await LogoutParty.register(house, 'second', pairwise);
  });
  beforeEach(() => {
    for (const one of [ear, other]) {
      one.heard.length = 0;
      one.answer = () => 200;
    }
  });
  afterAll(async () => {
    await house.close();
    ear.close();
    other.close();
  });

  const pending = () => house.database.kysely.selectFrom('oauth_logout_delivery').selectAll().execute();
  const attemptsOf = async () => (await pending()).map((row) => Number(row.attempts));
  /** Makes what waits due, and has two runs look for it. */
  const retry = async () => {
    await house.database.kysely.updateTable('oauth_logout_delivery').set({ next_attempt_at: 1 }).execute();
    const ask = () => house.call('DELETE', '/oauth2/auth/sessions/login?subject=nobody');
    await Promise.all([ask(), ask()]);
  };
  const leave = async (party: LogoutParty) => {
    const { browser, idToken, claims } = await party.signIn();
    const { visit } = await party.leave(browser, { id_token_hint: idToken, post_logout_redirect_uri: bye });
    expect(visit.url.href).toBe(bye);
    expect(await isSignedIn(party, browser)).toBe(false);
    return claims;
  };

  test('every client of the session hears of it, each with the subject that it knows', async () => {
    const browser = browserAt(house);
    const first = await app.signIn(browser);
    const { claims } = await second.signIn(browser);
    expect(claims.sub).not.toBe(first.claims.sub);
    await app.leave(browser, { id_token_hint: first.idToken });
    const { sid } = first.claims;
    expect(await ear.claims(house, 'app')).toMatchObject([{ sub: 'ada', sid }]);
    expect(await other.claims(house, 'second')).toMatchObject([{ sub: claims.sub, sid }]);
    expect(await pending()).toEqual([]);
  });

  test('a client that is down holds nobody up and hears of it later, once, by a token of its own', async () => {
    ear.answer = () => 503;
    const { sid } = await leave(app);
    expect(await attemptsOf()).toEqual([1]);
    await retry();
    await expect.poll(attemptsOf).toEqual([2]);
    await expect.poll(() => ear.heard.length).toBe(2);
    ear.answer = () => 204;
    await retry();
    await expect.poll(pending).toEqual([]);
    const heard = await ear.claims(house, 'app');
    expect(heard.map((claims) => claims.sid)).toEqual([sid, sid, sid]);
    expect(new Set(heard.map((claims) => claims.jti)).size).toBe(3);
  });

  test('what one process leaves undone, another one does', async () => {
    ear.answer = () => 503;
    const { sid } = await leave(app);
    ear.answer = () => 200;
    const second = await openHouse(house.database, { issuer: house.issuer, outgoingAddresses: ['127.0.0.1'] });
    await house.database.kysely.updateTable('oauth_logout_delivery').set({ next_attempt_at: 1 }).execute();
    await second.call('DELETE', '/oauth2/auth/sessions/login?subject=nobody');
    await expect.poll(pending).toEqual([]);
    expect((await ear.claims(house, 'app')).map((claims) => claims.sid)).toEqual([sid, sid]);
    await second.close();
  });

  test('a client that never answers is given up, and one that refuses is not asked again', async () => {
    ear.answer = () => 500;
    await leave(app);
    for (let attempts = 2; attempts <= 6; attempts++) {
      await retry();
      await expect.poll(attemptsOf).toEqual(attempts < 6 ? [attempts] : []);
    }
    expect(ear.heard).toHaveLength(6);
    for (const status of [400, 302]) {
      ear.heard.length = 0;
      ear.answer = () => status;
      await leave(app);
      expect([await pending(), ear.heard.length]).toEqual([[], 1]);
    }
  });

  test('a client that was deleted meanwhile is not asked again', async () => {
    const gone = await LogoutParty.register(house, 'gone', { backchannel_logout_uri: ear.uri });
    ear.answer = () => 503;
    await leave(gone);
    await house.call('DELETE', '/clients/gone');
    await retry();
    await expect.poll(pending).toEqual([]);
    expect(ear.heard).toHaveLength(1);
  });

  test('who signs in in the place of another person ends the former session', async () => {
    const { browser, claims, tokens } = await app.signIn();
    const takeOver = { login: { subject: 'bob', remember: true } };
    const answer = await second.rp.ask(second.rp.url({ prompt: 'login' }), browser, takeOver);
    expect(answer.params.code).toBeTypeOf('string');
    await expect.poll(() => ear.heard.length).toBe(1);
    expect(await ear.claims(house, 'app')).toMatchObject([{ sub: 'ada', sid: claims.sid }]);
    await expect.poll(pending).toEqual([]);
    expect((await introspect(house, String(tokens.access_token))).active).toBe(false);
    const { request } = await app.leave(browser);
    expect(request).toMatchObject({ subject: 'bob' });
  });

  test('ending sessions by the administration tells their clients as well', async () => {
    const sids = [(await app.signIn()).claims.sid, (await app.signIn()).claims.sid];
    await house.call('DELETE', '/oauth2/auth/sessions/login?subject=ada');
    await expect.poll(() => ear.heard.length).toBeGreaterThanOrEqual(2);
    await expect.poll(pending).toEqual([]);
    const heard = await ear.claims(house, 'app');
    expect(heard.map((claims) => claims.sid)).toEqual(expect.arrayContaining(sids));
  });
});

test('addresses inside the network are refused at registration, and by name when they are asked', async () => {
  const house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  const ear = await Ear.open();
  const redirects = { redirect_uris: ['https://rp.example/callback'] };
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0177.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '169.254.169.254',
    '10.1.1.1',
  ]) {
    for (const name of ['backchannel_logout_uri', 'jwks_uri', 'sector_identifier_uri']) {
      const { status, body } = await house.call('POST', '/clients', { ...redirects, [name]: `https://${host}/x` });
      expect([status, body.error], `${name} ${host}`).toEqual([400, 'invalid_client_metadata']);
    }
  }
  for (const uri of ['ftp://rp.example/x', 'https://rp.example/x#y', 'javascript:alert(1)', 'x']) {
    for (const name of ['backchannel_logout_uri', 'frontchannel_logout_uri']) {
      expect((await house.call('POST', '/clients', { ...redirects, [name]: uri })).status, uri).toBe(400);
    }
  }
  const byName = await LogoutParty.register(house, 'by-name', {
    backchannel_logout_uri: ear.uri.replace('127.0.0.1', 'localhost'),
  });
  const { browser, idToken } = await byName.signIn();
  await byName.leave(browser, { id_token_hint: idToken });
  const rows = await house.database.kysely.selectFrom('oauth_logout_delivery').select('attempts').execute();
  expect([rows, ear.heard]).toEqual([[{ attempts: 1 }], []]);
  ear.close();
  await house.close();
  await house.database.close();
});
