// Rows of "Command line".

import { type Row, row } from './row.ts';

const usage = 'cli/authsrv/usage >';
const clients = 'cli/authsrv/clients-and-keys >';
const tokens = 'cli/authsrv/tokens >';
const server = 'cli/authsrv/server >';
const former = `${usage} former commands, flags and variables are answered with what took their place`;
const mistakes = `${usage} a mistake is answered in one sentence that says what to do`;

export const commandRows: readonly Row[] = [
  row(
    'CL01',
    '`serve all`, `serve public`, `serve admin` start both listeners, or one.',
    'auth/command-line > kill -9 between issue and use loses nothing, and the file holds no usable secret',
    'auth/command-line > public and administration as two processes on one database',
  ),
  row(
    'CL02',
    'Separate processes share their secrets and cannot use the database in memory.',
    'auth/command-line > public and administration as two processes on one database',
    'auth/command-line > a wrong start is refused in one sentence with exit code 2',
    'auth/command-line > a lost secret is told, and a replaced one keeps the former working',
  ),
  row('CL03', 'Bare `serve` is now `serve all`; before, it was `host`.', former),
  row(
    'CL04',
    '`migrate sql` shows its plan and asks unless `--yes` is given.',
    `${server} migrate sql shows its plan, asks, and applies it once`,
    'auth/command-line > migrate sql shows its plan and asks for --yes',
  ),
  row(
    'CL05',
    'It must be run before a release that changes the schema starts.',
    'auth/command-line > migrate sql shows its plan and asks for --yes',
  ),
  row(
    'CL06',
    '`clients create` has `--scope`, which replaces `--allowed-scopes`.',
    `${clients} clients: create, get, list, update, delete`,
    former,
  ),
  row(
    'CL07',
    '… and `--token-endpoint-auth-method`, whose `none` replaces the flag for public clients.',
    `${tokens} token user signs a person in by the browser, with PKCE, and prints the tokens`,
    former,
  ),
  row(
    'CL08',
    '`token user` has `--client-id` and `--client-secret`, which replace `--id` and `--secret`.',
    `${tokens} the program itself: token user, and what it prints where`,
    former,
  ),
  row(
    'CL09',
    '`token client` has `--client-id`, `--client-secret` and `--scope`, which replaces `--scopes`.',
    `${tokens} token client, introspect, revoke and flush`,
    former,
  ),
  row(
    'CL10',
    '`token introspect`, once `token validate`, has `--client-id`, `--client-secret` and `--scope`.',
    `${tokens} token client, introspect, revoke and flush`,
    former,
  ),
  row('CL11', '`token revoke` and `token flush` exist.', `${tokens} token client, introspect, revoke and flush`),
  row(
    'CL12',
    'Every command takes `--endpoint`.',
    `${usage} every command explains itself, and takes --endpoint, --access-token and --format`,
  ),
  row(
    'CL13',
    'Else the administrative address is that of `AUTHSRV_ADMIN_URL`.',
    `${clients} clients: create, get, list, update, delete`,
  ),
  row('CL14', 'It was `AUTHSRV_URL` and `CLUSTER_URL` once.', former),
  row(
    'CL15',
    'Other commands need no credentials.',
    `${clients} clients: create, get, list, update, delete`,
    `${clients} keys: create, get, import from JWK and PEM, rotate, delete`,
  ),
  row(
    'CL16',
    '`token user`, `client`, `revoke` and `introspect` read `OAUTH2_CLIENT_ID` and `OAUTH2_CLIENT_SECRET`.',
    `${tokens} token client, introspect, revoke and flush`,
    `${tokens} the program itself: token user, and what it prints where`,
  ),
  row(
    'CL17',
    'The others may be given `--access-token` or `OAUTH2_ACCESS_TOKEN`.',
    `${server} a gateway gets the access token, or the user and password of the address, at a path of its own`,
  ),
  row('CL18', '`--https-tls-key-path` and `--https-tls-cert-path` are removed; variables replace them.', former),
  row('CL19', '`connect`, `migrate ladon`, `migrate secret`, `policies` and `groups` no longer exist.', former),
  row(
    'CL20',
    'The documented commands and flags are those that the program has.',
    `${usage} the reference page is what the commands declare`,
    mistakes,
  ),
];
