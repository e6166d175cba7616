// Login and consent requests and their sessions, as the document describes the administrative interface.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { codeRequest, configure, type House, openHouse, registerReader } from '../../accounts/house.ts';
import { browserAt, signIn } from '../authorize.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  await registerReader(house);
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

const requests = '/oauth2/auth/requests';

/** Opens a request in a new browser and stops at the login provider. */
async function begin() {
  const browser = browserAt(house);
  const { url } = await codeRequest(await configure(house));
  const login = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
  return { browser, login };
}

test('login and consent are decided over HTTP by their challenge', async () => {
  const { browser, login } = await begin();
  const read = await house.call('GET', `${requests}/login?challenge=${login}`);
  expect(read).toMatchObject({
    status: 200,
    body: { challenge: login, skip: false, client: { client_id: 'octavo-reader' } },
  });
  const accepted = await house.call('PUT', `${requests}/login/accept?challenge=${login}`, { subject: 'ada' });
  expect(accepted).toMatchObject({
    status: 200,
    body: { redirect_to: expect.stringMatching(new RegExp(`^${house.issuer}`)) },
  });
  const consent =
    (await browser.open(String(accepted.body.redirect_to))).url.searchParams.get('consent_challenge') ?? '';
  expect(consent).not.toBe(login);
  const asked = await house.call('GET', `${requests}/consent?challenge=${consent}`);
  expect(asked).toMatchObject({
    status: 200,
    body: { challenge: consent, subject: 'ada', requested_scope: ['openid', 'profile', 'offline_access'] },
  });
  const agreed = await house.call('PUT', `${requests}/consent/accept?challenge=${consent}`, {
    grant_scope: ['openid'],
  });
  expect(agreed.status).toBe(200);
  const back = (await browser.open(String(agreed.body.redirect_to))).url;
  expect(back.searchParams.get('code')).not.toBeNull();
});

test('login and consent are rejected over HTTP by their challenge', async () => {
  const refusal = { error: 'access_denied', error_description: 'Not today.' };
  const first = await begin();
  const rejected = await house.call('PUT', `${requests}/login/reject?challenge=${first.login}`, refusal);
  expect(rejected.status).toBe(200);
  const back = (await first.browser.open(String(rejected.body.redirect_to))).url;
  expect(Object.fromEntries(back.searchParams)).toMatchObject(refusal);

  const second = await begin();
  const accepted = await house.call('PUT', `${requests}/login/accept?challenge=${second.login}`, { subject: 'ada' });
  const consent = (await second.browser.open(String(accepted.body.redirect_to))).url.searchParams.get(
    'consent_challenge',
  );
  const refused = await house.call('PUT', `${requests}/consent/reject?challenge=${consent}`, refusal);
  expect(refused.status).toBe(200);
  const end = (await second.browser.open(String(refused.body.redirect_to))).url;
  expect(Object.fromEntries(end.searchParams)).toMatchObject(refusal);
});

test('a consent request names its login request and session', async () => {
  const { browser, login } = await begin();
  const { body: asked } = await house.call('GET', `${requests}/login?challenge=${login}`);
  const accepted = await house.call('PUT', `${requests}/login/accept?challenge=${login}`, {
    subject: 'ada',
    remember: true,
  });
  const consent = (await browser.open(String(accepted.body.redirect_to))).url.searchParams.get('consent_challenge');
  const { body } = await house.call('GET', `${requests}/consent?challenge=${consent}`);
  expect(body).toMatchObject({ login_challenge: login, login_session_id: expect.any(String) });
  if (asked.session_id) expect(body.login_session_id).toBe(asked.session_id);
});

test('sessions are listed and ended by subject, whatever characters it has', async () => {
  const sessions = '/oauth2/auth/sessions';
  const count = async (kind: 'login' | 'consent', subject: string) => {
    const reply = await fetch(`${house.admin}${sessions}/${kind}?subject=${encodeURIComponent(subject)}`);
    expect(reply.status).toBe(200);
    return ((await reply.json()) as unknown[]).length;
  };
  for (const subject of ['../a/b.c', 'https://id.example/u?x=1&y=2', 'ünï 日本']) {
    const query = `subject=${encodeURIComponent(subject)}`;
    const remembered = { login: { subject, remember: true }, consent: { remember: true } };
    await signIn(house, remembered);
    expect([await count('login', subject), await count('consent', subject)]).toEqual([1, 1]);
    expect((await house.call('DELETE', `${sessions}/login?${query}&client=octavo-reader`)).status).toBe(204);
    expect([await count('login', subject), await count('consent', subject)]).toEqual([1, 0]);
    expect((await house.call('DELETE', `${sessions}/login?${query}`)).status).toBe(204);
    expect(await count('login', subject)).toBe(0);
    await signIn(house, remembered);
    expect((await house.call('DELETE', `${sessions}/consent?${query}&client=another`)).status).toBe(204);
    expect(await count('consent', subject)).toBe(1);
    expect((await house.call('DELETE', `${sessions}/consent?${query}`)).status).toBe(204);
    expect(await count('consent', subject)).toBe(0);
  }
  for (const path of ['login', 'consent']) expect((await house.call('DELETE', `${sessions}/${path}`)).status).toBe(400);
});
