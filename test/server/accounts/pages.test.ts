// The account pages under attack and in ordinary use: forged forms, guessing, headers, changing the account, signing
// out, changing the password.

import { expect, test } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { mountAccounts } from '../../../server/accounts/mount.ts';
import type { AccountDatabase, AccountTables } from '../../../server/accounts/tables.ts';
import { addUser, changePassword, checkPassword, listUsers } from '../../../server/accounts/users.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { Browser, hiddenFields } from './browser.ts';
import { codeRequest, configure, type House, holdBlocks, openHouse, registerReader } from './house.ts';

const password = 'correct horse';

async function prepare(open: OpenDatabase) {
  const house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
  await registerReader(house);
  const user = await addUser(house.database, { name: 'Ada', password, displayName: 'Ada <L.>' });
  const { url } = await codeRequest(await configure(house));
  return { house, user, url };
}

const browserOf = (house: House) => new Browser([house.issuer, house.accounts]);

forEachDatabase((_name, open) => {
  test('forged forms are refused: no cookie, a foreign token, another origin', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    const page = await browser.open(url);
    const fields = { name: 'Ada', password };
    const body = new URLSearchParams({ ...hiddenFields(page.html), ...fields });
    const target = `${house.accounts}/accounts/signin`;
    expect((await fetch(target, { method: 'POST', body, redirect: 'manual' })).status).toBe(403);
    expect((await browser.submit(page, { ...fields, form_token: 'x'.repeat(43) })).status).toBe(403);
    expect((await browser.submit(page, fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await browser.submit(page, fields, { origin: 'null' })).status).toBe(403);
    expect((await browser.submit(page, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const other = browserOf(house);
    const foreign = hiddenFields((await other.open(url)).html).form_token ?? '';
    expect((await browser.submit(page, { ...fields, form_token: foreign })).status).toBe(403);
    expect((await browser.submit(page, fields)).html).toContain('Allow Octavo?');
    await house.close();
  });

  test('an unknown name and a wrong password get the same page; the field is named and nothing is repeated', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    const page = await browser.open(url);
    const wrong = await browser.submit(page, { name: 'Ada', password: 'wrong password' });
    const unknown = await browser.submit(page, { name: 'Eve', password: 'wrong password' });
    expect(wrong.status).toBe(422);
    expect(unknown.status).toBe(422);
    expect(unknown.html.replaceAll('Eve', 'Ada')).toBe(wrong.html);
    expect(wrong.html).toContain('role="alert"');
    expect(wrong.html).toContain('<a href="#password">The name or the password is wrong.</a>');
    expect(wrong.html).not.toContain('wrong password');
    const empty = await browser.submit(page, { name: '', password: '' });
    expect(empty.html).toContain('<a href="#name">Enter your name.</a>');
    await house.close();
  });

  test('guessing a password is slowed down per name, in all spellings, and across restarts', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    const page = await browser.open(url);
    for (const name of ['Ada', 'ADA', ' ada ', 'aDa', 'ada']) {
      expect((await browser.submit(page, { name, password: 'guess' })).status).toBe(422);
    }
    await browser.submit(page, { name: 'Ada', password: 'guess' });
    await holdBlocks(house);
    const refused = await browser.submit(page, { name: 'Ada', password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.html).toContain('Too many attempts');
    const attempt = { name: 'Ada', password, address: '192.0.2.1' };
    expect(await checkPassword(house.database, attempt)).toMatchObject({ refused: 'wait' });
    await house.database.kysely.updateTable('account_attempt').set({ blocked_until: 0 }).execute();
    expect(await checkPassword(house.database, attempt)).toMatchObject({ user: { name: 'Ada' } });
    const left = await house.database.kysely.selectFrom('account_attempt').select('key').execute();
    expect(left.filter((row) => row.key.startsWith('name:'))).toEqual([]);
    await house.close();
  });

  test('many guesses at once gain nothing, and an address is limited over all names', async () => {
    const { house } = await prepare(open);
    const guess = (name: string, address: string) =>
      checkPassword(house.database, { name, password: 'guess', address });
    const together = await Promise.all(Array.from({ length: 12 }, () => guess('Ada', '192.0.2.2')));
    expect(together.filter((reply) => 'refused' in reply && reply.refused === 'wrong').length).toBeLessThan(10);
    await house.database.kysely
      .insertInto('account_attempt')
      .values({ key: 'address:2001:db8:1:2', failures: 31, last_at: Math.floor(Date.now() / 1000), blocked_until: 0 })
      .execute();
    expect(await guess('Bob', '2001:db8:1:2::7')).toEqual({ refused: 'wrong' });
    expect(await guess('Cid', '2001:db8:1:2:8::')).toMatchObject({ refused: 'wait' });
    expect(await guess('Cid', '2001:db8:1:3::7')).toEqual({ refused: 'wrong' });
    await house.close();
  });

  test('every page has a strict policy, one h1, a language, labels for all fields, and no script', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    const signIn = await browser.open(url);
    const consent = await browser.submit(signIn, { name: 'Ada', password });
    const pages = [
      signIn,
      consent,
      await browser.open(`${house.accounts}/accounts/device`),
      await browser.open(`${house.accounts}/accounts/password`),
      await browser.open(`${house.accounts}/accounts/signin`),
      await browser.open(`${house.accounts}/accounts/signin?login_challenge=unknown`),
      await browser.open(`${house.accounts}/accounts/device?outcome=connected`),
    ];
    for (const page of pages) {
      expect(page.headers.get('content-security-policy')).toContain(
        "default-src 'none'; style-src 'self'; form-action",
      );
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.html.match(/<h1>/g)).toHaveLength(1);
      expect(page.html).toContain('<html lang="en">');
      expect(page.html).not.toMatch(/<script|\son\w+=|style="/i);
      const fields = [...page.html.matchAll(/<input type="(?:text|password|checkbox)"[^>]* id="([^"]+)"/g)];
      for (const [, id] of fields) expect(page.html).toContain(`<label for="${id}"`);
    }
    const policy = signIn.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' ${new URL(house.issuer).origin} http://127.0.0.1:*`);
    expect(consent.html).toContain('Ada &#60;L.&#62;');
    const css = await fetch(`${house.accounts}/accounts/style.css`);
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    await house.close();
  });

  test('pages that are opened without their challenge, or with one of another kind, say what to do', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    const login = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
    const paths: [string, number][] = [
      ['signin', 200],
      ['signin?login_challenge=unknown', 404],
      ['consent', 400],
      [`consent?consent_challenge=${login}`, 404],
      ['signout?logout_challenge=unknown', 404],
      ['device?device_challenge=unknown&user_code=BBBB-BBBB', 404],
    ];
    for (const [path, status] of paths) {
      const page = await browser.open(`${house.accounts}/accounts/${path}`);
      expect(page.status, path).toBe(status);
      expect(page.html).toMatch(/Go back to the application|choose “Sign in” there/);
    }
    await house.close();
  });

  test('a stopped authorization server is told, and the form may be sent again', async () => {
    const { house } = await prepare(open);
    const app = createHttp({ log: createLog({ name: 'test', level: 'silent' }) });
    const nowhere = { adminUrl: 'http://127.0.0.1:1', issuerUrl: house.issuer };
    const log = createLog({ name: 'test', level: 'silent' });
    mountAccounts(app, { database: house.database as unknown as AccountDatabase, ...nowhere, log });
    const reply = await app.inject('/accounts/signin?login_challenge=x');
    expect(reply.statusCode).toBe(503);
    expect(reply.body).toContain('Not possible right now');
    await app.close();
    await house.close();
  });

  test('“I am not Ada” forgets the session and asks again', async () => {
    const { house, url } = await prepare(open);
    await addUser(house.database, { name: 'Bob', password: 'another password' });
    const browser = browserOf(house);
    let page = await browser.submit(await browser.open(url), { name: 'Ada', password, remember: 'yes' });
    page = await browser.submit(page, { decision: 'somebody else' });
    expect(page.html).toContain('<h1>Sign in</h1>');
    page = await browser.submit(page, { name: 'Bob', password: 'another password' });
    expect(page.html).toContain('You are signed in as <strong>Bob</strong>');
    page = await browser.submit(page, { decision: 'refuse' });
    expect(page.url.searchParams.get('error')).toBe('access_denied');
    await house.close();
  });

  test('signing out of the browser, or staying', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    let page = await browser.submit(await browser.open(url), { name: 'Ada', password, remember: 'yes' });
    page = await browser.submit(page, { decision: 'allow' });
    expect(page.url.searchParams.get('code')).not.toBeNull();
    page = await browser.open(`${house.accounts}/accounts/signout`);
    expect(page.html).toContain('Sign out of this browser?');
    expect((await browser.submit(page, { decision: 'stay' })).html).toContain('Still signed in');
    page = await browser.open(`${house.accounts}/accounts/signout`);
    page = await browser.submit(page, { decision: 'sign out' });
    expect(page.html).toContain('Signed out');
    expect((await browser.open(url)).html).toContain('<h1>Sign in</h1>');
    await house.close();
  });

  test('changing the password needs the present one and ends other sign-ins', async () => {
    const { house, url } = await prepare(open);
    const browser = browserOf(house);
    let page = await browser.submit(await browser.open(url), { name: 'Ada', password, remember: 'yes' });
    await browser.submit(page, { decision: 'allow' });
    const start = await browser.open(`${house.accounts}/accounts/password`);
    const wanted = { name: 'ada', present: password, new: 'a new password', again: 'a new password' };
    expect((await browser.submit(start, { ...wanted, present: 'wrong' })).html).toContain('is wrong');
    expect((await browser.submit(start, { ...wanted, again: 'other' })).html).toContain('differ');
    page = await browser.submit(start, { ...wanted, new: 'short', again: 'short' });
    expect(page.html).toContain('<a href="#new">A password has at least 8 characters.</a>');
    page = await browser.submit(start, wanted);
    expect(page.html).toContain('The password was changed');
    page = await browser.open(url);
    expect(page.html).toContain('<h1>Sign in</h1>');
    expect((await browser.submit(page, { name: 'Ada', password })).status).toBe(422);
    expect((await browser.submit(page, { name: 'Ada', password: 'a new password' })).html).toContain('Allow Octavo?');
    await house.close();
  });

  test('users: names are unique in all spellings, passwords are hashed, outdated hashes are renewed', async () => {
    const { house, user } = await prepare(open);
    const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
    expect(user.id).toMatch(/^u_[a-z2-7]{16}$/);
    const add = (name: string, secret = password) => addUser(house.database, { name, password: secret }).catch(codeOf);
    expect(await add('ＡＤＡ')).toBe('already_exists');
    expect(await add('')).toBe('bad_argument');
    expect(await add('a\u0000b')).toBe('bad_argument');
    expect(await add('Bob', 'short')).toBe('bad_argument');
    expect((await listUsers(house.database)).map((one) => one.name)).toEqual(['Ada']);
    const read = () => house.database.kysely.selectFrom('account_user').selectAll().executeTakeFirstOrThrow();
    const before = await read();
    expect(before.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await changePassword(house.database, user.id, 'a new password');
    expect((await read()).password).not.toBe(before.password);
    // RFC 9106 parameters of an older installation: m=64, t=1.
    const old = '$argon2id$v=19$m=64,t=1,p=1$c29tZSBzYWx0IHZhbHVl$';
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.from('c29tZSBzYWx0IHZhbHVl', 'base64');
    const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync('argon2id', { message: 'old password', nonce, ...cost }).toString('base64');
    await house.database.kysely
      .updateTable('account_user')
      .set({ password: old + tag })
      .execute();
    const attempt = { name: 'Ada', password: 'old password', address: '192.0.2.9' };
    expect(await checkPassword(house.database, attempt)).toMatchObject({ user: { id: user.id } });
    expect((await read()).password).toMatch(/m=19456,t=2,p=1/);
    expect(await checkPassword(house.database, attempt)).toMatchObject({ user: { id: user.id } });
    await house.close();
  });
});
