// The paths of both listeners as the document lists them: what answers, what does not any more, lists, unknown keys,
// and the form of errors.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse, registerReader } from '../../accounts/house.ts';
import { signIn } from '../authorize.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  await registerReader(house);
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

interface Answer {
  status: number;
  type: string;
  text: string;
}

async function ask(base: string, request: string, body?: object | string): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const form =
    typeof body === 'string' ? { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {};
  const json =
    typeof body === 'object' ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const response = await fetch(new URL(path, base), { method, redirect: 'manual', ...form, ...json });
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: response.status, type, text: await response.text() };
}

test('every path of the public listener answers', async () => {
  const rows: [request: string, body: string | undefined, answer: Partial<Answer>][] = [
    ['GET /.well-known/jwks.json', undefined, { status: 200, text: expect.stringContaining('"keys":[') }],
    ['GET /.well-known/openid-configuration', undefined, { status: 200, type: 'application/json' }],
    [
      'GET /oauth2/auth?client_id=nobody',
      undefined,
      { status: 302, text: expect.stringContaining('/oauth2/fallbacks/error') },
    ],
    ['POST /oauth2/auth', 'client_id=nobody', { status: 303 }],
    [
      'POST /oauth2/token',
      'grant_type=client_credentials',
      { status: 400, text: expect.stringContaining('"error":"invalid_request"') },
    ],
    ['POST /oauth2/revoke', 'token=unknown&client_id=octavo-reader', { status: 200 }],
    [
      'GET /oauth2/fallbacks/consent',
      undefined,
      { type: 'text/html', text: expect.stringContaining('OAUTH2_CONSENT_URL') },
    ],
    [
      'GET /oauth2/fallbacks/login',
      undefined,
      { type: 'text/html', text: expect.stringContaining('OAUTH2_LOGIN_URL') },
    ],
    [
      'GET /oauth2/fallbacks/error?error=invalid_request',
      undefined,
      { type: 'text/html', text: expect.stringContaining('invalid_request') },
    ],
    ['GET /userinfo', undefined, { status: 401 }],
  ];
  for (const [request, body, answer] of rows) {
    expect(await ask(house.public, request, body), request).toMatchObject(answer);
  }
  const discovery = JSON.parse((await ask(house.public, 'GET /.well-known/openid-configuration')).text);
  expect(discovery).toMatchObject({
    issuer: house.issuer,
    authorization_endpoint: `${house.issuer}oauth2/auth`,
    token_endpoint: `${house.issuer}oauth2/token`,
    revocation_endpoint: `${house.issuer}oauth2/revoke`,
    userinfo_endpoint: `${house.issuer}userinfo`,
    jwks_uri: `${house.issuer}.well-known/jwks.json`,
  });
});

test('every path of the administrative listener answers', async () => {
  const rows: [request: string, body: object | string | undefined, answer: Partial<Answer>][] = [
    ['GET /clients', undefined, { status: 200, text: expect.stringContaining('octavo-reader') }],
    ['GET /clients/octavo-reader', undefined, { status: 200 }],
    ['GET /jwks', undefined, { status: 200, text: expect.stringContaining('authsrv.openid.id-token') }],
    ['GET /jwks/authsrv.openid.id-token', undefined, { status: 200 }],
    ['GET /keys', undefined, { status: 200, text: expect.stringContaining('authsrv.openid.id-token') }],
    ['GET /health/alive', undefined, { status: 200, type: 'application/json' }],
    ['GET /health/ready', undefined, { status: 200, type: 'application/json' }],
    ['GET /health/scrape', undefined, { status: 200, type: 'text/plain', text: expect.stringContaining('# TYPE') }],
    ['GET /metrics', undefined, { status: 200, type: 'text/plain', text: expect.stringContaining('# TYPE') }],
    ['GET /version', undefined, { status: 200, text: '{"version":"test"}' }],
    ['GET /oauth2/auth/requests/login?challenge=unknown', undefined, { status: 404 }],
    ['GET /oauth2/auth/requests/consent?challenge=unknown', undefined, { status: 404 }],
    ['POST /oauth2/introspect', 'token=unknown', { status: 200, text: '{"active":false}' }],
    ['POST /oauth2/flush', {}, { status: 204, text: '' }],
  ];
  for (const [request, body, answer] of rows) {
    expect(await ask(house.admin, request, body), request).toMatchObject(answer);
  }
});

