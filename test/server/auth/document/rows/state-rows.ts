// Rows of "States and transitions".

import { note, type Row, row } from './row.ts';

const requests = 'auth/document/requests >';

export const stateRows: readonly Row[] = [
  row(
    'ST1',
    'A login request is accepted: the browser goes back to the service, and a login session may be kept.',
    `${requests} login and consent are decided over HTTP by their challenge`,
    'auth/authorization > remembered: skipped next time, for nobody else, and not after the session was ended',
  ),
  row(
    'ST2',
    'A login request is rejected: the flow ends with an error.',
    'auth/authorization > refusing the login or the consent goes back to the client with its state',
  ),
  row(
    'ST3',
    'A consent request is accepted: the acceptance is checked, codes and tokens are issued, the consent may be kept.',
    `${requests} login and consent are decided over HTTP by their challenge`,
    'auth/authorization > nothing is granted that was not asked for, and reserved claims stay the server’s',
    'auth/login-consent > a consent is remembered for its seconds, for its scopes and audiences only',
  ),
  row(
    'ST4',
    'A consent request is rejected: the flow ends with an error.',
    'auth/authorization > refusing the login or the consent goes back to the client with its state',
  ),
  row(
    'ST5',
    'A refresh token is used within its lifespan, for scopes and audiences of the client: tokens are issued.',
    'auth/document/tokens > a refresh token lives from its last use',
    'auth/document/tokens > refreshing keeps to the scopes and audiences of the client',
  ),
  row(
    'ST6',
    'It is used for a scope that the client may not have: the request fails, no refresh token is issued, and it stays as it was.',
    'auth/document/tokens > refreshing keeps to the scopes and audiences of the client',
  ),
  row(
    'ST7',
    'It is not used for its lifespan, which is not -1: it has expired.',
    'auth/document/tokens > a refresh token lives from its last use',
  ),
  note(
    'ST8',
    'What becomes of a login or consent request that outlives its lifespan is left open.',
    'It answers 410 and can no more be decided.',
    'auth/authorization > challenges: unknown 404, used 409, outlived 410, unknown key 400, other subject 400',
  ),
];
