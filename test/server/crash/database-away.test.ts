// The database ends the authorization server's connections, goes away altogether, and comes back, while people and
// machines use it: every answer in between is a clear 503, and nothing is half done.

import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import { clientId, codeRequest, configure, type House } from '../accounts/house.ts';
import { browserAt, introspect, type Reply, signInForTokens, tokenRequest } from '../auth/authorize.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { killAll } from '../programs.ts';
import { machine, registerClients, startAuthProgram } from './auth-program.ts';
import { CuttableLine } from './cuttable-line.ts';

const unavailable = { status: 503, body: { error: 'temporarily_unavailable', status_code: 503 } };
const families = 6;

afterEach(killAll);

const refresh = (house: House, token: string): Promise<Reply> =>
  tokenRequest(house, { grant_type: 'refresh_token', client_id: clientId, refresh_token: token });

const machineToken = (house: House): Promise<Reply> =>
  tokenRequest(house, {
    ...{ grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret },
    scope: 'books',
  });

async function get(address: string): Promise<Reply> {
  const response = await fetch(address);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function lineTo(open: OpenDatabase): Promise<{ line: CuttableLine; url: string; direct: string }> {
  const direct = await open.url(authMigrations, accountMigrations);
  const line = new CuttableLine(new URL(direct));
  await line.mend();
  const url = new URL(direct);
  url.host = `127.0.0.1:${line.port}`;
  return { line, url: url.href, direct };
}

forEachDatabase((name, open) => {
  if (name === 'sqlite') {
    test('a file that another program keeps to itself is told as such, and then goes on', async () => {
      const url = await open.url(authMigrations, accountMigrations);
      const { house } = await startAuthProgram(url);
      await registerClients(house);
      const { tokens } = await signInForTokens(house);
      const other = new DatabaseSync(new URL(url.replace('sqlite:', 'file:')));
      other.exec('begin immediate');
      const waiting = [machineToken(house), refresh(house, String(tokens.refresh_token)), machineToken(house)];
      // Reading goes on meanwhile.
      expect((await introspect(house, tokens.access_token)).active).toBe(true);
      for (const reply of await Promise.all(waiting)) expect(reply).toMatchObject(unavailable);
      const late = machineToken(house);
      await introspect(house, tokens.access_token);
      other.exec('rollback');
      expect((await late).status).toBe(200);
      other.close();
      expect((await machineToken(house)).status).toBe(200);
      expect((await refresh(house, String(tokens.refresh_token))).status).toBe(200);
    });
    return;
  }

  test('everything says 503 while the database is away, and goes on when it is back', async () => {
    const { line, url } = await lineTo(open);
    const { house, output } = await startAuthProgram(url);
    await registerClients(house);
    const { tokens } = await signInForTokens(house);
    const { url: request } = await codeRequest(await configure(house));
    expect((await machineToken(house)).status).toBe(200);
    expect((await get(`${house.public}/health/ready`)).status).toBe(200);

    await line.cut();
    expect(await get(`${house.public}/health/ready`)).toMatchObject(unavailable);
    expect((await get(`${house.admin}/health/ready`)).status).toBe(503);
    expect((await get(`${house.public}/health/alive`)).status).toBe(200);
    expect(await machineToken(house)).toMatchObject(unavailable);
    expect(await refresh(house, String(tokens.refresh_token))).toMatchObject(unavailable);
    expect(await introspect(house, tokens.access_token)).toMatchObject(unavailable.body);
    expect(await house.call('GET', `/clients/${clientId}`)).toMatchObject(unavailable);
    const page = await browserAt(house).open(request);
    expect(page.url.pathname).toBe('/oauth2/fallbacks/error');
    expect(page.url.searchParams.get('error')).toBe('temporarily_unavailable');

    await line.mend();
    await expect.poll(() => get(`${house.public}/health/ready`)).toMatchObject({ status: 200 });
    expect((await introspect(house, tokens.access_token)).active).toBe(true);
    const renewed = await refresh(house, String(tokens.refresh_token));
    expect(renewed.status).toBe(200);
    expect((await machineToken(house)).status).toBe(200);
    expect(output.err).not.toContain('a secret of this test');
  });

  test('refreshes that are cut off happened wholly or not at all', async () => {
    const { line, url, direct } = await lineTo(open);
    const { house } = await startAuthProgram(url);
    await registerClients(house);
    const current = await Promise.all(
      Array.from({ length: families }, async () => String((await signInForTokens(house)).tokens.refresh_token)),
    );
    const used: string[] = [];
    let refused = 0;
    let over = false;
    const work = current.map(async (_token, n) => {
      while (!over) {
        const given = current[n] ?? '';
        const reply = await refresh(house, given);
        if (reply.status === 200) {
          used.push(given);
          current[n] = String(reply.body.refresh_token);
        } else if (reply.status === 503) refused++;
        else {
          // It was stored, and only the word of it was lost: whoever repeats it is taken for a thief.
          expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
          current[n] = '';
          return;
        }
      }
    });
    await expect.poll(() => used.length).toBeGreaterThan(families);
    await endConnections(direct);
    await expect.poll(() => refused).toBeGreaterThan(0);
    const before = refused;
    await line.cut();
    await expect.poll(() => refused).toBeGreaterThan(before + families);
    const done = used.length;
    await line.mend();
    await expect.poll(() => used.length > done || current.every((token) => token === '')).toBe(true);
    over = true;
    await Promise.all(work);
    for (const token of current.filter((each) => each !== '')) expect((await refresh(house, token)).status).toBe(200);
    for (const token of used.slice(-families)) expect((await refresh(house, token)).status).toBe(400);
  });
});

/** As a database does when it is stopped and started. */
async function endConnections(direct: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    const database = new URL(direct).pathname.slice(1);
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [database],
    );
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}
