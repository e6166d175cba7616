// The token endpoint's errors (RFC 6749, sections 3.2 and 5), tokens shown by the wrong client, tokens that outlive what
// their client may do, revocation (RFC 7009) and introspection (RFC 7662).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { introspect } from '../authorize.ts';
import { basic, type Params, Party, reader } from './party.ts';

let party: Party;
beforeAll(async () => {
  party = await Party.open();
});
afterAll(() => party.close());

const flat = { error: expect.any(String), error_description: expect.any(String), status_code: expect.any(Number) };

describe('errors of the token endpoint', () => {
  test.each<[string, Params, number, string]>([
    ['no grant type', {}, 400, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'carrier_pigeon' }, 400, 'unsupported_grant_type'],
    [
      'the password grant, which is none here',
      { grant_type: 'password', username: 'ada', password: 'x' },
      400,
      'unsupported_grant_type',
    ],
    ['a grant type of everything', { grant_type: '__proto__' }, 400, 'unsupported_grant_type'],
    ['the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code' }, 400, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
    ['a scope that is not the client’s', { grant_type: 'client_credentials', scope: 'admin' }, 400, 'invalid_scope'],
    ['a scope of forbidden letters', { grant_type: 'client_credentials', scope: 'a "b"' }, 400, 'invalid_scope'],
    [
      'a grant type that the client did not register',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
      400,
      'unauthorized_client',
    ],
  ])('%s', async (_what, fields, status, error) => {
    const reply = await party.token(fields);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
    expect(reply.body).toEqual(expect.objectContaining(flat));
    expect(Object.keys(reply.body).sort()).toEqual(expect.arrayContaining(Object.keys(flat)));
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('cache-control')).toContain('no-store');
    // RFC 6749, section 5.2: what may stand in a description.
    expect(String(reply.body.error_description)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
  });

  test('who is not known is told how to authenticate, and not whether the client exists', async () => {
    const grant = { grant_type: 'client_credentials' };
    const replies = [
      await party.post('oauth2/token', grant, { authorization: basic('web', 'wrong') }),
      await party.post('oauth2/token', grant, { authorization: basic('nobody', 'wrong') }),
    ];
    for (const { status, headers, body } of replies) {
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    for (const authorization of ['Basic', 'Basic !!!', 'Basic ', `Basic ${btoa('web')}`, 'Bearer x', 'Negotiate x']) {
      const { status, body } = await party.post('oauth2/token', grant, { authorization });
      expect([authorization, status >= 400 && status < 500, body.access_token]).toEqual([
        authorization,
        true,
        undefined,
      ]);
    }
    const twice = { ...grant, client_id: 'web', client_secret: 'x' };
    expect((await party.post('oauth2/token', twice, party.authorizationOf('web'))).status).toBe(400);
  });

  test('only forms are read, whatever else they are said to be', async () => {
    const json = JSON.stringify({ grant_type: 'client_credentials' });
    const authorization = party.authorizationOf('web');
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded-not',
      'text/plain; application/x-www-form-urlencoded',
    ]) {
      const reply = await party.post('oauth2/token', json, { ...authorization, 'content-type': type });
      expect([type, reply.status, reply.body.error]).toEqual([type, 415, 'unsupported_media_type']);
    }
    const asForm = await party.post('oauth2/token', json, authorization);
    expect([asForm.status, asForm.body.error]).toEqual([400, 'invalid_request']);
    const charset = { ...authorization, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect((await party.post('oauth2/token', 'grant_type=client_credentials', charset)).status).toBe(200);
  });

  test('large, many and nested parameters are refused or mean nothing', async () => {
    const authorization = party.authorizationOf('web');
    const grant = 'grant_type=client_credentials';
    const large = await party.post('oauth2/token', `${grant}&x=${'x'.repeat(60_000)}`, authorization);
    expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
    // In pieces, without a length that could be looked at; little enough to be sent before it is refused.
    const pieces = ReadableStream.from([`${grant}&x=`, ...Array.from({ length: 6 }, () => 'x'.repeat(10_000))]);
    const streamed = await fetch(`${party.house.issuer}oauth2/token`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: pieces.pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit);
    expect([streamed.status, await streamed.json()]).toMatchObject([413, { error: 'payload_too_large' }]);
    const nested = `grant_type${'[a]'.repeat(500)}=client_credentials`;
    expect((await party.post('oauth2/token', nested, authorization)).body.error).toBe('invalid_request');
    const array = await party.post('oauth2/token', 'grant_type[]=client_credentials', authorization);
    expect(array.body.error).toBe('invalid_request');
    const many = `${grant}&${Array.from({ length: 5_000 }, (_, n) => `p${n}=`).join('&')}`;
    expect((await party.post('oauth2/token', many, authorization)).status).toBeLessThan(500);
    const polluted = await party.post('oauth2/token', `${grant}&__proto__[admin]=1&constructor=x`, authorization);
    expect([polluted.status, ({} as Record<string, unknown>).admin]).toEqual([200, undefined]);
  });
});

