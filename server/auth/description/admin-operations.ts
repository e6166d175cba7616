// The operations of the administrative listener, for the API description.

import { clientBody } from '../clients/client-body.ts';
import { jwkBody } from '../keys/foreign-key.ts';
import {
  acceptConsentBody,
  acceptDeviceBody,
  acceptLoginBody,
  createKeyBody,
  flushBody,
  jwkSetBody,
  rejectBody,
  rejectDeviceBody,
  rotateKeyBody,
} from '../request-shapes.ts';
import { type Operation, pageHeaders, paging } from './operation.ts';
import * as shapes from './reply-shapes.ts';

const ok = (description: string, schema: Operation['replies'][number]['schema']) => ({
  200: { description, ...(schema ? { schema } : {}) },
});
const none = { 204: { description: 'Done; there is nothing to say.' } };
type Plain = Omit<Operation, 'tag' | 'method' | 'path' | 'id' | 'summary'>;

function admin(
  method: Operation['method'],
  path: string,
  [id, summary]: readonly [string, string],
  rest: Plain,
): Operation {
  return { method, path, tag: 'admin', id, summary, ...rest };
}

function resource(name: string, action: string) {
  return { resource: { name, action } };
}

const clientOperations: readonly Operation[] = [
  admin('get', '/clients', ['listOAuth2Clients', 'List clients'], {
    query: paging,
    replies: { 200: { description: 'A page of clients.', schema: shapes.clients, headers: pageHeaders } },
    ...resource('clients', 'list'),
  }),
  admin('post', '/clients', ['createOAuth2Client', 'Create a client'], {
    description: 'A secret that is not given is generated; it is shown in this reply only.',
    body: clientBody,
    replies: { 201: { description: 'The client.', schema: shapes.client } },
    ...resource('clients', 'create'),
  }),
  admin('get', '/clients/{id}', ['getOAuth2Client', 'Read a client'], {
    replies: ok('The client, without its secret.', shapes.client),
    ...resource('clients:<id>', 'get'),
  }),
  admin('put', '/clients/{id}', ['updateOAuth2Client', 'Replace a client'], {
    description: 'The secret stays unless another is given; fields that are left out get their defaults.',
    body: clientBody,
    replies: ok('The client.', shapes.client),
    ...resource('clients:<id>', 'update'),
  }),
  admin('delete', '/clients/{id}', ['deleteOAuth2Client', 'Delete a client'], {
    description: 'Its tokens, consents and pending requests end with it.',
    replies: none,
    ...resource('clients:<id>', 'delete'),
  }),
];

/** `/keys` is the earlier name of `/jwks`. */
function keyOperations(path: string, suffix: string): readonly Operation[] {
  const key = (method: Operation['method'], below: string, names: [string, string], rest: Plain) =>
    admin(method, path + below, [names[0] + suffix, names[1]], { ...(suffix ? { deprecated: true } : {}), ...rest });
  const keys = (description: string) => ({ description, schema: shapes.jsonWebKeySet });
  return [
    key('get', '', ['listJsonWebKeySets', 'List the names of key sets'], {
      query: paging,
      replies: { 200: { description: 'A page of names.', schema: shapes.setNames, headers: pageHeaders } },
      ...resource('keys', 'list'),
    }),
    key('get', '/{set}', ['getJsonWebKeySet', 'Read a key set, newest key first'], {
      description: 'Of the set authsrv.openid.id-token only the public halves are shown.',
      replies: { 200: keys('The keys.') },
      ...resource('keys:<set>', 'get'),
    }),
    key('post', '/{set}', ['createJsonWebKeySet', 'Generate a key in a set'], {
      description:
        'Without kid it gets a unique one. A pair is called private:<kid> and public:<kid>. ES521 is taken for ES512, ' +
        'which it was called by mistake in earlier releases.',
      body: createKeyBody,
      replies: { 201: keys('The new key.') },
      ...resource('keys:<set>', 'create'),
    }),
    key('put', '/{set}', ['updateJsonWebKeySet', 'Replace a key set'], {
      body: jwkSetBody,
      replies: { 200: keys('The keys.') },
      ...resource('keys:<set>', 'update'),
    }),
    key('delete', '/{set}', ['deleteJsonWebKeySet', 'Delete a key set'], {
      description: 'In place of the last key of authsrv.openid.id-token a new one is generated.',
      replies: none,
      ...resource('keys:<set>', 'delete'),
    }),
    key('post', '/{set}/rotate', ['rotateJsonWebKeySet', 'Put a new key of the same kind before the newest'], {
      description:
        'The former keys stay, so that what they signed keeps verifying. A key of authsrv.openid.id-token is published ' +
        'for a while (KEY_ACTIVATION_DELAY) before it signs.',
      body: rotateKeyBody,
      replies: { 201: keys('The new key.') },
      ...resource('keys:<set>', 'create'),
    }),
    key('get', '/{set}/{kid}', ['getJsonWebKey', 'Read a key'], {
      replies: { 200: keys('A set of this key.') },
      ...resource('keys:<set>:<kid>', 'get'),
    }),
    key('put', '/{set}/{kid}', ['updateJsonWebKey', 'Put a key that was made elsewhere into a set, or replace it'], {
      description: 'A JWK, or its PEM in "pem".',
      body: jwkBody,
      replies: { 200: keys('The key.') },
      ...resource('keys:<set>:<kid>', 'update'),
    }),
    key('delete', '/{set}/{kid}', ['deleteJsonWebKey', 'Delete a key, both halves of a pair'], {
      replies: none,
      ...resource('keys:<set>:<kid>', 'delete'),
    }),
  ];
}

