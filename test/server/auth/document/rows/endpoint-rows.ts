// Rows of "Endpoints", except those of the command line.

import { note, type Row, row } from './row.ts';

const paths = 'auth/document/paths >';
const requests = 'auth/document/requests >';
const open = `${paths} every path of the public listener answers`;
const admin = `${paths} every path of the administrative listener answers`;

export const publicRows: readonly Row[] = [
  row('EP1', '/.well-known/jwks.json: public keys.', open),
  row('EP2', '/.well-known/openid-configuration: discovery document.', open),
  row(
    'EP3',
    '/oauth2/auth: authorization endpoint.',
    open,
    'auth/authorization > the authorization endpoint takes a form as well',
  ),
  row('EP4', '/oauth2/token: token endpoint.', open),
  row('EP5', '/oauth2/revoke: revocation.', open),
  row('EP6', '/oauth2/fallbacks/consent: page where no consent provider is set.', open),
  row(
    'EP7',
    '/oauth2/fallbacks/error: page for errors.',
    open,
    'auth/authorization > the error page escapes what it is told',
  ),
  row(
    'EP8',
    '/userinfo: what the person agreed to tell.',
    open,
    'auth/conformance/conformance > oidcc-basic-certification-test-plan, response_type=code > oidcc-userinfo-*',
  ),
];

export const adminRows: readonly Row[] = [
  row(
    'EA1',
    '/clients and below: clients; one by GET /clients/<client_id>.',
    admin,
    'auth/administration > clients are created, read, replaced and deleted',
  ),
  row(
    'EA2',
    '/jwks and below: keys; also at the earlier /keys.',
    admin,
    'auth/document/keys > a key is made from alg and kid',
  ),
  row('EA3', 'GET /health/alive: 200 as soon as HTTP answers.', `${paths} ready asks the database, alive does not`),
  row(
    'EA4',
    'GET /health/ready: 200 only when the database answers too.',
    `${paths} ready asks the database, alive does not`,
  ),
  row('EA5', '/health/scrape: figures for a metrics scraper.', admin),
  row('EA6', '/metrics and /version.', admin),
  row(
    'EA7',
    '/oauth2/auth/requests and below: login and consent.',
    admin,
    `${requests} login and consent are decided over HTTP by their challenge`,
  ),
  row('EA8', '/oauth2/introspect: introspection without access control.', admin),
  row(
    'EA9',
    '/oauth2/flush: removes old access tokens.',
    admin,
    'auth/administration > flush removes what is over and keeps what lives',
    'cli/authsrv/tokens > token client, introspect, revoke and flush',
  ),
  row('EA10', 'Every list takes `limit` and `offset`.', `${paths} every list takes limit and offset`),
  row('EA11', 'An unknown key in a JSON body is an error.', `${paths} unknown keys are refused in every JSON body`),
];

const decided = `${requests} login and consent are decided over HTTP by their challenge`;

export const requestRows: readonly Row[] = [
  row('EM1', 'The challenge is always a query parameter.', `${paths} what was removed or moved is not found`, decided),
  row('EM2', 'GET /oauth2/auth/requests/login reads a login request.', decided),
  row('EM3', 'PUT …/login/accept accepts it.', decided),
  row(
    'EM4',
    'PUT …/login/reject rejects it.',
    `${requests} login and consent are rejected over HTTP by their challenge`,
  ),
  row('EM5', 'GET /oauth2/auth/requests/consent reads a consent request.', decided),
  row('EM6', 'PUT …/consent/accept accepts it.', decided),
  row(
    'EM7',
    'PUT …/consent/reject rejects it.',
    `${requests} login and consent are rejected over HTTP by their challenge`,
  ),
];

export const sessionRows: readonly Row[] = [
  row(
    'ES1',
    'DELETE /oauth2/auth/sessions/login?subject= ends login sessions.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
  ),
  row(
    'ES2',
    'Consent sessions are listed by subject.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
  ),
  row(
    'ES3',
    'Consent sessions are revoked by subject.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
  ),
  row(
    'ES4',
    'Consent sessions are revoked by subject and client: DELETE /oauth2/auth/sessions/login?subject=&client=.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
    'auth/authorization > consents are listed by person and revoked with their tokens, for one client or all',
  ),
  row(
    'ES5',
    'Subjects may have slashes and dots.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
  ),
  note(
    'ES6',
    '/oauth2/auth/sessions/login/revoke is deprecated for front-channel and back-channel logout.',
    'It answers as the end-session endpoint does: it asks, and notifies the clients.',
    'auth/logout > an unremembered person leaves as well, and the former address asks like the other',
  ),
  note(
    'ES7',
    'Whether the operations on consent sessions are really under `login` is left open.',
    'They are at /oauth2/auth/sessions/consent; under `login`, a `client` says that a consent is meant, because a login session has none.',
    `${requests} sessions are listed and ended by subject, whatever characters it has`,
  ),
  note(
    'ES8',
    'Bodies of accept, reject and read are left open.',
    'Those that existing login and consent applications use.',
    'auth/authorization > a login request has the fields that login applications read',
  ),
  note(
    'ES9',
    'Methods, parameters and bodies of the other operations are left open.',
    'Those of the protocols, and of existing clients and scripts.',
    admin,
    open,
  ),
];

export const movedRows: readonly Row[] = [
  row('ER1', '/health/status is removed.', `${paths} what was removed or moved is not found`),
  row('ER2', '/health/metrics is removed.', `${paths} what was removed or moved is not found`),
  row(
    'ER3',
    '/oauth2/consent/requests/<id> and its accept and reject are replaced.',
    `${paths} what was removed or moved is not found`,
  ),
  row('ER4', 'Paths with the challenge as a segment are replaced.', `${paths} what was removed or moved is not found`),
  row('ER5', '/policies, /warden and /roles are another service’s.', `${paths} what was removed or moved is not found`),
];
