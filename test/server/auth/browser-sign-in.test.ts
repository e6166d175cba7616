// A real browser through the real sign-in and consent pages: what a person sees and presses, forms that submit themselves
// under our content policy, and cookies that other sites' forms come without.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../build/find-chromium.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { addUser } from '../../../server/accounts/users.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { configure, type House, openHouse, registerReader } from '../accounts/house.ts';

interface Arrival {
  method: string;
  url: URL;
  body: string;
}

/** A client on another site than the server's: `localhost` beside `127.0.0.1`. */
class RelyingSite {
  readonly arrivals: Arrival[] = [];
  /** The page that is shown at `/`. */
  start = '';
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<RelyingSite> {
    const server = createServer();
    const site = new RelyingSite(server);
    server.on('request', async (request, response) => {
      const url = new URL(request.url ?? '/', site.origin);
      const body = await textOf(request);
      if (url.pathname === '/callback') site.arrivals.push({ method: request.method ?? '', url, body });
      const page = url.pathname === '/' ? site.start : '<h1>Arrived</h1>';
      response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>Client</title>${page}`);
    });
    await once(server.listen(0, 'localhost'), 'listening');
    return site;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  get callback(): string {
    return `${this.origin}/callback`;
  }

  close(): void {
    this.#server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

let database: Database<AuthTables & AccountTables>;
let house: House;
let site: RelyingSite;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database);
  await addUser(database, { name: 'Ada', password: 'correct horse', displayName: 'Ada L.' });
  site = await RelyingSite.open();
  await registerReader(house, {
    redirect_uris: ['http://localhost/callback'],
    response_types: ['code', 'code id_token'],
  });
  const found = await findChromium();
  browser = await chromium.launch({ executablePath: found.path, args: found.args });
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await house?.close();
  await database?.close();
});

async function request(config: client.Configuration, change: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: site.callback,
    scope: 'openid profile offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...change,
  });
  return { url, checks };
}

/** A page that asks by a form of its own, as some clients do. */
function formPage(url: URL): string {
  const fields = [...url.searchParams].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${url.origin}${url.pathname}">${fields.join('')}<button>Sign in</button></form>`;
}

test('a person signs in, agrees, and the answer arrives by a form that submits itself', async () => {
  const config = await configure(house);
  client.useCodeIdTokenResponseType(config);
  const { url, checks } = await request(config, { response_mode: 'form_post' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url.href);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Allow Octavo?' }).waitFor();
  expect(await page.textContent('main, body')).toContain('know your display name');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Arrived' }).waitFor();
  const [arrival] = site.arrivals.splice(0);
  expect([arrival?.method, arrival?.url.search]).toEqual(['POST', '']);
  const form = { method: 'POST', body: new URLSearchParams(arrival?.body ?? '') };
  const tokens = await client.authorizationCodeGrant(config, new Request(site.callback, form), checks);
  expect(tokens.claims()).toMatchObject({ name: 'Ada L.', amr: ['pwd'] });
  expect(problems).toEqual([]);
});

test('another site’s form finds the person signed in, and shows no page', async () => {
  const config = await configure(house);
  const { url, checks } = await request(config, { prompt: 'none' });
  site.start = formPage(url);
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Arrived' }).waitFor();
  const [arrival] = site.arrivals.splice(0);
  const tokens = await client.authorizationCodeGrant(config, arrival?.url ?? new URL(site.callback), checks);
  expect(tokens.claims()?.name).toBe('Ada L.');
});

test('asking for a new login shows the page again, and refusing goes back to the client', async () => {
  const config = await configure(house);
  const { url, checks } = await request(config, { prompt: 'login consent' });
  await page.goto(url.href);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Arrived' }).waitFor();
  const [arrival] = site.arrivals.splice(0);
  const failure = await client
    .authorizationCodeGrant(config, arrival?.url ?? new URL(site.callback), checks)
    .catch((error: unknown) => error);
  expect((failure as client.AuthorizationResponseError).error).toBe('access_denied');
});

test('scripts of the page’s address read nothing: the session’s cookies are for the server alone', async () => {
  await page.goto(`${house.issuer}oauth2/fallbacks/error`);
  expect(await page.evaluate('document.cookie')).toBe('');
  const cookies = await page.context().cookies(house.issuer);
  const session = cookies.filter(({ name }) => name.startsWith('oauth2_authentication_session'));
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of session) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
});