test('the administrative listener asks nobody for credentials', async () => {
  // Every request of this file is sent without any; credentials that come along change nothing.
  for (const authorization of ['Bearer wrong', 'Basic d3Jvbmc6d3Jvbmc=']) {
    const body = new URLSearchParams({ token: 'unknown' });
    const reply = await fetch(`${house.admin}/oauth2/introspect`, { method: 'POST', headers: { authorization }, body });
    expect([reply.status, await reply.json()]).toEqual([200, { active: false }]);
    expect((await fetch(`${house.admin}/clients`, { headers: { authorization } })).status).toBe(200);
  }
});

const gone = [
  'GET /health/status',
  'GET /health/metrics',
  'GET /oauth2/consent/requests/abc',
  'PATCH /oauth2/consent/requests/abc/accept',
  'PATCH /oauth2/consent/requests/abc/reject',
  'GET /oauth2/auth/requests/login/abc',
  'PUT /oauth2/auth/requests/login/abc/accept',
  'PUT /oauth2/auth/requests/login/abc/reject',
  'GET /oauth2/auth/requests/consent/abc',
  'PUT /oauth2/auth/requests/consent/abc/accept',
  'PUT /oauth2/auth/requests/consent/abc/reject',
  'DELETE /oauth2/auth/sessions/login/ada',
  'GET /oauth2/auth/sessions/consent/ada',
  'DELETE /oauth2/auth/sessions/consent/ada',
  'DELETE /oauth2/auth/sessions/consent/ada/octavo-reader',
  'GET /policies',
  'POST /policies',
  'POST /warden/allowed',
  'POST /warden/token/allowed',
  'GET /warden/groups',
  'GET /roles',
];

test('what was removed or moved is not found', async () => {
  for (const base of [house.public, house.admin]) {
    for (const request of gone) {
      const { status, text } = await ask(base, request);
      expect([request, status, JSON.parse(text)]).toMatchObject([request, 404, { error: 'not_found' }]);
    }
  }
});

test('each listener serves its own paths only', async () => {
  for (const path of [
    '/clients',
    '/jwks',
    '/keys',
    '/oauth2/auth/requests/login?challenge=a',
    '/health/scrape',
    '/metrics',
  ]) {
    expect((await ask(house.public, `GET ${path}`)).status, path).toBe(404);
  }
  expect((await ask(house.public, 'POST /oauth2/introspect', 'token=a')).status).toBe(404);
  expect((await ask(house.public, 'POST /oauth2/flush', {})).status).toBe(404);
  for (const path of ['/oauth2/auth', '/userinfo', '/.well-known/jwks.json', '/oauth2/fallbacks/error']) {
    expect((await ask(house.admin, `GET ${path}`)).status, path).toBe(404);
  }
});

test('ready asks the database, alive does not', async () => {
  const other = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  expect((await ask(other.admin, 'GET /health/ready')).status).toBe(200);
  await other.database.close();
  for (const base of [other.admin, other.public]) {
    expect((await ask(base, 'GET /health/alive')).status).toBe(200);
    expect((await ask(base, 'GET /health/ready')).status).toBe(503);
  }
  await other.close();
});

