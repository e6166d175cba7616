// Rows of "Authentication", "Events" and "Errors".

import { note, type Row, row } from './row.ts';

const paths = 'auth/document/paths >';
const clients = 'auth/document/clients >';

export const accessRows: readonly Row[] = [
  row(
    'AU1',
    'The administrative listener asks for nothing; whoever deploys it protects it.',
    `${paths} the administrative listener asks nobody for credentials`,
  ),
  row(
    'AU2',
    'Introspection is on the administrative listener without access control.',
    `${paths} the administrative listener asks nobody for credentials`,
  ),
  note(
    'AU3',
    'Introspection once needed client credentials or a bearer token, and an action on a resource.',
    'Credentials that a gateway needs may be sent along and change nothing.',
    'cli/authsrv/tokens > token client, introspect, revoke and flush',
  ),
  row(
    'AU4',
    'Clients authenticate by `token_endpoint_auth_method`: header, body, not at all, or a JWT signed with an RSA key.',
    `${clients} each way to authenticate works for its client only`,
    `${clients} a client signs in by a JWT of its key, once`,
  ),
  row(
    'AU5',
    'Login and consent providers call with the challenge and no credentials.',
    'auth/document/requests > login and consent are decided over HTTP by their challenge',
  ),
  note(
    'AU6',
    'The value that selects authentication by JWT is left open.',
    '`private_key_jwt`, as OpenID Connect Core calls it.',
    `${clients} a client signs in by a JWT of its key, once`,
  ),
];

export const eventRows: readonly Row[] = [
  row(
    'EV1',
    'Front-channel logout 1.0.',
    'auth/front-channel > a browser is signed out of every client by its frame and goes on, whatever a frame tries',
    'auth/conformance/logout-plans > oidcc-frontchannel-rp-initiated-logout-certification-test-plan > *',
  ),
  row(
    'EV2',
    'Back-channel logout 1.0.',
    'auth/conformance/logout-plans > oidcc-backchannel-rp-initiated-logout-certification-test-plan > *',
  ),
  note(
    'EV3',
    'Payloads and triggers of the notifications are left open.',
    'Those of the two specifications.',
    'auth/logout-deliveries > every client of the session hears of it, each with the subject that it knows',
  ),
  note(
    'EV4',
    'Usage statistics can be sent, and switched off.',
    'Nothing is collected or sent: the server calls no address but those that clients registered.',
    'auth/document/former-releases > no statistics are sent: whatever is done, the server calls nobody',
  ),
];

export const errorRows: readonly Row[] = [
  row(
    'EE1',
    'Any error is a flat object with `error` and further members.',
    `${paths} errors are flat in every interface`,
  ),
  row('EE2', 'An unknown key in a JSON body is an error.', `${paths} unknown keys are refused in every JSON body`),
  row(
    'EE3',
    'A refresh that asks for a scope outside the whitelist fails, and gives no refresh token.',
    'auth/document/tokens > refreshing keeps to the scopes and audiences of the client',
  ),
  row(
    'EE4',
    'A response type that equals no entry fails the request.',
    `${clients} a response type must equal an entry exactly`,
  ),
  row('EE5', '/health/ready without database is not 200.', `${paths} ready asks the database, alive does not`),
  note(
    'EE6',
    'Status codes and the full set of error codes are left open.',
    'Those of the protocols; 404, 409 and 410 for what is unknown, used and outlived.',
    `${paths} errors are flat in every interface`,
    'auth/authorization > challenges: unknown 404, used 409, outlived 410, unknown key 400, other subject 400',
  ),
];