function requestOperations(
  kind: 'login' | 'consent' | 'logout' | 'device',
  shape: Operation['body'],
  bodies: { accept?: Operation['body']; reject: Operation['body'] },
  rejected: Operation['replies'],
): readonly Operation[] {
  const path = `/oauth2/auth/requests/${kind}`;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Request`;
  const query = [
    { name: `${kind}_challenge`, description: 'The challenge that the page got in its address.' },
    { name: 'challenge', description: 'The same, by its shorter name; one of the two is required.' },
  ];
  const code = { name: 'user_code', description: 'Shows the device that waits with this code.' };
  const unused = 'Unknown challenges answer 404, used ones 409, outlived ones 410.';
  return [
    admin('get', path, [`get${name}`, `Read a ${kind} request`], {
      description: unused,
      query: kind === 'device' ? [...query, code] : query,
      replies: ok('The request.', shape),
      ...resource(`requests:${kind}`, 'get'),
    }),
    admin('put', `${path}/accept`, [`accept${name}`, `Accept a ${kind} request`], {
      description: unused,
      query,
      ...(bodies.accept ? { body: bodies.accept } : {}),
      replies: ok('Where the browser goes on.', shapes.completedRequest),
      ...resource(`requests:${kind}`, 'accept'),
    }),
    admin('put', `${path}/reject`, [`reject${name}`, `Reject a ${kind} request`], {
      description: unused,
      query,
      ...(bodies.reject ? { body: bodies.reject } : {}),
      replies: rejected,
      ...resource(`requests:${kind}`, 'reject'),
    }),
  ];
}

const subject = { name: 'subject', description: 'Whose.', required: true };

const sessionOperations: readonly Operation[] = [
  admin('get', '/oauth2/auth/sessions/login', ['listAuthenticationSessions', 'List login sessions of a person'], {
    query: [subject, ...paging],
    replies: { 200: { description: 'A page of sessions.', schema: shapes.loginSessions, headers: pageHeaders } },
    ...resource('sessions:login', 'list'),
  }),
  admin('delete', '/oauth2/auth/sessions/login', ['revokeAuthenticationSession', 'End login sessions of a person'], {
    description: 'With "client", the consents to that client are ended instead, as an earlier release had it.',
    query: [
      { ...subject, required: false },
      { name: 'sid', description: 'Only this session; "subject" may be left out then.' },
      { name: 'client', description: 'A client_id.' },
    ],
    replies: none,
    ...resource('sessions:login', 'delete'),
  }),
  admin('get', '/oauth2/auth/sessions/consent', ['listSubjectConsentSessions', 'List consents of a person'], {
    query: [subject, ...paging],
    replies: { 200: { description: 'A page of consents.', schema: shapes.consentSessions, headers: pageHeaders } },
    ...resource('sessions:consent', 'list'),
  }),
  admin('delete', '/oauth2/auth/sessions/consent', ['revokeConsentSessions', 'End consents of a person'], {
    description: 'Every code and token that came of them ends as well.',
    query: [subject, { name: 'client', description: 'Only to this client.' }],
    replies: none,
    ...resource('sessions:consent', 'delete'),
  }),
];

const otherOperations: readonly Operation[] = [
  admin('post', '/oauth2/introspect', ['introspectOAuth2Token', 'Ask what a token stands for (RFC 7662)'], {
    form: [
      { name: 'token', description: 'An access or refresh token.', required: true },
      { name: 'scope', description: 'Scopes that it has to have; it counts as inactive otherwise.' },
      { name: 'token_type_hint', description: 'Is not needed: the token says itself what it is.' },
    ],
    replies: ok('What it stands for, or only "active": false.', shapes.introspection),
    ...resource('oauth2:tokens', 'introspect'),
  }),
  admin('post', '/oauth2/flush', ['flushInactiveOAuth2Tokens', 'Remove what expired before a time'], {
    body: flushBody,
    replies: none,
    ...resource('oauth2:tokens', 'flush'),
  }),
  admin('get', '/health/alive', ['isInstanceAlive', 'Answers as soon as the server does'], {
    replies: ok('It is alive.', shapes.status),
  }),
  admin('get', '/health/ready', ['isInstanceReady', 'Answers 200 only when the database does as well'], {
    replies: {
      ...ok('It is ready.', shapes.readiness),
      503: { description: 'The database does not answer.', schema: shapes.readiness },
    },
  }),
  ...['/health/scrape', '/metrics'].map((path) =>
    admin('get', path, [path === '/metrics' ? 'prometheus' : 'scrape', 'Figures for a metrics scraper'], {
      produces: ['text/plain'],
      replies: ok('Figures in the text format of Prometheus.', undefined),
    }),
  ),
  admin('get', '/version', ['getVersion', 'The version of the server'], {
    replies: ok('The version.', shapes.version),
  }),
  admin('get', '/swagger.json', ['getSwagger', 'This description'], {
    replies: ok('A Swagger 2.0 document.', undefined),
  }),
];

const redirect = ok('Where the browser goes on.', shapes.completedRequest);

export const adminOperations: readonly Operation[] = [
  ...clientOperations,
  ...keyOperations('/jwks', ''),
  ...keyOperations('/keys', 'Formerly'),
  ...requestOperations('login', shapes.loginRequest, { accept: acceptLoginBody, reject: rejectBody }, redirect),
  ...requestOperations('consent', shapes.consentRequest, { accept: acceptConsentBody, reject: rejectBody }, redirect),
  ...requestOperations('logout', shapes.logoutRequest, { reject: rejectBody }, none),
  ...requestOperations('device', shapes.deviceRequest, { accept: acceptDeviceBody, reject: rejectDeviceBody }, none),
  ...sessionOperations,
  ...otherOperations,
];