describe('tokens in the wrong hands', () => {
  test('a refresh token is for its client alone, and showing it elsewhere ends nothing', async () => {
    const mine = await party.tokens('web');
    const theirs = await party.tokens('other');
    for (const [token, client] of [
      [mine.refresh_token, 'other'],
      [theirs.refresh_token, 'web'],
      [mine.refresh_token, reader],
    ] as const) {
      expect((await party.refresh(token, client)).body.error).toBe('invalid_grant');
    }
    const asReader = await party.post('oauth2/token', {
      ...{ grant_type: 'refresh_token', refresh_token: mine.refresh_token },
      client_id: 'web',
    });
    expect(asReader.body.error).toBe('invalid_client');
    expect((await party.refresh(mine.refresh_token)).status).toBe(200);
  });

  test('one kind of token is none of the other kinds', async () => {
    const { access_token, refresh_token, id_token } = await party.tokens('web');
    const code = await party.code();
    for (const token of [access_token, id_token, code]) {
      expect((await party.refresh(token)).body.error).toBe('invalid_grant');
    }
    for (const token of [access_token, refresh_token, id_token]) {
      expect((await party.redeem(token)).body.error).toBe('invalid_grant');
    }
    for (const token of [refresh_token, id_token, code]) {
      expect((await party.userinfo(token)).status).toBe(401);
    }
    for (const token of [id_token, code]) expect(await party.isActive(token)).toBe(false);
    const machine = await party.token({ grant_type: 'client_credentials' });
    expect((await party.userinfo(String(machine.body.access_token))).status).toBe(401);
  });

  test('what was changed in any letter is no token', async () => {
    const { access_token } = await party.tokens('web');
    const [random = '', signature = ''] = access_token.split('.');
    const other = (await party.tokens('web')).access_token.split('.');
    for (const token of [
      `${random}.${other[1]}`,
      `${other[0]}.${signature}`,
      `${random}.`,
      `.${signature}`,
      random,
      `${access_token}=`,
      `${access_token}.x`,
      `${access_token}\u0000`,
      access_token.toUpperCase(),
      ` ${access_token}`,
    ]) {
      expect([token, await party.isActive(token)]).toEqual([token, false]);
    }
    expect(await party.isActive(access_token)).toBe(true);
  });

  test('a client that was deleted, or may not refresh any more, refreshes nothing', async () => {
    await party.register({ client_id: 'brief', grant_types: ['authorization_code', 'refresh_token'] });
    const { access_token, refresh_token } = await party.tokens('brief');
    const read = async () => (await party.house.call('GET', '/clients/brief')).body;
    const { id, created_at, updated_at, ...brief } = await read();
    const change = (body: object) => party.house.call('PUT', '/clients/brief', { ...brief, ...body });
    await change({ grant_types: ['authorization_code'] });
    expect((await party.refresh(refresh_token, 'brief')).body.error).toBe('unauthorized_client');
    await change({ scope: 'profile' });
    expect((await party.refresh(refresh_token, 'brief')).body.error).toBe('invalid_scope');
    await change({ audience: [] });
    expect((await party.refresh(refresh_token, 'brief')).status).toBe(200);
    await party.house.call('DELETE', '/clients/brief');
    expect(await party.isActive(access_token)).toBe(false);
    expect((await party.refresh(refresh_token, 'brief')).body.error).toBe('invalid_client');
    // Another client of the same name inherits nothing.
    await party.register({ client_id: 'brief', grant_types: ['authorization_code', 'refresh_token'] });
    expect((await party.refresh(refresh_token, 'brief')).body.error).toBe('invalid_grant');
  });

  test('a program is no person: its tokens have no subject that somebody could be', async () => {
    const { body } = await party.token({ grant_type: 'client_credentials' });
    const told = await introspect(party.house, String(body.access_token));
    expect(told).toMatchObject({ active: true, client_id: 'web', token_type: 'access_token' });
    expect([undefined, '', 'web']).toContain(told.sub);
    expect(body).not.toHaveProperty('id_token');
    expect(body).not.toHaveProperty('refresh_token');
  });

  test('a code that is shown twice ends what it gave, and so does a former refresh token', async () => {
    const code = await party.code();
    const first = (await party.redeem(code)).body;
    expect((await party.redeem(code)).body.error).toBe('invalid_grant');
    expect(await party.isActive(String(first.access_token))).toBe(false);
    for (const client of ['web', reader]) {
      const { refresh_token } = await party.tokens(client);
      const next = (await party.refresh(refresh_token, client)).body;
      expect((await party.refresh(refresh_token, client)).body.error).toBe('invalid_grant');
      expect((await party.refresh(String(next.refresh_token), client)).body.error).toBe('invalid_grant');
      expect(await party.isActive(String(next.access_token))).toBe(false);
    }
  });

  test('refreshing gives no more than was granted', async () => {
    const { refresh_token } = await party.tokens('web', { consent: { grant_scope: ['openid', 'offline_access'] } });
    for (const scope of ['openid profile', 'admin', 'openid offline_access profile']) {
      expect((await party.refresh(refresh_token, 'web', { scope })).body.error).toBe('invalid_scope');
    }
    const { status, body } = await party.refresh(refresh_token, 'web', { scope: 'openid' });
    expect([status, body.scope]).toEqual([200, 'openid']);
  });
});

