// The program itself: what was acknowledged is there after kill -9, it stops cleanly, and it says why it cannot start.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqliteUrl } from '../../../server/base/database/database.ts';
import { call, killAll, launch, ready, run as runVerb, type Service } from '../programs.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';

const slow = 60_000;

let provider: TestProvider;
let folder: string;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-program-'));
});
afterEach(async () => {
  await killAll();
  await rm(folder, { recursive: true, force: true });
});

const environment = (env: Record<string, string>) => ({
  HOME: folder,
  OCTAVO_DATA: join(folder, 'data'),
  OCTAVO_AUTH_ADMIN_URL: 'none',
  ...env,
});

function serve(): Promise<Service> {
  const env = environment({ OCTAVO_ISSUER_URL: provider.issuer });
  return ready(launch('octavo', ['serve', '--port', '0'], env), /octavo ready (\S+)\n/);
}

const run = (args: string[], env: Record<string, string> = {}, input = '') => runVerb(args, environment(env), input);

describe('the service', () => {
  test('has everything that it acknowledged after kill -9, and the session goes on', { timeout: slow }, async () => {
    const first = await serve();
    const token = await provider.jwt({ subject: 'ann', name: 'Ann' });
    // Another provider's opaque tokens could not be checked, its JWTs can.
    const session = await call(first.address, 'POST /login', { deviceId: 'tablet', extToken: token });
    const access = session.accessToken as unknown as string;
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      const reply = await call(first.address, 'POST /shelf/archive', { name: `Folder ${count}` }, access);
      made.push(reply.archiveId as unknown as string);
    }
    first.process.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = await serve();
    const shelf = await call(second.address, 'GET /shelf/sync', {}, access);
    const folders = shelf.archive as unknown as { archiveId: string }[];
    expect(folders.map((one) => one.archiveId).sort()).toEqual(made.sort());
    const refreshed = await call(second.address, 'POST /login', {
      deviceId: 'tablet',
      refreshToken: session.refreshToken,
    });
    expect(refreshed).toMatchObject({ vid: session.vid });
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('describes itself, its health and its contract', { timeout: slow }, async () => {
    const { address, process: child, ended, output } = await serve();
    expect(await call(address, 'GET /.well-known/octavo-configuration', {})).toMatchObject({
      issuer: provider.issuer,
      clientId: 'octavo-reader',
      audience: 'octavo',
    });
    expect(await call(address, 'GET /health/ready', {})).toMatchObject({
      status: 'ok',
      checks: { database: 'ok', blobs: 'ok' },
    });
    const contract = (await call(address, 'GET /openapi.json', {})) as unknown as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    expect(contract.paths['/shelf/sync']?.get?.['x-octavo-served']).toBe(true);
    expect(contract.paths['/booklists']?.get?.['x-octavo-served']).toBe(false);
    const page = await (await fetch(`${address}/docs`)).text();
    expect(page).toContain('<code>/shelf/sync</code>');
    expect(await call(address, 'GET /booklists', {})).toMatchObject({ error: 'not_found' });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output.err).toContain('listening');
  });
});

describe('a start that cannot be', () => {
  const fails = async (args: string[], env: Record<string, string>, sentence: RegExp) => {
    const { code, out, err } = await run(args, env);
    expect([code, out]).toEqual([2, '']);
    expect(err.trim().split('\n').at(-1)).toMatch(sentence);
    expect(err).not.toContain('    at ');
  };

  test('because the port is taken', { timeout: slow }, async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as { port: number };
    await fails(['serve', '--port', String(port)], {}, new RegExp(`Port ${port} .* in use`));
    blocker.close();
  });

  test('because a setting is wrong', { timeout: slow }, async () => {
    await fails(['serve', '--port', '99999'], {}, /OCTAVO_PORT/);
    await fails(['serve'], { OCTAVO_ISSUER_URL: 'nowhere' }, /OCTAVO_ISSUER_URL/);
    await fails(['serve', 'please'], {}, /"please" is one word too many/);
    await fails(['serve', '--surprise'], {}, /surprise/);
    await fails(['dance'], {}, /"dance" is not a command/);
  });

  test('because the database address or folder is no good', { timeout: slow }, async () => {
    await fails(['serve'], { OCTAVO_DATABASE_URL: 'mysql://x' }, /not understood/);
    await fails(['serve'], { OCTAVO_DATA: '/dev/null/x' }, /cannot be (opened|written)/);
    await fails(['serve'], { OCTAVO_DATABASE_URL: sqliteUrl(folder) }, /cannot be opened/);
    await fails(['serve'], { OCTAVO_BLOBS_URL: 'ftp://x' }, /not understood/);
  });
});

describe('operator verbs', () => {
  test('add and list accounts', { timeout: slow }, async () => {
    const added = await run(['users', 'add', 'ann']);
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^Added ann\.\nPassword: \S{19}\n$/) });
    expect(await run(['users', 'add', 'bob', '--password-stdin'], {}, 'a long password\n')).toMatchObject({
      code: 0,
      out: 'Added bob.\n',
    });
    expect(await run(['users', 'add', 'Ann'])).toMatchObject({ code: 2, err: expect.stringContaining('already') });
    expect(await run(['users', 'add', 'ann', '--if-missing'])).toMatchObject({ code: 0 });
    expect(await run(['users', 'add', 'carl', '--password-stdin'], {}, 'short')).toMatchObject({ code: 2 });
    expect(await run(['users', 'role', 'bob', 'guest'])).toMatchObject({ code: 0 });
    expect(await run(['users', 'role', 'bob', 'king'])).toMatchObject({ code: 2 });
    const listed = JSON.parse((await run(['users', 'list', '--format', 'json'])).out) as object[];
    expect(listed).toMatchObject([
      { name: 'ann', role: 'reader' },
      { name: 'bob', role: 'guest' },
    ]);
    expect((await run(['users', 'list'])).out).toMatch(/ann +reader.*\n.*bob +guest/);
  });

  test('migrate says what it does, once', { timeout: slow }, async () => {
    expect(await run(['migrate'])).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was changed') });
    expect((await run(['migrate', '--yes'])).out).toMatch(/Applied \d+ steps/);
    expect((await run(['migrate'])).out).toMatch(/up to date/);
  });

  test('device approve names what is missing', { timeout: slow }, async () => {
    expect(await run(['device', 'approve', '--user', 'ann'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--code'),
    });
    const auth = { OCTAVO_AUTH_ADMIN_URL: 'http://127.0.0.1:9' };
    expect(await run(['device', 'approve', '--user', 'nobody', '--code', 'A'], auth)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no account named "nobody"'),
    });
  });
});
