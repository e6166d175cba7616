// The operations of the public listener, for the API description. Their rules are those of OAuth 2.0 and OpenID Connect.

import { formerLogoutPath, logoutPath } from '../logout/paths.ts';
import { fallbackPaths } from '../pages/fallback-pages.ts';
import { registrationBody } from '../registration/registration-body.ts';
import type { Operation, Parameter, Reply } from './operation.ts';
import * as shapes from './reply-shapes.ts';

type Plain = Omit<Operation, 'tag' | 'method' | 'path' | 'id' | 'summary'>;

function open(
  method: Operation['method'],
  path: string,
  [id, summary]: readonly [string, string],
  rest: Plain,
): Operation {
  return { method, path, tag: 'public', id, summary, ...rest };
}

function named(...names: readonly string[]): Parameter[] {
  return names.map((name) => ({ name, description: 'See the specification.' }));
}

const ok = (description: string, schema?: Reply['schema']) => ({
  200: { description, ...(schema ? { schema } : {}) },
});
const led = (status: 302 | 303, where: string) => ({ [status]: { description: where } });
const page = { produces: ['text/html'] } as const;

const authorizationParameters: readonly Parameter[] = [
  { name: 'client_id', description: 'Who asks.', required: true },
  { name: 'response_type', description: 'Exactly as the client registered it.', required: true },
  { name: 'redirect_uri', description: 'One that the client registered.' },
  { name: 'scope', description: 'Words with spaces between them.' },
  { name: 'state', description: 'At least 8 characters.', required: true },
  { name: 'audience', description: 'For whom the access token is.' },
  { name: 'response_mode', description: 'How the answer travels.', values: ['query', 'fragment', 'form_post'] },
  { name: 'code_challenge_method', description: 'With code_challenge (RFC 7636).', values: ['S256'] },
  ...named('code_challenge', 'nonce', 'prompt', 'max_age', 'login_hint', 'id_token_hint', 'acr_values'),
  ...named('ui_locales', 'display', 'claims', 'request'),
];
const tokenParameters: readonly Parameter[] = [
  { name: 'grant_type', description: 'What is exchanged.', required: true },
  ...named('code', 'redirect_uri', 'code_verifier', 'refresh_token', 'device_code', 'scope', 'audience'),
  ...named('client_id', 'client_secret', 'client_assertion', 'client_assertion_type'),
];
const logoutParameters = named('id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales');

const authorizationOperations: readonly Operation[] = [
  open('get', '/oauth2/auth', ['oauthAuth', 'Ask for authorization'], {
    query: authorizationParameters,
    replies: led(303, 'To the login provider, or back to the client with an error.'),
  }),
  open('post', '/oauth2/auth', ['oauthAuthByForm', 'Ask for authorization by a form'], {
    form: authorizationParameters,
    replies: led(303, 'To the login provider, or back to the client with an error.'),
  }),
  open('get', '/oauth2/auth/{uid}', ['resumeAuthorization', 'Go on after a provider answered'], {
    replies: led(303, 'To the consent provider, or back to the client.'),
  }),
  open('post', '/oauth2/token', ['oauth2Token', 'Exchange a code, a refresh token or credentials for tokens'], {
    form: tokenParameters,
    replies: ok('Tokens.', shapes.token),
  }),
  open('post', '/oauth2/revoke', ['revokeOAuth2Token', 'Revoke a token with its family (RFC 7009)'], {
    form: [{ name: 'token', description: 'An access or refresh token.', required: true }, ...named('token_type_hint')],
    replies: ok('It is not valid, whether it was or not.'),
  }),
  ...(['get', 'post'] as const).map((method) =>
    open(method, '/userinfo', [method === 'get' ? 'userinfo' : 'userinfoByPost', 'Claims about the person'], {
      produces: ['application/json', 'application/jwt'],
      replies: ok('The claims.', shapes.userinfo),
    }),
  ),
];

const deviceOperations: readonly Operation[] = [
  open('post', '/oauth2/device/auth', ['oauth2DeviceAuth', 'Ask for a device code (RFC 8628)'], {
    form: [{ name: 'client_id', description: 'Who asks.' }, ...named('client_secret', 'scope', 'audience')],
    replies: ok('The codes.', shapes.deviceAuthorization),
  }),
  open('get', '/oauth2/device/verify', ['verifyUserCode', 'Where a person connects a device'], {
    query: named('user_code', 'device_verifier'),
    replies: led(303, 'To the device page.'),
  }),
  open('get', '/oauth2/device/verify/{uid}', ['resumeDevice', 'Go on after a provider answered'], {
    replies: led(303, 'To the consent provider, or to the device page.'),
  }),
];

const sessionOperations: readonly Operation[] = [
  open('get', logoutPath, ['disconnectUser', 'Sign out (OpenID Connect RP-Initiated Logout 1.0)'], {
    query: [...logoutParameters, ...named('logout_hint', 'logout_verifier')],
    replies: led(302, 'To the logout page, to the client, or to the page after signing out.'),
  }),
  open('post', logoutPath, ['disconnectUserByForm', 'Sign out by a form'], {
    form: logoutParameters,
    replies: led(303, 'To the same by GET.'),
  }),
  open('get', formerLogoutPath, ['revokeOwnSession', 'Sign out'], {
    deprecated: true,
    replies: led(302, `To ${logoutPath}.`),
  }),
];

const registered = { description: 'The client, with its registration access token.', schema: shapes.registration };
const registrationOperations: readonly Operation[] = [
  open('post', '/oauth2/register', ['registerOAuth2Client', 'Register a client (RFC 7591)'], {
    description: 'Only where DYNAMIC_REGISTRATION_ENABLED is true, as everything below this path.',
    body: registrationBody,
    replies: { 201: registered },
  }),
  open('get', '/oauth2/register/{id}', ['getRegisteredClient', 'Read a registered client (RFC 7592)'], {
    replies: { 200: registered },
  }),
  open('put', '/oauth2/register/{id}', ['updateRegisteredClient', 'Replace a registered client'], {
    body: registrationBody,
    replies: { 200: registered },
  }),
  open('delete', '/oauth2/register/{id}', ['deleteRegisteredClient', 'Delete a registered client'], {
    replies: { 204: { description: 'It is gone.' } },
  }),
];

const publishedOperations: readonly Operation[] = [
  open('get', '/.well-known/jwks.json', ['wellKnown', 'Public keys of ID tokens'], {
    replies: ok('The keys.', shapes.jsonWebKeySet),
  }),
  open('get', '/.well-known/openid-configuration', ['discoverOpenIDConfiguration', 'What this provider can do'], {
    replies: ok('The discovery document.', shapes.discovery),
  }),
  open('get', '/.well-known/oauth-authorization-server', ['discoverOAuth2Configuration', 'The same by RFC 8414'], {
    replies: ok('The discovery document.', shapes.discovery),
  }),
  open('get', '/health/alive', ['isInstanceAlive', 'Answers as soon as the server does'], {
    replies: ok('It is alive.', shapes.status),
  }),
  open('get', '/health/ready', ['isInstanceReady', 'Answers 200 only when the database does as well'], {
    replies: ok('It is ready.', shapes.readiness),
  }),
  ...Object.entries(fallbackPaths).map(([name, path]) =>
    open('get', path, [`${name}Fallback`, 'A page that stands in for one that is not configured'], {
      ...page,
      replies: ok('The page; its status says what it is about.'),
    }),
  ),
];

export const publicOperations: readonly Operation[] = [
  ...authorizationOperations,
  ...deviceOperations,
  ...sessionOperations,
  ...registrationOperations,
  ...publishedOperations,
];