describe('revocation (RFC 7009)', () => {
  const revoke = (token: string, client: string, more: Params = {}) =>
    party.post('oauth2/revoke', { token, ...more }, party.authorizationOf(client));

  test('ends the token and its family, whatever the hint says', async () => {
    for (const [which, hint] of [
      ['access_token', undefined],
      ['access_token', 'refresh_token'],
      ['refresh_token', 'access_token'],
      ['refresh_token', 'nonsense'],
    ] as const) {
      const tokens = await party.tokens('web');
      const { status, body } = await revoke(tokens[which], 'web', { token_type_hint: hint });
      expect([which, hint, status, body]).toEqual([which, hint, 200, {}]);
      expect(await party.isActive(tokens[which])).toBe(false);
      if (which === 'refresh_token') expect(await party.isActive(tokens.access_token)).toBe(false);
      expect((await revoke(tokens[which], 'web')).status).toBe(200);
    }
  });

  test('unknown tokens and those of others are answered alike, and those of others live on', async () => {
    const { access_token, refresh_token } = await party.tokens('web');
    for (const token of [access_token, refresh_token, 'nonsense', 'a.b.c', 'x'.repeat(5_000)]) {
      const { status, body } = await revoke(token, 'other');
      expect([status, body]).toEqual([200, {}]);
    }
    expect(await party.isActive(access_token)).toBe(true);
    expect(await party.isActive(refresh_token)).toBe(true);
  });

  test('asks for the client, and for one token', async () => {
    const { access_token } = await party.tokens('web');
    expect((await party.post('oauth2/revoke', { token: access_token })).status).toBe(400);
    const wrong = await party.post('oauth2/revoke', { token: access_token }, { authorization: basic('web', 'x') });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    for (const fields of [{}, { token: '' }, { token: [access_token, 'x'] }]) {
      const { status, body } = await party.post('oauth2/revoke', fields, party.authorizationOf('web'));
      expect([fields, status, body.error]).toEqual([fields, 400, 'invalid_request']);
    }
    const get = await fetch(`${party.house.issuer}oauth2/revoke?token=${access_token}`);
    expect(get.status).toBe(405);
    expect(await party.isActive(access_token)).toBe(true);
  });

  test('a client without a secret revokes its own by its name', async () => {
    const { access_token } = await party.tokens(reader);
    expect((await party.post('oauth2/revoke', { token: access_token, client_id: reader })).status).toBe(200);
    expect(await party.isActive(access_token)).toBe(false);
  });
});

