// Front-channel logout in a real browser: every client's frame is loaded with issuer and session, none of them leads the
// browser elsewhere, and it arrives where the person was to go.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../build/find-chromium.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { LogoutParty } from './logout-party.ts';

/** Another site than the server's (`localhost` beside `127.0.0.1`): clients, and the provider whose part the test plays. */
class Site {
  readonly asked: string[] = [];
  readonly pages = new Map<string, string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = request.url ?? '/';
      this.asked.push(url);
      const page = this.pages.get(url.split('?')[0] ?? '') ?? 'here';
      response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>Site</title>${page}`);
    });
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, 'localhost'), 'listening');
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const site = new Site();
const hostile = new Site();
let origin: string;
let hostileOrigin: string;
let house: House;
let browser: Browser;

beforeAll(async () => {
  [origin, hostileOrigin] = await Promise.all([site.open(), hostile.open()]);
  const found = await findChromium();
  browser = await chromium.launch({ executablePath: found.path, args: found.args });
  const pages = { loginUrl: `${origin}/login`, consentUrl: `${origin}/consent`, logoutUrl: `${origin}/logout` };
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), pages);
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
  await house?.database.close();
  for (const one of [site, hostile]) one.close();
});

function register(id: string, change: object = {}): Promise<LogoutParty> {
  const addresses = { redirect_uris: [`${origin}/callback`], post_logout_redirect_uris: [`${origin}/bye`] };
  return LogoutParty.register(house, id, { ...addresses, ...change });
}

async function decide(page: Page, kind: string, body: object): Promise<void> {
  const challenge = new URL(page.url()).searchParams.get(`${kind}_challenge`);
  const reply = await house.call('PUT', `/oauth2/auth/requests/${kind}/accept?challenge=${challenge}`, body);
  expect(reply.status).toBe(200);
  await page.goto(String(reply.body.redirect_to));
}

async function signIn(page: Page, party: LogoutParty): Promise<void> {
  await page.goto(party.rp.url({ redirect_uri: `${origin}/callback` }).href);
  await decide(page, 'login', { subject: 'ada', remember: true });
  await decide(page, 'consent', { grant_scope: ['openid'] });
  expect(new URL(page.url()).searchParams.get('code')).toBeTypeOf('string');
}

test('a browser is signed out of every client by its frame and goes on, whatever a frame tries', async () => {
  hostile.pages.set('/out', `<script>top.location = "${hostileOrigin}/taken"</script>`);
  const kind = await register('kind', {
    frontchannel_logout_uri: `${origin}/out?app=1`,
    frontchannel_logout_session_required: true,
  });
  const bad = await register('bad', { frontchannel_logout_uri: `${hostileOrigin}/out` });
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, kind);
  await signIn(page, bad);
  const params = { client_id: 'kind', post_logout_redirect_uri: `${origin}/bye`, state: 'arrived' };
  await page.goto(kind.url(params).href);
  await decide(page, 'logout', {});
  await page.waitForURL(`${origin}/bye?state=arrived`);
  const frame = new URL(site.asked.find((url) => url.startsWith('/out')) ?? '/', origin);
  const sid = expect.stringMatching(/^[\w-]{10,}$/);
  expect(Object.fromEntries(frame.searchParams)).toEqual({ app: '1', iss: house.issuer, sid });
  expect(hostile.asked).toEqual(['/out']);
  const cookies = await context.cookies(house.issuer);
  expect(cookies.map((cookie) => cookie.name)).not.toContain('oauth2_authentication_session');
  await context.close();
});

test('the form of another site signs out like a link, with the cookies that its redirect carries', async () => {
  const plain = await register('plain');
  const fields = { client_id: 'plain', post_logout_redirect_uri: `${origin}/bye`, state: 'posted' };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const form = `<form method="post" action="${house.issuer}oauth2/sessions/logout">${inputs.join('')}</form>`;
  site.pages.set('/leave', `${form}<script>document.forms[0].submit()</script>`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, plain);
  await page.goto(`${origin}/leave`);
  await page.waitForURL(/logout_challenge=/);
  await decide(page, 'logout', {});
  expect(page.url()).toBe(`${origin}/bye?state=posted`);
  await context.close();
});
