// What the command line says without a server: help, mistakes, former names, completion, and the reference page.

import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientBody } from '../../../../server/auth/clients/client-body.ts';
import { clientMembers } from '../../../../server/cli/authsrv/clients/client-flags.ts';
import { commands } from '../../../../server/cli/authsrv/commands.ts';
import { referencePage } from '../../../../server/cli/authsrv/reference-page.ts';
import { flagsOf } from '../../../../server/cli/commands/command.ts';
import { selfSigned } from '../../self-signed.ts';
import { authsrv } from './terminal.ts';

test('the reference page is what the commands declare', async () => {
  await expect(referencePage(commands)).toMatchFileSnapshot('../../../../docs/authsrv-command-line.md');
});

test('every command explains itself, and takes --endpoint, --access-token and --format', async () => {
  for (const command of commands) {
    const help = await authsrv([...command.words, '--help']);
    expect(help.code).toBe(0);
    for (const flag of flagsOf(command)) expect(help.output).toContain(`--${flag.name}`);
    expect(help.output).toMatch(/--endpoint URL[\s\S]*--access-token TOKEN[\s\S]*--format FORMAT/);
    expect((await authsrv(['help', ...command.words])).output).toBe(help.output);
    const names = flagsOf(command).map((flag) => flag.name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect((await authsrv('--help')).output).toContain('authsrv clients import FILE');
  expect((await authsrv('clients --help')).output).toContain('authsrv clients import FILE');
});

test('every member of a client can be given by a flag', () => {
  const own = ['client_id', 'id', 'created_at', 'updated_at'];
  const members = Object.keys(clientBody.properties).filter((name) => !own.includes(name));
  expect([...clientMembers].sort()).toEqual(members.sort());
});

const mistakes: [args: string, sentence: RegExp][] = [
  ['', /Say what to do; "authsrv --help"/],
  ['nonsense', /"nonsense" is not a command of authsrv; try authsrv --help/],
  ['clints list', /did you mean "clients"/],
  ['clients', /Say what to do: authsrv clients create\|get\|list\|update\|delete\|import/],
  ['clients lst', /"clients lst" is not a command \(did you mean "list"\?\)/],
  ['clients list --limt 3', /no flag --limt; did you mean --limit/],
  ['clients list -x', /no flag -x/],
  ['clients list extra', /"extra" is one word too many: authsrv clients list/],
  ['clients list --limit', /--limit needs a value: --limit N/],
  ['clients list --limit --offset 3', /--limit needs a value; write --limit=--offset/],
  ['clients list --limit many', /--limit must be a whole number, not "many"/],
  ['clients list --limit 1 --limit 2', /--limit was given twice/],
  ['clients list --format xml', /--format must be one of json, table, not "xml"/],
  [
    'clients list --endpoint nowhere',
    /"nowhere" is not an http\(s\) address; give one by --endpoint or AUTHSRV_ADMIN_URL/,
  ],
  ['clients get', /ID is missing: authsrv clients get ID/],
  ['clients delete ..', /"\.\." cannot be a name/],
  ['keys delete .. clients', /"\.\." cannot be a name/],
  ['keys get mine .', /"\." cannot be a name/],
  ['clients update reader', /Say what to change/],
  ['clients create --metadata {', /--metadata is not JSON/],
  ['clients create --backchannel-logout-session-required=maybe', /takes no value but true and false/],
  ['clients import nothing.json', /nothing\.json does not exist/],
  ['keys import mine package.json', /package\.json holds neither a JSON Web Key nor a set of them/],
  ['token user', /Say which client: --client-id/],
  [
    'token client --client-id a --token-endpoint-auth-method client_secret_post --endpoint http://127.0.0.1:4',
    /Nothing answers|cannot be reached/,
  ],
  ['token flush --min-age soon', /--min-age must be a time such as 90s/],
  ['token flush --not-after soon', /--not-after must be an ISO 8601 time/],
  ['token flush --min-age 1h --not-after 2026-01-01', /either --min-age or --not-after/],
  ['token introspect -', /Standard input was empty/],
  ['migrate sql', /Give the database/],
  ['completion tcsh', /SHELL must be one of bash, zsh, fish, not "tcsh"/],
  ['serve all', /DATABASE_URL/],
  ['serve all --public-port http --database-url memory', /PUBLIC_PORT/],
];

test('a mistake is answered in one sentence that says what to do', async () => {
  for (const [args, sentence] of mistakes) {
    const said = await authsrv(args);
    expect(said.notes, args).toMatch(sentence);
    expect(said.output, args).toBe('');
    expect(said.code, args).toBe(/answers|reached/.test(said.notes) ? 1 : 2);
  }
});

const former: [args: string, sentence: RegExp][] = [
  ['host', /Use "authsrv serve all"/],
  ['serve', /"authsrv serve all", "serve public" or "serve admin"/],
  ['serve all --https-tls-key-path k', /HTTPS_TLS_CERT_PATH and HTTPS_TLS_KEY_PATH/],
  ['serve all --https-tls-cert-path=k', /HTTPS_TLS_CERT_PATH and HTTPS_TLS_KEY_PATH/],
  ['token validate abc', /Use "authsrv token introspect"/],
  ['connect', /--endpoint, or set AUTHSRV_ADMIN_URL/],
  ['migrate ladon', /"authsrv migrate sql"/],
  ['migrate secret', /SYSTEM_SECRET/],
  ['policies list', /separate service/],
  ['groups', /separate service/],
  ['clients create --allowed-scopes a', /Use --scope/],
  ['clients create --is-public', /--token-endpoint-auth-method none/],
  ['token user --id a', /Use --client-id/],
  ['token user --secret a', /Use --client-secret/],
  ['token client --scopes a', /Use --scope/],
  ['token client --id a', /Use --client-id/],
  ['token introspect abc --scopes a', /Use --scope/],
  ['token revoke abc --secret a', /Use --client-secret/],
];

test('former commands, flags and variables are answered with what took their place', async () => {
  for (const [args, sentence] of former) {
    const said = await authsrv(args);
    expect(said.notes, args).toMatch(sentence);
    expect(said.code, args).toBe(2);
  }
  for (const name of ['AUTHSRV_URL', 'CLUSTER_URL']) {
    const said = await authsrv('clients list', { environment: { [name]: 'http://127.0.0.1:4445' } });
    expect(said).toMatchObject({
      code: 2,
      notes: `${name} was renamed: set AUTHSRV_ADMIN_URL to the administrative address.\n`,
    });
  }
  const elsewhere = { AUTHSRV_ADMIN_URL: 'https://admin.example', OAUTH2_CLIENT_ID: 'a', OAUTH2_CLIENT_SECRET: 'b' };
  const refused = await authsrv('token client', { environment: elsewhere });
  expect(refused).toMatchObject({ code: 2, notes: expect.stringContaining('OAUTH2_ISSUER_URL') });
});

/** A server that answers everything alike, with its address. */
async function answering(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server out of reach is told in one sentence, with code 1', async () => {
  const page = await answering(createServer((_request, response) => response.end('<html>')));
  const moved = await answering(
    createServer((_request, response) => response.writeHead(302, { location: 'https://login.example/' }).end()),
  );
  const cut = await answering(createServer((request) => request.socket.destroy()));
  const secure = await answering(createTlsServer(selfSigned));
  const closed = createServer();
  const gone = await answering(closed);
  await new Promise((resolve) => closed.close(resolve));
  const cases: [string, RegExp][] = [
    [`http://${gone}`, /^Nothing answers at 127\.0\.0\.1:\d+: start the server, or give its address by --endpoint/],
    ['http://no-such-machine.invalid', /^There is no machine named|cannot be looked up/],
    [`http://${page}`, /did not answer in JSON, so it is not the administrative listener/],
    [`http://${moved}`, /sent the request on to https:\/\/login\.example\/; .*--access-token/],
    [`http://${cut}`, /broke the connection off/],
    [`https://${page}`, /does not speak TLS/],
    [`https://${secure}`, /not trusted here: name a file with that authority in NODE_EXTRA_CA_CERTS/],
  ];
  for (const [address, sentence] of cases) {
    const said = await authsrv(['clients', 'list', '--endpoint', address]);
    expect(said.notes, address).toMatch(sentence);
    expect(said.notes.trim().split('\n'), address).toHaveLength(1);
    expect([said.code, said.output], address).toEqual([1, '']);
  }
  const odd = createServer((_request, response) => {
    const issuer = `http://${address}/`;
    const authorization_endpoint = 'file:///usr/bin/program';
    const metadata = { issuer, authorization_endpoint, token_endpoint: `${issuer}token` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  const address = await answering(odd);
  let opened = false;
  const openBrowser = async () => {
    opened = true;
    return true;
  };
  const user = ['token', 'user', '--client-id', 'a', '--port', '0', '--endpoint', `http://${address}/`];
  expect(await authsrv(user, { openBrowser })).toMatchObject({
    code: 1,
    notes: expect.stringContaining('only HTTP and HTTPS'),
  });
  expect(opened).toBe(false);
  const wrong = await authsrv(['token', 'client', '--client-id', 'a', '--endpoint', `http://${page}`]);
  expect(wrong).toMatchObject({ code: 1, notes: expect.stringContaining('is not a public listener') });
});

test('completion: bash offers commands, flags and values, and each script names every command', async () => {
  const { output: bash } = await authsrv('completion bash');
  const complete = (...words: string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `${bash}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _authsrv; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split(' ');
  };
  expect(complete('authsrv', 'cl')).toEqual(['clients']);
  expect(complete('authsrv', 'clients', '')).toEqual(['create', 'get', 'list', 'update', 'delete', 'import']);
  expect(complete('authsrv', 'clients', 'list', '--li')).toEqual(['--limit']);
  expect(complete('authsrv', 'clients', 'list', '--format', 't')).toEqual(['table']);
  for (const shell of ['zsh', 'fish']) {
    const { output } = await authsrv(`completion ${shell}`);
    for (const { words } of commands) for (const word of words) expect(output).toContain(word);
    expect(output).toContain('redirect');
  }
});