test('every list takes limit and offset', async () => {
  for (const client_id of ['a', 'b'])
    await house.call('POST', '/clients', { client_id, redirect_uris: ['https://a.example/'] });
  await house.call('POST', '/jwks/other', { alg: 'ES256', use: 'sig' });
  const remembered = { login: { remember: true }, consent: { remember: true } };
  await signIn(house, remembered);
  await signIn(house, remembered);
  for (const path of [
    '/clients',
    '/jwks',
    '/keys',
    '/oauth2/auth/sessions/login?subject=ada',
    '/oauth2/auth/sessions/consent?subject=ada',
  ]) {
    const page = async (limit: number, offset: number) => {
      const response = await fetch(
        `${house.admin}${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`,
      );
      return { found: (await response.json()) as unknown[], link: response.headers.get('link') ?? '' };
    };
    const first = await page(1, 0);
    const second = await page(1, 1);
    expect(first.found, path).toHaveLength(1);
    expect(second.found, path).toHaveLength(1);
    expect(second.found[0]).not.toEqual(first.found[0]);
    expect(first.link, path).toMatch(/offset=1[^>]*>; rel="next"/);
    expect((await page(100, 100)).found).toEqual([]);
    const separator = path.includes('?') ? '&' : '?';
    expect(
      (await fetch(`${house.admin}${path}${separator}limit=501`)).status === 400 ||
        (await page(501, 0)).found.length <= 500,
    ).toBe(true);
    expect((await fetch(`${house.admin}${path}${separator}offset=-1`)).status).toBe(400);
  }
});

test('unknown keys are refused in every JSON body', async () => {
  const login = new URL(
    (
      await fetch(
        `${house.issuer}oauth2/auth?client_id=octavo-reader&response_type=code&redirect_uri=http://127.0.0.1/callback&scope=openid&state=12345678&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
        { redirect: 'manual' },
      )
    ).headers.get('location') ?? '',
  ).searchParams.get('login_challenge');
  for (const request of [
    'POST /clients',
    'PUT /clients/octavo-reader',
    'POST /jwks/other',
    'PUT /jwks/other',
    'PUT /jwks/other/one',
    'POST /oauth2/flush',
    `PUT /oauth2/auth/requests/login/accept?challenge=${login}`,
    `PUT /oauth2/auth/requests/login/reject?challenge=${login}`,
  ]) {
    const { status, text } = await ask(house.admin, request, { bogus: 1 });
    expect([request, status, JSON.parse(text)]).toMatchObject([
      request,
      400,
      { error: 'invalid_request', error_description: expect.stringContaining('"bogus"') },
    ]);
  }
});

test('errors are flat in every interface', async () => {
  const requests: [base: string, request: string, body?: object | string][] = [
    [house.admin, 'GET /nothing'],
    [house.admin, 'GET /clients/nobody'],
    [house.admin, 'POST /clients', { bogus: 1 }],
    [house.admin, 'DELETE /jwks/nothing'],
    [house.admin, 'GET /oauth2/auth/requests/login?challenge=unknown'],
    [house.admin, 'PUT /oauth2/auth/requests/consent/accept?challenge=unknown', {}],
    [house.admin, 'POST /oauth2/introspect', ''],
    [house.admin, 'POST /oauth2/flush', { notAfter: 'never' }],
    [house.public, 'GET /nothing'],
    [house.public, 'POST /oauth2/token', 'grant_type=nonsense'],
    [house.public, 'POST /oauth2/token', 'grant_type=client_credentials&client_id=nobody&client_secret=wrong'],
    [house.public, 'POST /oauth2/revoke', 'token=a'],
    [house.public, 'GET /userinfo'],
  ];
  for (const [base, request, body] of requests) {
    const { status, type, text } = await ask(base, request, body);
    expect([request, status >= 400, type]).toEqual([request, true, 'application/json']);
    const error = JSON.parse(text) as Record<string, unknown>;
    expect(error, request).toMatchObject({
      error: expect.any(String),
      error_description: expect.any(String),
      status_code: status,
    });
    expect(
      Object.values(error).every((value) => typeof value !== 'object'),
      request,
    ).toBe(true);
  }
});

test('times are UTC', async () => {
  const { body } = await house.call('GET', '/clients/octavo-reader');
  for (const time of [body.created_at, body.updated_at]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});
