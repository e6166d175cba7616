// A small OpenID provider for tests: discovery, keys, device grant, user information, introspection and revocation,
// with real signatures. What each device code and token answers is set by the test.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface Person {
  subject: string;
  name: string;
}

export interface TestProvider {
  issuer: string;
  introspectionUrl: string;
  /** What the next redemptions of the code answer: errors first, then the person's tokens, once. */
  deviceCode(code: string, person: Person, errors?: string[]): void;
  opaqueToken(person: Person, changes?: Record<string, unknown>): string;
  jwt(person: Person, changes?: JWTPayload, foreignKey?: boolean): Promise<string>;
  /** Makes the provider answer 503 to everything. */
  setDown(down: boolean): void;
  /** Tokens that were given back. */
  revoked: string[];
  close(): Promise<void>;
}

export const clientId = 'octavo-reader';
export const audience = 'octavo';

export async function startProvider(): Promise<TestProvider> {
  const keys = await generateKeyPair('ES256', { extractable: true });
  const foreign = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, { person: Person; errors: string[] }>();
  const tokens = new Map<string, { person: Person; facts: Record<string, unknown> }>();
  const revoked: string[] = [];
  let down = false;
  let counter = 0;

  const provider = { issuer: '' };
  const now = () => Math.floor(Date.now() / 1000);
  const facts = (person: Person) => ({
    active: true,
    sub: person.subject,
    iss: provider.issuer,
    aud: [audience],
    client_id: clientId,
    exp: now() + 600,
    token_type: 'access_token',
  });
  const opaqueToken = (person: Person, changes: Record<string, unknown> = {}) => {
    const token = `opaque-${++counter}.${'s'.repeat(20)}`;
    tokens.set(token, { person, facts: { ...facts(person), ...changes } });
    return token;
  };

  const answers: Record<string, (body: URLSearchParams, request: IncomingMessage) => [number, unknown]> = {
    '/.well-known/openid-configuration': () => [
      200,
      {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}auth`,
        token_endpoint: `${provider.issuer}token`,
        userinfo_endpoint: `${provider.issuer}userinfo`,
        device_authorization_endpoint: `${provider.issuer}device`,
        revocation_endpoint: `${provider.issuer}revoke`,
        jwks_uri: `${provider.issuer}jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
      },
    ],
    '/jwks': () => [200, { keys: [jwk] }],
    '/device': () => [
      200,
      {
        device_code: `device-${++counter}`,
        user_code: 'WDJB-MJHT',
        verification_uri: `${provider.issuer}verify`,
        verification_uri_complete: `${provider.issuer}verify?user_code=WDJB-MJHT`,
        expires_in: 600,
        interval: 5,
      },
    ],
    '/token': (body) => {
      const code = codes.get(body.get('device_code') ?? '');
      if (!code || body.get('client_id') !== clientId) return [400, { error: 'invalid_grant' }];
      const error = code.errors.shift();
      if (error) return [400, { error }];
      codes.delete(body.get('device_code') ?? '');
      const refresh = `refresh-${++counter}`;
      return [200, { access_token: opaqueToken(code.person), token_type: 'bearer', refresh_token: refresh }];
    },
    '/userinfo': (_body, request) => {
      const known = tokens.get((request.headers.authorization ?? '').replace(/^bearer /i, ''));
      return known ? [200, { sub: known.person.subject, name: known.person.name }] : [401, { error: 'invalid_token' }];
    },
    '/introspect': (body) => [200, tokens.get(body.get('token') ?? '')?.facts ?? { active: false }],
    '/revoke': (body) => {
      revoked.push(body.get('token') ?? '');
      return [200, {}];
    },
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
      const [status, body] = down || !answer ? [503, {}] : answer(new URLSearchParams(text), request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  return {
    issuer: provider.issuer,
    introspectionUrl: `${provider.issuer}introspect`,
    deviceCode: (code, person, errors = []) => void codes.set(code, { person, errors }),
    opaqueToken,
    async jwt(person, changes = {}, foreignKey = false) {
      const claims = { iss: provider.issuer, sub: person.subject, aud: audience, iat: now(), exp: now() + 600 };
      const token = await new SignJWT({ ...claims, client_id: clientId, ...changes })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
        .sign(foreignKey ? foreign.privateKey : keys.privateKey);
      tokens.set(token, { person, facts: facts(person) });
      return token;
    },
    setDown(value) {
      down = value;
    },
    revoked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
