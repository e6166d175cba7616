// Client libraries that people use, through every grant: openid-client and oauth4webapi, which refuse whatever is not as
// the specifications have it.

import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { defaultLifespans } from '../../../server/auth/settings/settings.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { browserAt, introspect, walk } from './authorize.ts';

const callback = 'https://rp.example/callback';
const scope = 'openid profile offline_access';
const everyGrant = [
  'authorization_code',
  'implicit',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
];
let database: Database<AuthTables & AccountTables>;
let house: House;
let secrets: Record<string, string>;
let keys: oauth.CryptoKeyPair;

beforeAll(async () => {
  database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database, { lifespans: { ...defaultLifespans, devicePoll: 1 } });
  keys = await oauth.generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), alg: 'ES256', use: 'sig', kid: 'rp' };
  delete (jwk as { key_ops?: unknown }).key_ops;
  secrets = {};
  for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']) {
    const { status, body } = await house.call('POST', '/clients', {
      client_id: method,
      token_endpoint_auth_method: method,
      grant_types: everyGrant,
      response_types: ['code', 'id_token', 'code id_token'],
      redirect_uris: [callback],
      scope,
      ...(method === 'private_key_jwt' ? { jwks: { keys: [jwk] } } : {}),
    });
    expect([method, status]).toEqual([method, 201]);
    secrets[method] = String(body.client_secret);
  }
});
afterAll(async () => {
  await house.close();
  await database.close();
});

/** Lets the person pass wherever the device sends her. */
async function connectDevice(address: string, userCode: string): Promise<void> {
  const browser = browserAt(house);
  const { url } = await browser.open(address);
  const challenge = url.searchParams.get('device_challenge') ?? '';
  const path = `/oauth2/auth/requests/device/accept?device_challenge=${challenge}`;
  const { body } = await house.call('PUT', path, { user_code: userCode });
  const { visit } = await walk(house, new URL(String(body.redirect_to)), {}, browser);
  expect(visit.url.searchParams.get('outcome')).toBe('connected');
}

async function configurationOf(method: string): Promise<client.Configuration> {
  const authentication: Record<string, client.ClientAuth> = {
    client_secret_basic: client.ClientSecretBasic(secrets[method]),
    client_secret_post: client.ClientSecretPost(secrets[method]),
    private_key_jwt: client.PrivateKeyJwt({ key: keys.privateKey, kid: 'rp' }),
    none: client.None(),
  };
  return client.discovery(new URL(house.issuer), method, undefined, authentication[method], {
    execute: [client.allowInsecureRequests],
  });
}

async function request(config: client.Configuration, change: Record<string, string> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...change,
  });
  return { url, checks };
}

for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']) {
  test(`openid-client, ${method}: code with PKCE, userinfo, refresh, device, revocation`, async () => {
    const config = await configurationOf(method);
    const { url, checks } = await request(config);
    const { visit } = await walk(house, url);
    const tokens = await client.authorizationCodeGrant(config, visit.url, checks);
    expect(tokens.claims()).toMatchObject({ sub: 'ada', aud: method });
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ada')).toMatchObject({ name: 'Ada L.' });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'openid' });
    expect(refreshed.scope).toBe('openid');

    const device = await client.initiateDeviceAuthorization(config, { scope });
    await connectDevice(device.verification_uri_complete ?? '', device.user_code);
    const onDevice = await client.pollDeviceAuthorizationGrant(config, device);
    expect(onDevice.claims()).toMatchObject({ sub: 'ada', aud: method });

    await client.tokenRevocation(config, refreshed.refresh_token ?? '');
    expect(await introspect(house, refreshed.access_token)).toEqual({ active: false });
    expect((await introspect(house, onDevice.access_token)).active).toBe(true);
  });
}

test('openid-client: client credentials by each way to authenticate', async () => {
  for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
    const config = await configurationOf(method);
    const granted = await client.clientCredentialsGrant(config, { scope: 'profile' });
    expect(granted).toMatchObject({ token_type: 'bearer', scope: 'profile', expires_in: 3_600 });
    expect(await introspect(house, granted.access_token)).toMatchObject({ active: true, sub: method });
  }
  const nobody = await configurationOf('none');
  const refused = await client.clientCredentialsGrant(nobody, { scope: 'profile' }).catch((error: unknown) => error);
  expect((refused as client.ResponseBodyError).error).toBe('unauthorized_client');
});

test('openid-client: ID token alone, code with ID token, and each by form', async () => {
  for (const [responseType, use] of [
    ['id_token', client.useIdTokenResponseType],
    ['code id_token', client.useCodeIdTokenResponseType],
  ] as const) {
    const config = await configurationOf('client_secret_basic');
    use(config);
    const plain = responseType === 'id_token' ? { scope: 'openid profile' } : {};
    for (const mode of ['fragment', 'form_post']) {
      const { url, checks } = await request(config, { ...plain, response_mode: mode });
      const { visit } = await walk(house, url);
      const inputs = visit.html.matchAll(/name="([^"]*)" value="([^"]*)"/g);
      const body = new URLSearchParams(Object.fromEntries([...inputs].map(([, name, value]) => [name, value])));
      const arrived = mode === 'fragment' ? visit.url : new Request(callback, { method: 'POST', body });
      if (responseType === 'id_token') {
        const claims = await client.implicitAuthentication(config, arrived, checks.expectedNonce, checks);
        expect(claims).toMatchObject({ sub: 'ada', name: 'Ada L.' });
      } else {
        expect((await client.authorizationCodeGrant(config, arrived, checks)).claims()?.sub).toBe('ada');
      }
    }
  }
});

