// The server's metadata (RFC 8414) says nothing untrue, and every authorization response names its issuer (RFC 9207), so
// that a client of several servers notices when one answers for another (RFC 9700, section 4.4).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAt, walk } from '../authorize.ts';
import { callback, Party, reader } from './party.ts';

let party: Party;
beforeAll(async () => {
  party = await Party.open();
});
afterAll(() => party.close());

describe('metadata (RFC 8414)', () => {
  async function read(): Promise<Record<string, unknown>> {
    const reply = await fetch(`${party.house.issuer}.well-known/oauth-authorization-server`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    return (await reply.json()) as Record<string, unknown>;
  }

  test('has the required values, equal at both addresses', async () => {
    const document = await read();
    expect(document).toMatchObject({
      issuer: party.house.issuer,
      response_types_supported: expect.arrayContaining(['code']),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      request_uri_parameter_supported: false,
    });
    const openid = await fetch(`${party.house.issuer}.well-known/openid-configuration`);
    expect(await openid.json()).toEqual(document);
    // Absent values are left out (section 2).
    for (const [name, value] of Object.entries(document)) {
      expect([name, value === null || (Array.isArray(value) && value.length === 0)]).toEqual([name, false]);
    }
  });

  test('every endpoint in it is served below the issuer', async () => {
    const document = await read();
    const endpoints = Object.entries(document).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
    expect(endpoints.length).toBeGreaterThan(5);
    for (const [name, address] of endpoints) {
      expect([name, String(address).startsWith(party.house.issuer)]).toEqual([name, true]);
      expect([name, (await fetch(String(address), { redirect: 'manual' })).status]).not.toEqual([name, 404]);
    }
  });

  test('every value in it is taken, and others are not', async () => {
    const document = await read();
    const responseTypes = document.response_types_supported as string[];
    for (const response_type of [...responseTypes, 'code saml']) {
      const { params } = await party.ask(party.url({ response_type }, 'front'));
      const known = responseTypes.includes(response_type);
      expect([response_type, params.error === undefined]).toEqual([response_type, known]);
    }
    for (const response_mode of [...(document.response_modes_supported as string[]), 'web_message']) {
      const { url, html } = await browserAt(party.house).open(party.url({ response_mode, prompt: 'none' }));
      const known = (document.response_modes_supported as string[]).includes(response_mode);
      expect([response_mode, `${url}${html}`.includes('login_required')]).toEqual([response_mode, known]);
    }
    for (const method of [...(document.token_endpoint_auth_methods_supported as string[]), 'client_secret_jwt']) {
      const keys = { jwks: { keys: [{ kty: 'EC', crv: 'P-256', ...point, kid: 'k' }] } };
      const client = { redirect_uris: [callback], token_endpoint_auth_method: method };
      const { status } = await party.house.call('POST', '/clients', {
        ...client,
        ...(method === 'private_key_jwt' ? keys : {}),
      });
      const known = (document.token_endpoint_auth_methods_supported as string[]).includes(method);
      expect([method, status]).toEqual([method, known ? 201 : 400]);
    }
    for (const grant of [...(document.grant_types_supported as string[]), 'password']) {
      const { body } = await party.token({ grant_type: grant });
      const known = (document.grant_types_supported as string[]).includes(grant) && grant !== 'implicit';
      expect([grant, body.error !== 'unsupported_grant_type']).toEqual([grant, known]);
    }
  });
});

/** RFC 7515, appendix A.3. */
const point = { x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' };

describe('the issuer of a response (RFC 9207)', () => {
  /** The parameters of a form that submits itself. */
  const fieldsOf = (html: string) =>
    Object.fromEntries([...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));

  test.each([
    ['code', 'query'],
    ['code', 'fragment'],
    ['code', 'form_post'],
    ['token', 'fragment'],
    ['code token', 'fragment'],
    ['code token', 'form_post'],
  ])('comes with %s by %s', async (response_type, response_mode) => {
    const url = party.url({ response_type, response_mode }, 'front');
    const { visit } = await walk(party.house, url);
    const params =
      response_mode === 'form_post'
        ? fieldsOf(visit.html)
        : Object.fromEntries(new URLSearchParams(visit.url.search || visit.url.hash.slice(1)));
    expect(params.iss).toBe(party.house.issuer);
    expect(params.error).toBeUndefined();
  });

  test('an ID token in the response names it by itself', async () => {
    for (const response_type of ['id_token', 'code id_token', 'id_token token']) {
      const { params } = await party.ask(party.url({ response_type }, 'front'));
      const [, claims = ''] = (params.id_token ?? '').split('.');
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).iss).toBe(party.house.issuer);
    }
  });

  test('comes with every error that reaches the client, and with its state', async () => {
    const state = 'a state that is long enough';
    for (const [change, error, client = 'web'] of [
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ prompt: 'none' }, 'login_required'],
      [{ code_challenge_method: 'plain', code_challenge: 'x'.repeat(43) }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request', reader],
      [{ request: 'x' }, 'invalid_request_object'],
      [{ request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
      [{ max_age: '-1' }, 'invalid_request'],
      [{ audience: 'elsewhere' }, 'invalid_request'],
      [{ response_type: 'code token', scope: 'admin' }, 'invalid_scope', 'front'],
    ] as const) {
      const { params } = await party.ask(party.url(change, client));
      expect([change, params]).toEqual([change, expect.objectContaining({ error, state, iss: party.house.issuer })]);
    }
    for (const reject of ['login', 'consent'] as const) {
      const { params } = await party.ask(party.url(), { reject });
      expect(params).toMatchObject({ error: 'access_denied', state, iss: party.house.issuer });
    }
    const form = await browserAt(party.house).open(party.url({ response_mode: 'form_post', prompt: 'none' }));
    expect(fieldsOf(form.html)).toMatchObject({ error: 'login_required', iss: party.house.issuer });
  });

  test('a parameter that the client sent, or a provider, changes nothing about it', async () => {
    const { params } = await party.ask(party.url({ iss: 'https://evil.example/' }));
    expect(params.iss).toBe(party.house.issuer);
  });
});
