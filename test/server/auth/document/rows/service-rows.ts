// Rows of "What the service does".

import { note, type Row, row } from './row.ts';

const plans = 'auth/conformance/conformance > oidcc';

export const serviceRows: readonly Row[] = [
  row(
    'S01',
    'Authorization codes, access tokens, refresh tokens and ID tokens are issued.',
    'auth/document/tokens > a code gives access, refresh and ID token, once',
  ),
  row('S02', 'Authorization code flow.', `${plans}-basic-certification-test-plan, response_type=code > *`),
  row(
    'S03',
    'The same with PKCE.',
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-ensure-request-with-valid-pkce-succeeds`,
    'auth/tokens > a client without secret has to use PKCE with S256',
  ),
  row('S04', 'Implicit flow.', `${plans}-implicit-certification-test-plan, *`),
  row('S05', 'Hybrid flow.', `${plans}-hybrid-certification-test-plan, *`),
  row('S06', 'Client credentials grant.', 'auth/tokens > clients with a secret authenticate by header or by form'),
  row('S07', 'Refresh grant.', 'auth/tokens > refreshing rotates; the old refresh token ends the family'),
  row('S08', 'Introspection.', 'auth/tokens > introspection tells what a token is, and nothing about a tampered one'),
  row('S09', 'Revocation.', 'auth/tokens > revoking a token ends its family and tells nothing about unknown ones'),
  row('S10', 'Discovery.', 'auth/document/paths > every path of the public listener answers'),
  row(
    'S11',
    'Dynamic client registration.',
    'auth/conformance/registration-plans > oidcc-dynamic-certification-test-plan > *',
  ),
  row(
    'S12',
    'Front-channel and back-channel logout.',
    'auth/conformance/logout-plans > oidcc-frontchannel-rp-initiated-logout-certification-test-plan > *',
    'auth/conformance/logout-plans > oidcc-backchannel-rp-initiated-logout-certification-test-plan > *',
  ),
  note(
    'S13',
    'Certified for the code, implicit and hybrid flows and for dynamic discovery.',
    'A certificate is given to a deployment; the modules of the plans are run as tests.',
    'auth/conformance/conformance > every planned module is written, and every written one is planned',
    'auth/conformance/conformance > oidcc-*',
  ),
  row(
    'S14',
    'Login and consent are the affair of other applications, which talk to the service over HTTP with a challenge.',
    'auth/document/requests > login and consent are decided over HTTP by their challenge',
  ),
  row(
    'S15',
    'One program may be login and consent provider.',
    'accounts/sign-in > a person signs in, agrees, and the client gets tokens that carry the name',
  ),
  row(
    'S16',
    'Login sessions and consent sessions are kept.',
    'auth/authorization > remembered: skipped next time, for nobody else, and not after the session was ended',
  ),
  row(
    'S17',
    '`prompt` is honoured.',
    'auth/authorization > prompt=none without an earlier consent answers consent_required',
    'auth/shared-browser > prompt=select_account asks again, and login and consent prompts may come together',
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-prompt-login`,
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-prompt-none-logged-in`,
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-prompt-none-not-logged-in`,
  ),
  row(
    'S18',
    '`max_age` is honoured.',
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-max-age-1`,
    `${plans}-basic-certification-test-plan, response_type=code > oidcc-max-age-10000`,
  ),
  row(
    'S19',
    'The administrative endpoints take requests without credentials.',
    'auth/document/paths > the administrative listener asks nobody for credentials',
  ),
  row(
    'S20',
    'Access-control policies, the authorization check and role groups are not part of it.',
    'auth/document/paths > what was removed or moved is not found',
  ),
  row(
    'S21',
    'Two listeners: public on 4444, administrative on 4445.',
    'auth/document/settings > defaults are those of the document',
    'auth/document/paths > every path of the public listener answers',
    'auth/document/paths > every path of the administrative listener answers',
  ),
  row(
    'S22',
    '`serve all` runs both in one process, `serve public` and `serve admin` each alone.',
    'auth/command-line > public and administration as two processes on one database',
    'auth/command-line > kill -9 between issue and use loses nothing, and the file holds no usable secret',
  ),
];
