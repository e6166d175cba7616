// Rows of "Versioning": the API description, and what each release changed.

import { note, type Row, row } from './row.ts';

const plan = 'cli/authsrv/server > migrate sql shows its plan, asks, and applies it once';
const moved = 'auth/document/paths > what was removed or moved is not found';
const former = 'cli/authsrv/usage > former commands, flags and variables are answered with what took their place';
const migrated =
  'There are no databases of those releases to bring over; schema steps of this server are applied the same way.';

export const releaseRows: readonly Row[] = [
  row(
    'V01',
    'The API description is Swagger 2.0 with the tags `public` and `admin`.',
    'auth/description > the description is Swagger 2.0 that generators understand',
    'auth/description > every served route is described, and every described one is served',
  ),
  row('V02', '`migrate sql` is run when a release says so, after a backup.', plan),
  note('V03', '1.5.0: migrations by a new tool.', migrated, plan),
  note('V04', '1.4: run `migrate sql`.', migrated, plan),
  note('V05', '1.3.0: run `migrate sql`.', migrated, plan),
  note(
    'V06',
    '1.2.0: bundled client libraries removed, new ones generated.',
    'Clients use any library of the protocol; the API description is there to generate from.',
    'auth/real-clients > openid-client: *',
    'auth/real-clients > oauth4webapi: *',
    'auth/description > the description is Swagger 2.0 that generators understand',
  ),
  note(
    'V07',
    '1.1.0: indices; migrations may lock tables.',
    'Every query is served by an index from the first step on.',
    'auth/scale > no query of a token goes through the whole table',
  ),
  note(
    'V08',
    '1.0.9: clients have metadata.',
    'See C09.',
    'auth/document/clients > every field that was given is returned, metadata as it was',
  ),
  note(
    'V09',
    '1.0.0-rc.10: logout, session endpoints by query parameter, `migrate sql` asks.',
    'See EV1, EV2, ES1 and CL04.',
    plan,
    'auth/document/requests > sessions are listed and ended by subject, whatever characters it has',
  ),
  note(
    'V10',
    '1.0.0-rc.9: the challenge moves to the query; a client library is kept as legacy.',
    'See EM1; there is no such library.',
    moved,
  ),
  note(
    'V11',
    '1.0.0-rc.7: settings from several sources, secrets as an array, `ROTATED_SYSTEM_SECRET` removed, plugins by DSN.',
    'See LI10, LI11 and LI15.',
    'auth/document/settings > former variables are told of',
    'base/config/config > flags go before the environment, which goes before the file, which goes before defaults',
  ),
  note('V12', '1.0.0-rc.4: run `migrate sql`.', migrated, plan),
  note(
    'V13',
    '1.0.0-rc.1: foreign keys and a clean-up; audiences; refresh checks scope and audience and expires; `ext`; TLS by variables; /health/status removed.',
    'See T02 to T04, ST5 to ST7, CL18 and ER1; nothing inconsistent was ever stored.',
    'auth/document/tokens > refreshing keeps to the scopes and audiences of the client',
    moved,
  ),
  note(
    'V14',
    '1.0.0-beta.9: CORS off by default.',
    'See LI08.',
    'auth/document/settings > defaults are those of the document',
  ),
  note(
    'V15',
    '1.0.0-beta.8: listeners split, `public` removed, introspection moved, `serve all`.',
    'See S21, C11, AU2 and CL03.',
    former,
  ),
  note(
    'V16',
    '1.0.0-beta.7: ID-token keys made anew by migration.',
    'Keys are rotated by `keys rotate`.',
    'auth/administration > a new key signs at once, the old one keeps verifying, and private keys stay sealed',
  ),
  note(
    'V17',
    '1.0.0-beta.5: dynamic registration, exact response types, flat errors, default authentication method, `client_id`.',
    'See S11, C01, C03, C05 and P01.',
    'auth/document/clients > a response type must equal an entry exactly',
  ),
  note(
    'V18',
    '1.0.0-beta.1: certified; access control moved out; challenges; `aud` an array; refresh tokens introspectable; unique kids; UTC; pages; flush; health; unknown keys; `serve`.',
    'See S13, S20, L01, I01 to I03, K02, EA3, EA4 and EA9 to EA11; times are UTC everywhere.',
    'auth/document/paths > times are UTC',
  ),
  note(
    'V19',
    '0.11.12: client secrets that were sent are no longer stored as they are.',
    'They never are.',
    'auth/tokens > clients with a secret authenticate by header or by form',
  ),
  note('V20', '0.11.3: /health/metrics removed.', 'See ER2.', moved),
  note(
    'V21',
    '0.10.0: introspection needs authorization; wildcard scopes; audience is no client id; HMAC-SHA512; ID tokens on refresh; nonces stored differently.',
    'See AU2, LI12, T03, T09 and T08; no rows of that release are read.',
    'auth/document/tokens > tokens are opaque and signed with HMAC-SHA-512',
  ),
  note(
    'V22',
    '0.9.0: figures on /health; usage statistics.',
    'See EA5, EA6 and EV4.',
    'auth/document/paths > every path of the administrative listener answers',
  ),
  note(
    'V23',
    '0.8.0: manual migrations; `kid` in the create request; two stores dropped; Swagger 2.0.',
    'See CL05, K01 and V01.',
    'auth/command-line > migrate sql shows its plan and asks for --yes',
  ),
  note(
    'V24',
    'From below 0.7.0 nothing can be upgraded directly to 0.8.0.',
    'This server reads no database of those releases; what it finds beside its own tables stays as it is.',
    'auth/document/former-releases > a database of another server is neither read nor changed',
  ),
];
