// Rows of "Resources and their fields".

import { note, type Row, row } from './row.ts';

const clients = 'auth/document/clients >';
const tokens = 'auth/document/tokens >';

export const clientRows: readonly Row[] = [
  row(
    'C01',
    '`client_id` names the client; the former `id` is still returned.',
    `${clients} a client has client_id, and id as before`,
  ),
  row(
    'C02',
    '`client_name` is its name for people.',
    `${clients} every field that was given is returned, metadata as it was`,
  ),
  row(
    'C03',
    'A requested response type must equal an entry of `response_types`.',
    `${clients} a response type must equal an entry exactly`,
  ),
  row(
    'C04',
    'A combination is one entry, its words joined by a space; each other combination needs an entry of its own.',
    `${clients} a response type must equal an entry exactly`,
  ),
  row(
    'C05',
    '`token_endpoint_auth_method` is `client_secret_basic` unless given, and rules token, introspection and revocation endpoint.',
    `${clients} each way to authenticate works for its client only`,
  ),
  row(
    'C06',
    '`client_secret_post`: credentials in the body.',
    `${clients} each way to authenticate works for its client only`,
  ),
  row('C07', '`none`: a client without secret.', `${clients} each way to authenticate works for its client only`),
  row('C08', 'Authentication by a signed JWT.', `${clients} a client signs in by a JWT of its key, once`),
  row(
    'C09',
    '`metadata` is anything, kept and returned.',
    `${clients} every field that was given is returned, metadata as it was`,
  ),
  row(
    'C10',
    'The scopes of the client are a whitelist.',
    'auth/authorization > nothing is granted that was not asked for, and reserved claims stay the server’s',
    `${clients} scopes are matched by the strategy that is set`,
  ),
  row(
    'C11',
    'The former `public` is gone: `token_endpoint_auth_method` `none` replaces it.',
    `${clients} the former field public is refused by name`,
  ),
  note(
    'C12',
    'Existing clients with `public` true are migrated.',
    'This server never stored that field; `clients import` brings clients of earlier releases over.',
    'cli/authsrv/clients-and-keys > clients: import from files and standard input, and print nothing that steers a terminal',
  ),
  note(
    'C13',
    'The complete list of fields is left open.',
    'The fields of the protocols (OpenID Connect Registration, RFC 7591, logout specifications), and what existing clients send.',
    `${clients} every field that was given is returned, metadata as it was`,
  ),
];

export const requestFieldRows: readonly Row[] = [
  row(
    'L01',
    'Login and consent requests are known by a challenge that their provider is given.',
    'auth/document/requests > login and consent are decided over HTTP by their challenge',
  ),
  row(
    'L02',
    'A consent request may name its login request and login session.',
    'auth/document/requests > a consent request names its login request and session',
  ),
  row(
    'L03',
    '`remember` keeps the login.',
    'auth/authorization > remembered: skipped next time, for nobody else, and not after the session was ended',
    'auth/authorization > an unremembered sign-in leaves nothing behind, and another person may follow',
  ),
  row(
    'L04',
    '`remember` keeps the consent for the scopes that were asked for.',
    'auth/login-consent > a consent is remembered for its seconds, for its scopes and audiences only',
  ),
  note(
    'L05',
    'The fields of requests and answers are left open.',
    'Those that existing login and consent applications read and send.',
    'auth/authorization > a login request has the fields that login applications read',
    'auth/login-consent > what the login provider says reaches the consent provider and the tokens',
  ),
];

export const tokenRows: readonly Row[] = [
  row(
    'T01',
    'Access tokens are opaque unless told otherwise.',
    `${tokens} tokens are opaque and signed with HMAC-SHA-512`,
  ),
  row(
    'T02',
    'They may be signed JWTs, with the session data of the consent under `ext`.',
    'auth/tokens > a client may get signed access tokens, which can be revoked all the same',
  ),
  row('T03', 'They may have an audience.', `${tokens} an access token has the audience that was granted`),
  row(
    'T04',
    'A refresh token ends when it is not used for its lifespan.',
    `${tokens} a refresh token lives from its last use`,
  ),
  row(
    'T05',
    'An authorization code is exchanged once.',
    'auth/tokens > a replayed code is refused and ends what came of it',
  ),
  row(
    'T06',
    'An ID token is issued with the scope `openid`, to a client that may have it.',
    `${tokens} an ID token comes with openid only, for the client that asked`,
  ),
  row(
    'T07',
    'Its `aud` is the `client_id` that started the request.',
    `${tokens} an ID token comes with openid only, for the client that asked`,
  ),
  row('T08', 'It is issued on refresh as well.', `${tokens} refreshing gives an ID token where openid was granted`),
  row(
    'T09',
    'Codes, access tokens and refresh tokens are signed with HMAC-SHA-512.',
    `${tokens} tokens are opaque and signed with HMAC-SHA-512`,
  ),
];

export const introspectionRows: readonly Row[] = [
  row(
    'I01',
    '`aud` is an array of strings.',
    `${tokens} introspection: aud is an array, token_type says which token it is`,
  ),
  row(
    'I02',
    '`token_type` is `access_token` or `refresh_token`.',
    `${tokens} introspection: aud is an array, token_type says which token it is`,
  ),
  row(
    'I03',
    'Access and refresh tokens can be introspected.',
    `${tokens} introspection: aud is an array, token_type says which token it is`,
  ),
  note(
    'I04',
    'The other fields are left open.',
    'Those of RFC 7662, and `ext` for the session data of the consent.',
    'auth/tokens > introspection tells what a token is, and nothing about a tampered one',
  ),
];

const keys = 'auth/document/keys >';

export const keyRows: readonly Row[] = [
  row('K01', 'A create request has `alg` and `kid`.', `${keys} a key is made from alg and kid`),
  row(
    'K02',
    'Without `kid` a unique identifier is put behind `public` or `private`.',
    `${keys} without kid a unique one is made behind public and private`,
  ),
  row(
    'K03',
    '`HS256`: a secret of the full 256 bits.',
    `${keys} HS256 has 256 bits, ES512 the curve P-521 under both spellings`,
  ),
  row(
    'K04',
    '`ES512`, once misspelt `ES521`.',
    `${keys} HS256 has 256 bits, ES512 the curve P-521 under both spellings`,
  ),
  row(
    'K05',
    'ID tokens are signed by an RSA key.',
    `${keys} ID tokens are signed by an RSA key that is made at start, with a kid of its own per installation`,
  ),
  note(
    'K06',
    'Its identifier is `authsrv.openid.id-token:public:<uuid>`, and with `private` for the private half.',
    'The private half stays inside the server; nobody is shown it.',
    `${keys} ID tokens are signed by an RSA key that is made at start, with a kid of its own per installation`,
    'auth/keys > keys that others made > the set of ID tokens takes private signing keys only, and shows none of them',
  ),
  row(
    'K07',
    'The UUID is random per installation.',
    `${keys} ID tokens are signed by an RSA key that is made at start, with a kid of its own per installation`,
  ),
  row(
    'K08',
    'Keys that are absent are made at start.',
    `${keys} ID tokens are signed by an RSA key that is made at start, with a kid of its own per installation`,
  ),
];

export const errorPayloadRows: readonly Row[] = [
  row(
    'P01',
    'Errors are flat objects with `error` and further members.',
    'auth/document/paths > errors are flat in every interface',
  ),
  row('P02', 'The nested form is gone.', 'auth/document/paths > errors are flat in every interface'),
  row('P03', 'All interfaces use the same form.', 'auth/document/paths > errors are flat in every interface'),
];
