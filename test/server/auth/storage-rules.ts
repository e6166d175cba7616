// What the authorization server needs of every database, run against each of them through its listeners.

import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { clientId, codeRequest, configure, type House, openHouse, registerReader } from '../accounts/house.ts';
import { authorize, browserAt, introspect, signInForTokens, tokenRequest } from './authorize.ts';

const requests = '/oauth2/auth/requests';

/** `address` of an empty database. */
export function storageRules(address: () => Promise<string>): void {
  let database: Database<AuthTables & AccountTables>;
  let house: House;
  beforeAll(async () => {
    database = await openDatabase<AuthTables & AccountTables>(await address());
    house = await openHouse(database);
    await registerReader(house);
  });
  afterAll(async () => {
    await house.close();
    await database.close();
  });

  test('keeps clients, refuses the same twice, pages them, forgets them', async () => {
    const body = {
      client_id: 'kept',
      redirect_uris: ['https://app.example/cb'],
      metadata: { plan: ['ä', '😀', null] },
    };
    expect((await house.call('POST', '/clients', body)).status).toBe(201);
    expect((await house.call('POST', '/clients', body)).status).toBe(409);
    expect((await house.call('GET', '/clients/kept')).body.metadata).toEqual(body.metadata);
    const page = await fetch(`${house.admin}/clients?limit=1&offset=1`);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(await page.json()).toHaveLength(1);
    expect((await house.call('DELETE', '/clients/kept')).status).toBe(204);
    expect((await house.call('GET', '/clients/kept')).status).toBe(404);
  });

  test('a code and a refresh token are good once, also for two at the same moment', async () => {
    const { config, tokens } = await signInForTokens(house);
    const use = () =>
      tokenRequest(house, {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: tokens.refresh_token ?? '',
      });
    const statuses = (await Promise.all([use(), use(), use()])).map((reply) => reply.status).sort();
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.at(-1)).toBe(400);
    // Whoever was second ended the family.
    expect((await introspect(house, tokens.access_token)).active).toBe(false);
    const again = await codeRequest(config);
    const callback = await authorize(house, again.url);
    await client.authorizationCodeGrant(config, callback, again.checks);
    await expect(client.authorizationCodeGrant(config, callback, again.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('a challenge is answered by one of two that answer at once', async () => {
    const config = await configure(house);
    const browser = browserAt(house);
    const challenge = (await browser.open((await codeRequest(config)).url)).url.searchParams.get('login_challenge');
    const accept = `${requests}/login/accept?login_challenge=${challenge}`;
    const replies = await Promise.all(['ada', 'ada'].map((subject) => house.call('PUT', accept, { subject })));
    expect(replies.some((reply) => reply.status === 200)).toBe(true);
    const { redirect_to } = replies.find((reply) => reply.status === 200)?.body ?? {};
    const there = await browser.open(String(redirect_to));
    expect(there.url.searchParams.get('consent_challenge')).not.toBeNull();
    expect((await house.call('PUT', accept, { subject: 'ada' })).status).toBe(409);
  });

  test('deleting a client ends its tokens, consents and requests', async () => {
    const { tokens } = await signInForTokens(house, { consent: { remember: true } });
    const config = await configure(house);
    const open = (await browserAt(house).open((await codeRequest(config)).url)).url.searchParams.get('login_challenge');
    expect((await house.call('DELETE', `/clients/${clientId}`)).status).toBe(204);
    expect(await introspect(house, tokens.access_token)).toEqual({ active: false });
    expect(await introspect(house, tokens.refresh_token ?? '')).toEqual({ active: false });
    expect((await house.call('GET', `${requests}/login?login_challenge=${open}`)).status).toBe(404);
    expect((await house.call('GET', '/oauth2/auth/sessions/consent?subject=ada')).body).toEqual([]);
    for (const table of ['oauth_record', 'oauth_consent', 'oauth_request'] as const) {
      const rows = await database.kysely
        .selectFrom(table)
        .select('client_id')
        .where('client_id', '=', clientId)
        .execute();
      expect(rows, table).toEqual([]);
    }
    await registerReader(house);
  });

  test('keys are kept sealed, rotated and replaced', async () => {
    expect((await house.call('POST', '/jwks/mine', { alg: 'ES256', kid: 'a' })).status).toBe(201);
    expect((await house.call('POST', '/jwks/mine', { alg: 'ES256', kid: 'a' })).status).toBe(409);
    expect((await house.call('POST', '/jwks/mine/rotate')).status).toBe(201);
    const { body } = await house.call('GET', '/jwks/mine');
    expect(body.keys).toHaveLength(4);
    expect((await house.call('PUT', '/jwks/mine', body)).body).toEqual(body);
    expect((await house.call('DELETE', '/jwks/mine/private:a')).status).toBe(204);
    expect((await house.call('DELETE', '/jwks/mine')).status).toBe(204);
    expect((await house.call('DELETE', '/jwks/mine')).status).toBe(404);
  });

  test('expired rows are flushed, valid ones stay', async () => {
    const { tokens } = await signInForTokens(house);
    const { kysely } = database;
    await kysely.updateTable('oauth_record').set({ expires_at: 1 }).where('kind', '=', 'AuthorizationCode').execute();
    expect((await house.call('POST', '/oauth2/flush', { notAfter: new Date().toISOString() })).status).toBe(204);
    const kinds = await kysely.selectFrom('oauth_record').select('kind').distinct().execute();
    expect(kinds.map((row) => row.kind)).not.toContain('AuthorizationCode');
    expect((await introspect(house, tokens.access_token)).active).toBe(true);
  });

  test('text that cannot be kept as it is, is refused and not changed', async () => {
    const hostile = [
      ['POST', '/clients', '{"client_id":"nul\\u0000"}'],
      ['POST', '/clients', '{"client_name":"half \\ud800"}'],
      ['GET', '/oauth2/auth/sessions/login?subject=a%00b', undefined],
      ['GET', '/jwks/a%00b', undefined],
      ['DELETE', '/clients/a%00b', undefined],
    ] as const;
    for (const [method, path, body] of hostile) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(house.admin + path, { method, ...(body ? { headers, body } : {}) });
      const reply = (await response.json()) as { error: string };
      expect([400, 404], `${path} ${JSON.stringify(reply)}`).toContain(response.status);
      expect(['invalid_request', 'not_found']).toContain(reply.error);
    }
    for (const query of ['client_id=a%00b', 'client_id=%ED%A0%80']) {
      const page = await browserAt(house).open(`${house.issuer}oauth2/auth?${query}`);
      expect(page.status).toBe(400);
    }
    const nobody = await tokenRequest(house, {
      grant_type: 'client_credentials',
      client_id: 'a\0b',
      client_secret: 'c',
    });
    expect(['invalid_client', 'invalid_request']).toContain(nobody.body.error);
    await expect(
      database.kysely.selectFrom('oauth_client').selectAll().where('client_id', '=', '\0').execute(),
    ).rejects.toMatchObject({ code: 'bad_argument' });
  });

  test('the database is really asked whether it is ready', async () => {
    expect((await house.call('GET', '/health/ready')).status).toBe(200);
  });
}