describe('introspection (RFC 7662)', () => {
  test('tells of a good token what it is for, and of all others one word', async () => {
    const { access_token, refresh_token } = await party.tokens('web');
    const told = await introspect(party.house, access_token);
    expect(told).toMatchObject({
      active: true,
      client_id: 'web',
      sub: 'ada',
      iss: party.house.issuer,
      token_type: 'access_token',
      scope: 'openid offline_access',
      exp: expect.any(Number),
      iat: expect.any(Number),
      aud: expect.any(Array),
    });
    expect(await introspect(party.house, refresh_token)).toMatchObject({ active: true, token_type: 'refresh_token' });
    await party.post('oauth2/revoke', { token: access_token }, party.authorizationOf('web'));
    for (const token of [access_token, 'nonsense', 'a.b', 'a.b.c', ' ', '\u0000', 'x'.repeat(9_000)]) {
      expect(await introspect(party.house, token)).toEqual({ active: false });
    }
  });

  test('a token without the scope that is asked for is not active', async () => {
    const { access_token } = await party.tokens('web');
    expect(await introspect(party.house, access_token, 'openid')).toMatchObject({ active: true });
    expect(await introspect(party.house, access_token, 'openid admin')).toEqual({ active: false });
  });

  test('is not served where the public may ask', async () => {
    const reply = await party.post('oauth2/introspect', { token: 'x' }, party.authorizationOf('web'));
    expect([reply.status, reply.body.error]).toEqual([404, 'not_found']);
    const get = await fetch(`${party.house.admin}/oauth2/introspect?token=x`);
    expect([404, 405]).toContain(get.status);
  });
});

describe('bearer tokens (RFC 6750)', () => {
  test('come in the header or in the form, and never in the query', async () => {
    const { access_token } = await party.tokens('web');
    expect((await party.userinfo(access_token)).status).toBe(200);
    const inForm = await party.post('userinfo', { access_token });
    expect([inForm.status, inForm.body.sub]).toEqual([200, 'ada']);
    const inQuery = await fetch(`${party.house.issuer}userinfo?access_token=${access_token}`);
    expect(inQuery.status).toBe(400);
    const both = await party.post('userinfo', { access_token }, { authorization: `Bearer ${access_token}` });
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
  });

  test('refusals say what is missing (section 3)', async () => {
    const without = await fetch(`${party.house.issuer}userinfo`);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^Bearer realm=/),
    ]);
    const wrong = await party.userinfo('nonsense');
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_token']);
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    const { body } = await party.redeem(await party.code({ scope: 'profile' }));
    const weak = await party.userinfo(String(body.access_token));
    expect([weak.status, weak.body.error]).toEqual([403, 'insufficient_scope']);
    expect(weak.headers.get('www-authenticate')).toContain('scope="openid"');
  });
});
