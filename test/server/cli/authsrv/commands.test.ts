// Every command against a running server. Two are started as programs; the others run in this process.

import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import { authMigrations } from '../../../../server/auth/migrations.ts';
import type { AuthTables } from '../../../../server/auth/tables.ts';
import { openDatabase, sqliteUrl } from '../../../../server/base/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { authorize, browserAt } from '../../auth/authorize.ts';
import { type Outcome, authsrv as run, type Surroundings } from './terminal.ts';

let house: House;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-authsrv-cli-'));
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
});

afterAll(async () => {
  await house.close();
  await house.database.close();
  await rm(folder, { recursive: true, force: true });
});

function authsrv(args: string | readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const addresses = { AUTHSRV_ADMIN_URL: house.admin, OAUTH2_ISSUER_URL: house.issuer };
  return run(args, { ...around, environment: { ...addresses, ...around.environment } });
}

async function file(name: string, content: string | object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('clients: create, get, list, update, delete', async () => {
  const flags =
    '--name Robot --grant-types client_credentials --response-types= --scope a,b --audience https://api.example';
  const made = await authsrv(`clients create --id robot ${flags} --metadata {"team":"a"} --secret-expires-at 0`);
  expect(made).toMatchObject({ code: 0, notes: 'Keep client_secret: it is not shown again.\n' });
  expect(made.json()).toMatchObject({ client_id: 'robot', scope: 'a b', audience: ['https://api.example'] });
  expect(String(made.json().client_secret).length).toBeGreaterThan(40);
  expect((await authsrv('clients create --id robot --callbacks https://a.example/cb')).notes).toMatch(
    /\(conflict, 409\)/,
  );
  const chosen = ['clients', 'create', '--id', 'web', '--secret', '-', '-c', 'https://a.example/1,https://a.example/2'];
  const web = await authsrv([...chosen, '-c', 'https://a.example/3', '-r', 'code,code token id_token'], {
    input: 'from-standard-input\n',
  });
  expect(web.json()).toMatchObject({
    client_secret: 'from-standard-input',
    redirect_uris: ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'],
    response_types: ['code', 'code token id_token'],
  });

  const read = await authsrv('clients get robot');
  expect(read.json()).toMatchObject({ client_name: 'Robot', metadata: { team: 'a' } });
  expect(read.output).not.toContain('client_secret"');
  const table = await authsrv('clients list --format table');
  expect(table.output).toMatch(/^CLIENT_ID +CLIENT_NAME +GRANT_TYPES +SCOPE/);
  expect(table.output).toMatch(/\nrobot +Robot +client_credentials +a b +client_secret_basic\n/);
  const first = await authsrv('clients list --limit 1');
  expect(first.notes).toBe('There are more: --offset 1.\n');
  expect((await authsrv('clients list --limit 1 --offset 1')).notes).toBe('');

  const changed = await authsrv('clients update robot --scope c --audience=');
  expect(changed.json()).toMatchObject({ scope: 'c', audience: [], client_name: 'Robot', metadata: { team: 'a' } });
  expect(changed.output).not.toContain('client_secret"');
  expect((await authsrv('clients update robot --access-token-strategy odd')).code).toBe(1);
  expect(await authsrv('clients delete robot web')).toMatchObject({ code: 0, notes: 'Deleted robot.\nDeleted web.\n' });
  const gone = await authsrv('clients get robot');
  expect(gone).toMatchObject({
    code: 1,
    output: '',
    notes: 'There is no client with that client_id. (not_found, 404)\n',
  });
});

test('clients: import from files and standard input, and print nothing that steers a terminal', async () => {
  const client = (client_id: string, more: object = {}) => ({
    client_id,
    grant_types: ['client_credentials'],
    ...more,
  });
  const several = await file('several.json', [client('one'), client('two', { client_name: '\u001b[2JTwo\u009b' })]);
  const single = await file('single.json', { ...client('x'), client_id: undefined, id: 'three' });
  const made = await authsrv(['clients', 'import', several, single]);
  expect(made.code, made.notes).toBe(0);
  const registered = JSON.parse(made.output) as { client_id: string; client_secret: string }[];
  expect(registered.map((one) => one.client_id)).toEqual(['one', 'two', 'three']);
  expect(registered.every((one) => one.client_secret.length > 40)).toBe(true);
  for (const format of ['json', 'table']) {
    const shown = await authsrv(`clients list --format ${format}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(shown.output).not.toMatch(/[\u001b\u009b]/);
    expect(shown.output).toContain('\\u001b[2JTwo');
  }

  const again = JSON.stringify([client('one'), client('four'), client('five', { bogus: 1 })]);
  const some = await authsrv('clients import -', { input: again });
  expect(some.code).toBe(1);
  expect(JSON.parse(some.output)).toMatchObject([{ client_id: 'four' }]);
  expect(some.notes).toContain('one: A client with that client_id exists. (conflict, 409)');
  expect(some.notes).toContain('five: Unknown key: "bogus". (invalid_request, 400)');
  expect(some.notes).toContain('2 of 3 clients were not registered.');
  const replaced = await authsrv('clients import - --replace', {
    input: JSON.stringify(client('one', { scope: 'z' })),
  });
  expect(JSON.parse(replaced.output)).toMatchObject([{ client_id: 'one', scope: 'z' }]);
  expect((await authsrv('clients import -', { input: '[1]' })).notes).toMatch(/must hold a client or an array/);
  expect((await authsrv('clients import -', { input: '[' })).notes).toMatch(/Standard input is not JSON/);
  await authsrv('clients delete one two three four');
});

test('keys: create, get, import from JWK and PEM, rotate, delete', async () => {
  const made = await authsrv('keys create mine first --alg ES256');
  expect(made.json()).toMatchObject({ keys: [{ kid: 'private:first', alg: 'ES256' }, { kid: 'public:first' }] });
  expect((await authsrv('keys get')).json()).toContain('mine');
  expect((await authsrv('keys get mine public:first')).json()).toMatchObject({ keys: [{ kid: 'public:first' }] });
  expect((await authsrv('keys get mine --format table')).output).toMatch(/^KID +KTY +ALG +USE +CRV\n/);
  const rotated = (await authsrv('keys rotate mine')).json() as { keys: { kid: string; alg: string }[] };
  expect(rotated.keys[0]?.alg).toBe('ES256');
  const all = (await authsrv('keys get mine')).json() as { keys: { kid: string }[] };
  expect(all.keys.map((key) => key.kid)).toEqual([
    ...rotated.keys.map((key) => key.kid),
    'private:first',
    'public:first',
  ]);
  expect((await authsrv('keys rotate nothing')).code).toBe(1);
  const copied = await authsrv('keys import copy -', { input: (await authsrv('keys get mine')).output });
  expect(copied.code, copied.notes).toBe(0);
  const bytes = async (set: string) =>
    JSON.stringify((await authsrv(`keys get ${set}`)).json())
      .split('')
      .sort();
  expect(await bytes('copy')).toEqual(await bytes('mine'));
  await authsrv('keys delete copy');

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = await file('private.pem', String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'open sesame' });
  const open = await file('locked.pem', String(locked));
  const imported = await authsrv(['keys', 'import', 'theirs', pem, '--alg', 'PS256', '--kid', 'k1']);
  expect(imported.code, imported.notes).toBe(0);
  expect(imported.output).not.toContain('"d"');
  expect((await authsrv(['keys', 'import', 'theirs', open])).notes).toMatch(
    /is encrypted: give its passphrase by --passphrase -/,
  );
  expect(
    (await authsrv(['keys', 'import', 'theirs', open], { environment: { AUTHSRV_KEY_PASSPHRASE: 'x' } })).notes,
  ).toMatch(/cannot be opened with that passphrase/);
  const opened = await authsrv(['keys', 'import', 'theirs', open, '--passphrase', '-'], { input: 'open sesame\n' });
  expect(opened.code, opened.notes).toBe(0);
  const before = (await authsrv('keys get theirs')).output;
  await authsrv(['keys', 'import', 'theirs', open, '--passphrase', '-'], { input: 'open sesame\n' });
  expect((await authsrv('keys get theirs')).output).toBe(before);
  const set = {
    keys: [
      { ...publicKey.export({ format: 'jwk' }), kid: 'theirs-public' },
      { kty: 'oct', k: 'A'.repeat(43), kid: 'shared' },
    ],
  };
  const broken = await authsrv('keys import theirs -', { input: '{"kty":"RSA"}' });
  expect(broken).toMatchObject({ code: 2, notes: expect.stringContaining('A key in Standard input is incomplete') });
  const jwks = await authsrv('keys import theirs -', { input: JSON.stringify(set) });
  expect(jwks.code, jwks.notes).toBe(0);
  expect(JSON.stringify((await authsrv('keys get theirs')).json())).toMatch(
    /theirs-public[\s\S]*shared|shared[\s\S]*theirs-public/,
  );
  expect(await authsrv('keys delete mine public:first')).toMatchObject({ code: 0 });
  expect(await authsrv('keys delete mine')).toMatchObject({ code: 0, notes: 'Deleted the set mine.\n' });
  expect((await authsrv('keys get mine')).code).toBe(1);
  await authsrv('keys delete theirs');
});

const machine = { OAUTH2_CLIENT_ID: 'machine', OAUTH2_CLIENT_SECRET: 'machine-secret' };

test('token client, introspect, revoke and flush', async () => {
  await authsrv(
    'clients create --id machine --secret machine-secret -g client_credentials --scope a,b --audience https://api.example',
  );
  const got = await authsrv('token client --scope a --audience https://api.example', { environment: machine });
  expect(got.code, got.notes).toBe(0);
  const token = got.output.trim();
  const whole = await authsrv('token client --client-id machine --client-secret machine-secret --format json');
  expect(whole.json()).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) });
  const asked = await authsrv('token introspect -', { environment: machine, input: `${token}\n` });
  expect(asked.json()).toMatchObject({ active: true, client_id: 'machine', scope: 'a', aud: ['https://api.example'] });
  expect((await authsrv(`token introspect ${token} --scope b`)).json()).toEqual({ active: false });
  const dashed = `-${'a'.repeat(42)}.${'b'.repeat(86)}`;
  expect((await authsrv(`token introspect ${dashed} --scope a`)).json()).toEqual({ active: false });
  expect(await authsrv(`token revoke ${token}`, { environment: machine })).toMatchObject({
    code: 0,
    output: '',
    notes: 'The token is revoked.\n',
  });
  expect((await authsrv(`token introspect ${token}`)).json()).toEqual({ active: false });

  const wrong = await authsrv('token client', { environment: { ...machine, OAUTH2_CLIENT_SECRET: 'wrong' } });
  expect(wrong).toMatchObject({ code: 1, output: '', notes: expect.stringMatching(/\(invalid_client\)\n$/) });
  expect((await authsrv('token client --scope c', { environment: machine })).notes).toMatch(/\(invalid_scope\)\n$/);
  expect((await authsrv('token revoke x --client-id nobody')).notes).toMatch(/\(invalid_client\)\n$/);
  const misnamed = await authsrv(['token', 'client', '--endpoint', house.issuer.replace('127.0.0.1', 'localhost')], {
    environment: machine,
  });
  expect(misnamed.notes).toContain(`calls itself ${house.issuer}; give that address.`);

  const row = () =>
    house.database.kysely.selectFrom('oauth_record').select('id').where('client_id', '=', 'machine').execute();
  expect(await row()).not.toHaveLength(0);
  await house.database.kysely
    .updateTable('oauth_record')
    .set({ expires_at: Math.floor(Date.now() / 1000) - 60 })
    .where('client_id', '=', 'machine')
    .execute();
  expect((await authsrv('token flush --min-age 1h')).code).toBe(0);
  expect(await row()).not.toHaveLength(0);
  expect(await authsrv('token flush')).toMatchObject({ code: 0, notes: 'What was over is removed.\n' });
  expect(await row()).toHaveLength(0);
});

/** Goes where the command says, signs in, and comes back to it. */
async function comeBack(address: string, decisions: Parameters<typeof authorize>[2] = {}) {
  const callback = await authorize(house, new URL(address), decisions);
  const stranger = new URL(callback);
  stranger.searchParams.set('state', 'another');
  expect((await fetch(stranger)).status).toBe(400);
  expect((await fetch(new URL('/', callback))).status).toBe(404);
  const page = await fetch(callback);
  expect(page.headers.get('cache-control')).toBe('no-store');
  return page.text();
}

test('token user signs a person in by the browser, with PKCE, and prints the tokens', async () => {
  await authsrv(
    'clients create --id native --token-endpoint-auth-method none -g authorization_code,refresh_token -c http://127.0.0.1/callback --scope openid,offline',
  );
  let page = '';
  const signedIn = await authsrv('token user --client-id native --port 0', {
    openBrowser: async (address) => {
      expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
      page = await comeBack(address);
      return true;
    },
  });
  expect(signedIn.code, signedIn.notes).toBe(0);
  expect(page).toContain('You are signed in');
  const [, access = '', refresh = ''] = /Access token:\n\t(\S+)\nRefresh token:\n\t(\S+)\n/.exec(signedIn.output) ?? [];
  expect((await authsrv(`token introspect ${access}`)).json()).toMatchObject({ active: true, sub: 'ada' });
  expect((await authsrv(`token introspect ${refresh}`)).json()).toMatchObject({ token_type: 'refresh_token' });

  const refused = await authsrv('token user --client-id native --port 0', {
    openBrowser: async (address) => (await comeBack(address, { reject: 'consent' })) !== '',
  });
  expect(refused).toMatchObject({ code: 1, output: '', notes: expect.stringContaining('No, thanks. (access_denied)') });
  const silent = await authsrv('token user --client-id native --port 0 --prompt none --format json', {
    openBrowser: async (address) => (await fetch((await browserAt(house).open(address)).url)).ok,
  });
  expect(silent).toMatchObject({ code: 1, notes: expect.stringContaining('(login_required)') });
  const late = await authsrv('token user --client-id native --port 0 --timeout 0s --no-open');
  expect(late).toMatchObject({ code: 1, notes: expect.stringContaining('Nobody signed in within 0 seconds') });
  const taken = new URL(house.admin).port;
  expect(await authsrv(`token user --client-id native --port ${taken}`)).toMatchObject({
    code: 2,
    notes: expect.stringContaining('in use by another program'),
  });
});

test('the program itself: token user, and what it prints where', { timeout: 60_000 }, async () => {
  await authsrv(
    'clients create --id confidential --secret a-secret-of-its-own --token-endpoint-auth-method client_secret_post -g authorization_code -c http://127.0.0.1:4446/callback,http://127.0.0.1/callback --scope openid',
  );
  const program = new URL('../../../../server/cli/authsrv.ts', import.meta.url).pathname;
  const port = await freePort();
  await authsrv(`clients update confidential -c http://127.0.0.1:${port}/callback`);
  const child = spawn(
    process.execPath,
    [
      program,
      'token',
      'user',
      '--no-open',
      '--port',
      String(port),
      '--scope',
      'openid',
      '--token-endpoint-auth-method',
      'client_secret_post',
      '--format',
      'json',
    ],
    {
      env: {
        PATH: process.env.PATH ?? '',
        OAUTH2_ISSUER_URL: house.issuer,
        OAUTH2_CLIENT_ID: 'confidential',
        OAUTH2_CLIENT_SECRET: 'a-secret-of-its-own',
      },
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let notes = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notes += text;
  });
  const ended = once(child, 'close');
  await expect.poll(() => notes).toMatch(/^Open:\n\n(\S+)\n/);
  await comeBack(notes.split('\n')[2] ?? '');
  expect(await ended).toEqual([0, null]);
  expect(notes).not.toContain('a-secret-of-its-own');
  expect(JSON.parse(output)).toMatchObject({
    access_token: expect.any(String),
    id_token: expect.any(String),
    scope: 'openid',
  });
});

test('a gateway gets the access token, or the user and password of the address, at a path of its own', async () => {
  const seen: (string | undefined)[] = [];
  const gateway = createServer((request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('[]');
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => void gateway.close());
  const address = `127.0.0.1:${(gateway.address() as AddressInfo).port}/below`;
  await authsrv(`clients list --endpoint http://${address} --access-token abc`);
  await authsrv(`--endpoint http://${address}/ clients list`, { environment: { OAUTH2_ACCESS_TOKEN: 'def' } });
  await authsrv(`clients list --endpoint=http://ann:p%40ss@${address}`);
  await authsrv(`token introspect x --endpoint http://${address} --client-id a --client-secret b:c`);
  const path = '/below/clients?limit=100&offset=0';
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(seen).toEqual([
    path,
    'Bearer abc',
    path,
    'Bearer def',
    path,
    encoded('ann:p@ss'),
    '/below/oauth2/introspect',
    encoded('a:b%3Ac'),
  ]);
});

test('version: of the program, and of a server when one is named', async () => {
  expect((await authsrv('version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await authsrv(`version --endpoint ${house.admin} --format json`)).json()).toMatchObject({ server: 'test' });
});

test('migrate sql shows its plan, asks, and applies it once', async () => {
  const url = sqliteUrl(join(folder, 'new.sqlite'));
  const environment = { DATABASE_URL: url };
  const asked = await authsrv('migrate sql', { environment });
  expect(asked).toMatchObject({ code: 2, output: expect.stringContaining('These steps will be applied') });
  expect(asked.notes).toContain('Nothing was changed. Give --yes');
  expect((await authsrv('migrate sql', { environment, types: 'no' })).notes).toContain('Nothing was changed.');
  const done = await authsrv('migrate sql', { environment, types: 'y' });
  expect(done, done.notes).toMatchObject({ code: 0, output: expect.stringMatching(/Applied \d+ steps?\.\n$/) });
  expect(done.notes).toContain('Make a backup first. Apply them now?');
  expect((await authsrv(['migrate', 'sql', url, '--yes'])).output).toMatch(/is up to date\.\n$/);
  const other = { DATABASE_URL: sqliteUrl(join(folder, 'other.sqlite')) };
  const plan = (await authsrv('migrate sql --yes --format json', { environment: other })).json();
  expect((plan.applied as string[]).length).toBe(authMigrations.migrations.length);
});
