// Several pages, several requests and several people in one browser: who is asked again, who takes over, and whom a request
// may name.

import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { codeRequest, configure, type House, openHouse, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, walk } from './authorize.ts';
import { Providers, remembered } from './providers.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let config: client.Configuration;
  let providers: Providers;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
    await registerReader(house);
    config = await configure(house);
    providers = new Providers(house, config);
  });
  afterAll(() => house.close());

  test('prompt=select_account asks again, and login and consent prompts may come together', async () => {
    const browser = browserAt(house);
    await walk(house, (await codeRequest(config)).url, remembered, browser);
    for (const prompt of ['select_account', 'login consent', 'select_account consent']) {
      const { url, checks } = await codeRequest(config, { prompt });
      const way = await walk(house, url, remembered, browser);
      expect([prompt, way.login?.skip, way.consent?.skip]).toEqual([prompt, false, !prompt.includes('consent')]);
      expect(new URL(String(way.login?.request_url)).searchParams.get('prompt')).toBe(prompt);
      expect((await client.authorizationCodeGrant(config, way.visit.url, checks)).claims()?.sub).toBe('ada');
    }
    for (const prompt of ['none login', 'create']) {
      const way = await walk(house, (await codeRequest(config, { prompt })).url, {}, browser);
      expect(way.visit.url.searchParams.get('error')).toBe('invalid_request');
    }
  });

  test('asking for a new login ends nothing by itself, and another person then takes the browser over', async () => {
    const browser = browserAt(house);
    const first = await walk(house, (await codeRequest(config)).url, remembered, browser);
    await browser.open((await codeRequest(config, { prompt: 'login' })).url);
    expect(await providers.readLogin(await providers.challengeOf(browser))).toMatchObject({
      skip: true,
      subject: 'ada',
    });
    const { url, checks } = await codeRequest(config, { prompt: 'login' });
    const other = await walk(house, url, { login: { subject: 'bob', remember: true } }, browser);
    const claims = (await client.authorizationCodeGrant(config, other.visit.url, checks)).claims();
    expect(claims?.sub).toBe('bob');
    expect(claims?.sid).not.toBe(first.login?.session_id);
    expect(await providers.readLogin(await providers.challengeOf(browser))).toMatchObject({
      skip: true,
      subject: 'bob',
    });
  });

  test('two pages of one browser that sign in at once both arrive', async () => {
    const browser = browserAt(house);
    const challenges = [await providers.challengeOf(browser), await providers.challengeOf(browser)];
    const consents: string[] = [];
    for (const challenge of challenges) consents.push(await providers.signIn(browser, challenge, 'pat'));
    for (const consent of consents) expect((await providers.agree(browser, consent)).get('code')).not.toBeNull();
  });

  test('two pages that sign in two people at once: the later one has the browser', async () => {
    const browser = browserAt(house);
    const [first, second] = [await providers.challengeOf(browser), await providers.challengeOf(browser)];
    const early = await providers.signIn(browser, first, 'tim');
    const late = await providers.signIn(browser, second, 'ute');
    expect((await providers.agree(browser, late)).get('code')).not.toBeNull();
    expect((await providers.agree(browser, early)).get('error')).toBe('invalid_request');
    const now = await providers.readLogin(await providers.challengeOf(browser));
    expect(now).toMatchObject({ skip: true, subject: 'ute' });
  });

  test('a browser that comes back several times at once gets one code', async () => {
    const browser = browserAt(house);
    const consent = await providers.signIn(browser, await providers.challengeOf(browser), 'quick');
    const heard = await Promise.all(
      Array.from({ length: 4 }, () => providers.agree(browser, consent).catch(() => undefined)),
    );
    const codes = heard.flatMap((params) => params?.get('code') ?? []);
    expect(new Set(codes).size).toBe(1);
  });

  test('a page that was left open for one person does not act for the next', async () => {
    const browser = browserAt(house);
    const open = await providers.signIn(browser, await providers.challengeOf(browser), 'old');
    await providers.signIn(browser, await providers.challengeOf(browser, { prompt: 'login' }), 'new');
    const heard = await providers.agree(browser, open);
    expect([heard.get('code'), heard.get('error')]).toEqual([null, 'invalid_request']);
  });

  test('hints and requested claims name who has to sign in', async () => {
    const browser = browserAt(house);
    const { url, checks } = await codeRequest(config);
    const way = await walk(house, url, remembered, browser);
    const hint = (await client.authorizationCodeGrant(config, way.visit.url, checks)).id_token ?? '';
    const same = await walk(house, (await codeRequest(config, { id_token_hint: hint })).url, remembered, browser);
    expect(same.login).toMatchObject({ skip: true, oidc_context: { id_token_hint_claims: { sub: 'ada' } } });
    const sub = JSON.stringify({ id_token: { sub: { value: 'ada' } } });
    for (const change of [{ id_token_hint: hint }, { claims: sub }]) {
      const stranger = browserAt(house);
      const asked = await codeRequest(config, change);
      const wrong = await walk(house, asked.url, { login: { subject: 'eve', remember: true } }, stranger);
      expect(wrong.login?.skip).toBe(false);
      expect(wrong.visit.url.searchParams.get('error')).toBe('login_required');
      const silent = await walk(house, (await codeRequest(config, { ...change, prompt: 'none' })).url, {}, stranger);
      expect(silent.visit.url.searchParams.get('error')).toBe('login_required');
    }
    const broken = await walk(house, (await codeRequest(config, { id_token_hint: `${hint}x` })).url, {}, browser);
    expect(broken.visit.url.searchParams.get('error')).toBe('invalid_request');
  });
});