test('openid-client: a request in a signed object', async () => {
  const config = await configurationOf('private_key_jwt');
  const { url, checks } = await request(config);
  const signed = await client.buildAuthorizationUrlWithJAR(config, url.searchParams, {
    key: keys.privateKey,
    kid: 'rp',
  });
  expect([...signed.searchParams.keys()].sort()).toEqual(['client_id', 'request']);
  signed.searchParams.set('response_type', 'code');
  signed.searchParams.set('scope', 'openid');
  const { visit } = await walk(house, signed);
  expect((await client.authorizationCodeGrant(config, visit.url, checks)).claims()?.sub).toBe('ada');
});

test('openid-client: silent requests and their errors', async () => {
  const config = await configurationOf('none');
  const { url, checks } = await request(config, { prompt: 'none' });
  const { visit } = await walk(house, url);
  const failure = await client.authorizationCodeGrant(config, visit.url, checks).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(client.AuthorizationResponseError);
  expect((failure as client.AuthorizationResponseError).error).toBe('login_required');
});

test('oauth4webapi: code with PKCE, introspection, refresh, revocation, device and client credentials', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(house.issuer);
  const discovered = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const plain = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
  expect((await oauth.processDiscoveryResponse(issuer, plain)).token_endpoint).toBe(discovered.token_endpoint);
  // Introspection is on the administrative listener, which whoever deploys it makes known.
  const as = { ...discovered, introspection_endpoint: `${house.admin}/oauth2/introspect` };
  const rp: oauth.Client = { client_id: 'client_secret_basic' };
  const auth = oauth.ClientSecretBasic(secrets.client_secret_basic ?? '');

  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(as.authorization_endpoint ?? '');
  const asked = {
    ...{ client_id: rp.client_id, redirect_uri: callback, response_type: 'code', scope, state, nonce, max_age: '300' },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  };
  url.search = new URLSearchParams(asked).toString();
  const { visit } = await walk(house, url);
  const params = oauth.validateAuthResponse(as, rp, visit.url, state);
  const reply = await oauth.authorizationCodeGrantRequest(as, rp, auth, params, callback, verifier, insecure);
  const checks = { expectedNonce: nonce, requireIdToken: true, maxAge: 300 };
  const tokens = await oauth.processAuthorizationCodeResponse(as, rp, reply, checks);
  await oauth.validateApplicationLevelSignature(as, reply, insecure);
  const { sub } = oauth.getValidatedIdTokenClaims(tokens) ?? { sub: '' };
  const userinfo = await oauth.userInfoRequest(as, rp, tokens.access_token, insecure);
  expect(await oauth.processUserInfoResponse(as, rp, sub, userinfo)).toMatchObject({ sub: 'ada' });

  const inspect = async (token: string) =>
    oauth.processIntrospectionResponse(as, rp, await oauth.introspectionRequest(as, rp, auth, token, insecure));
  expect(await inspect(tokens.access_token)).toMatchObject({ active: true, sub: 'ada', client_id: rp.client_id });

  const again = await oauth.refreshTokenGrantRequest(as, rp, auth, tokens.refresh_token ?? '', insecure);
  const refreshed = await oauth.processRefreshTokenResponse(as, rp, again);
  expect(await inspect(tokens.access_token)).toMatchObject({ active: false });
  const revoked = await oauth.revocationRequest(as, rp, auth, refreshed.refresh_token ?? '', insecure);
  await oauth.processRevocationResponse(revoked);
  expect(await inspect(refreshed.access_token)).toMatchObject({ active: false });

  const started = await oauth.deviceAuthorizationRequest(as, rp, auth, { scope }, insecure);
  const device = await oauth.processDeviceAuthorizationResponse(as, rp, started);
  const poll = () => oauth.deviceCodeGrantRequest(as, rp, auth, device.device_code, insecure);
  const early = await oauth.processDeviceCodeResponse(as, rp, await poll()).catch((error: unknown) => error);
  expect((early as oauth.ResponseBodyError).error).toBe('authorization_pending');
  await connectDevice(device.verification_uri_complete ?? '', device.user_code);
  const onDevice = await oauth.processDeviceCodeResponse(as, rp, await poll());
  expect(await inspect(onDevice.access_token)).toMatchObject({ active: true, sub: 'ada' });

  const machine = await oauth.clientCredentialsGrantRequest(as, rp, auth, { scope: 'profile' }, insecure);
  expect(await oauth.processClientCredentialsResponse(as, rp, machine)).toMatchObject({ scope: 'profile' });
  const wrong = oauth.ClientSecretBasic('wrong');
  const refused = await oauth.clientCredentialsGrantRequest(as, rp, wrong, {}, insecure);
  const failure = await oauth.processClientCredentialsResponse(as, rp, refused).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
});

test('oauth4webapi: the ID token is bound to code and access token in the hybrid flow', async () => {
  const issuer = new URL(house.issuer);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const rp: oauth.Client = { client_id: 'client_secret_post' };
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(as.authorization_endpoint ?? '');
  const asked = {
    client_id: rp.client_id,
    redirect_uri: callback,
    response_type: 'code id_token',
    scope,
    state,
    nonce,
  };
  url.search = new URLSearchParams(asked).toString();
  const { visit } = await walk(house, url);
  const params = await oauth.validateCodeIdTokenResponse(as, rp, visit.url, nonce, state, undefined, insecure);
  const auth = oauth.ClientSecretPost(secrets.client_secret_post ?? '');
  const reply = await oauth.authorizationCodeGrantRequest(as, rp, auth, params, callback, oauth.nopkce, insecure);
  const tokens = await oauth.processAuthorizationCodeResponse(as, rp, reply, { expectedNonce: nonce });
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe('ada');
});
