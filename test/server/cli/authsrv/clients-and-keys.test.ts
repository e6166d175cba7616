// The commands on clients and keys against a running server, in this process.

import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { commandHouse } from './command-house.ts';

const one = commandHouse();
const { authsrv, file } = one;

test('clients: create, get, list, update, delete', async () => {
  const flags =
    '--name Robot --grant-types client_credentials --response-types= --scope a,b --audience https://api.example';
  const made = await authsrv(`clients create --id robot ${flags} --metadata {"team":"a"} --secret-expires-at 0`);
  expect(made).toMatchObject({ code: 0, notes: 'Keep client_secret: it is not shown again.\n' });
  expect(made.json()).toMatchObject({ client_id: 'robot', scope: 'a b', audience: ['https://api.example'] });
  expect(String(made.json().client_secret).length).toBeGreaterThan(40);
  expect((await authsrv('clients create --id robot --callbacks https://a.example/cb')).notes).toMatch(
    /\(conflict, 409\)/,
  );
  const chosen = ['clients', 'create', '--id', 'web', '--secret', '-', '-c', 'https://a.example/1,https://a.example/2'];
  const web = await authsrv([...chosen, '-c', 'https://a.example/3', '-r', 'code,code token id_token'], {
    input: 'from-standard-input\n',
  });
  expect(web.json()).toMatchObject({
    client_secret: 'from-standard-input',
    redirect_uris: ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'],
    response_types: ['code', 'code token id_token'],
  });

  const read = await authsrv('clients get robot');
  expect(read.json()).toMatchObject({ client_name: 'Robot', metadata: { team: 'a' } });
  expect(read.output).not.toContain('client_secret"');
  const table = await authsrv('clients list --format table');
  expect(table.output).toMatch(/^CLIENT_ID +CLIENT_NAME +GRANT_TYPES +SCOPE/);
  expect(table.output).toMatch(/\nrobot +Robot +client_credentials +a b +client_secret_basic\n/);
  const first = await authsrv('clients list --limit 1');
  expect(first.notes).toBe('There are more: --offset 1.\n');
  expect((await authsrv('clients list --limit 1 --offset 1')).notes).toBe('');

  const changed = await authsrv('clients update robot --scope c --audience=');
  expect(changed.json()).toMatchObject({ scope: 'c', audience: [], client_name: 'Robot', metadata: { team: 'a' } });
  expect(changed.output).not.toContain('client_secret"');
  expect((await authsrv('clients update robot --access-token-strategy odd')).code).toBe(1);
  expect(await authsrv('clients delete robot web')).toMatchObject({ code: 0, notes: 'Deleted robot.\nDeleted web.\n' });
  const gone = await authsrv('clients get robot');
  expect(gone).toMatchObject({
    code: 1,
    output: '',
    notes: 'There is no client with that client_id. (not_found, 404)\n',
  });
});

test('clients: import from files and standard input, and print nothing that steers a terminal', async () => {
  const client = (client_id: string, more: object = {}) => ({
    client_id,
    grant_types: ['client_credentials'],
    ...more,
  });
  const several = await file('several.json', [client('one'), client('two', { client_name: '\u001b[2JTwo\u009b' })]);
  const single = await file('single.json', { ...client('x'), client_id: undefined, id: 'three' });
  const made = await authsrv(['clients', 'import', several, single]);
  expect(made.code, made.notes).toBe(0);
  const registered = JSON.parse(made.output) as { client_id: string; client_secret: string }[];
  expect(registered.map((one) => one.client_id)).toEqual(['one', 'two', 'three']);
  expect(registered.every((one) => one.client_secret.length > 40)).toBe(true);
  for (const format of ['json', 'table']) {
    const shown = await authsrv(`clients list --format ${format}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(shown.output).not.toMatch(/[\u001b\u009b]/);
    expect(shown.output).toContain('\\u001b[2JTwo');
  }

  const again = JSON.stringify([client('one'), client('four'), client('five', { bogus: 1 })]);
  const some = await authsrv('clients import -', { input: again });
  expect(some.code).toBe(1);
  expect(JSON.parse(some.output)).toMatchObject([{ client_id: 'four' }]);
  expect(some.notes).toContain('one: A client with that client_id exists. (conflict, 409)');
  expect(some.notes).toContain('five: Unknown key: "bogus". (invalid_request, 400)');
  expect(some.notes).toContain('2 of 3 clients were not registered.');
  const replaced = await authsrv('clients import - --replace', {
    input: JSON.stringify(client('one', { scope: 'z' })),
  });
  expect(JSON.parse(replaced.output)).toMatchObject([{ client_id: 'one', scope: 'z' }]);
  const old = [
    { id: 'old', public: true, redirect_uris: ['https://a.example/cb'], response_types: ['code'] },
    client('older', { public: false }),
  ];
  const brought = await authsrv('clients import -', { input: JSON.stringify(old) });
  expect(JSON.parse(brought.output), brought.notes).toMatchObject([
    { client_id: 'old', token_endpoint_auth_method: 'none' },
    { client_id: 'older', token_endpoint_auth_method: 'client_secret_basic' },
  ]);
  expect((await authsrv('clients import -', { input: JSON.stringify(client('odd', { public: 'yes' })) })).code).toBe(1);
  expect((await authsrv('clients import -', { input: '[1]' })).notes).toMatch(/must hold a client or an array/);
  expect((await authsrv('clients import -', { input: '[' })).notes).toMatch(/Standard input is not JSON/);
  await authsrv('clients delete one two three four old older');
});

test('keys: create, get, import from JWK and PEM, rotate, delete', async () => {
  const made = await authsrv('keys create mine first --alg ES256');
  expect(made.json()).toMatchObject({ keys: [{ kid: 'private:first', alg: 'ES256' }, { kid: 'public:first' }] });
  expect((await authsrv('keys get')).json()).toContain('mine');
  expect((await authsrv('keys get mine public:first')).json()).toMatchObject({ keys: [{ kid: 'public:first' }] });
  const hidden = await authsrv('keys get mine');
  expect(hidden.notes).toBe('Private parts are left out; --private prints them.\n');
  expect(hidden.output).not.toContain('"d"');
  expect((await authsrv('keys get mine --private')).output).toContain('"d"');
  expect((await authsrv('keys get mine --format table')).output).toMatch(/^KID +KTY +ALG +USE +CRV\n/);
  const rotated = (await authsrv('keys rotate mine')).json() as { keys: { kid: string; alg: string }[] };
  expect(rotated.keys[0]?.alg).toBe('ES256');
  const all = (await authsrv('keys get mine')).json() as { keys: { kid: string }[] };
  expect(all.keys.map((key) => key.kid)).toEqual([
    ...rotated.keys.map((key) => key.kid),
    'private:first',
    'public:first',
  ]);
  expect((await authsrv('keys rotate nothing')).code).toBe(1);
  const copied = await authsrv('keys import copy -', { input: (await authsrv('keys get mine --private')).output });
  expect(copied.code, copied.notes).toBe(0);
  const bytes = async (set: string) =>
    JSON.stringify((await authsrv(`keys get ${set} --private`)).json())
      .split('')
      .sort();
  expect(await bytes('copy')).toEqual(await bytes('mine'));
  await authsrv('keys delete copy');

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = await file('private.pem', String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'open sesame' });
  const open = await file('locked.pem', String(locked));
  const imported = await authsrv(['keys', 'import', 'theirs', pem, '--alg', 'PS256', '--kid', 'k1']);
  expect(imported.code, imported.notes).toBe(0);
  expect(imported.output).not.toContain('"d"');
  expect((await authsrv(['keys', 'import', 'theirs', open])).notes).toMatch(
    /is encrypted: give its passphrase by --passphrase -/,
  );
  expect(
    (await authsrv(['keys', 'import', 'theirs', open], { environment: { AUTHSRV_KEY_PASSPHRASE: 'x' } })).notes,
  ).toMatch(/cannot be opened with that passphrase/);
  const opened = await authsrv(['keys', 'import', 'theirs', open, '--passphrase', '-'], { input: 'open sesame\n' });
  expect(opened.code, opened.notes).toBe(0);
  const before = (await authsrv('keys get theirs')).output;
  await authsrv(['keys', 'import', 'theirs', open, '--passphrase', '-'], { input: 'open sesame\n' });
  expect((await authsrv('keys get theirs')).output).toBe(before);
  const set = {
    keys: [
      { ...publicKey.export({ format: 'jwk' }), kid: 'theirs-public' },
      { kty: 'oct', k: 'A'.repeat(43), kid: 'shared' },
    ],
  };
  const broken = await authsrv('keys import theirs -', { input: '{"kty":"RSA"}' });
  expect(broken).toMatchObject({ code: 2, notes: expect.stringContaining('A key in Standard input is incomplete') });
  const jwks = await authsrv('keys import theirs -', { input: JSON.stringify(set) });
  expect(jwks.code, jwks.notes).toBe(0);
  expect(JSON.stringify((await authsrv('keys get theirs')).json())).toMatch(
    /theirs-public[\s\S]*shared|shared[\s\S]*theirs-public/,
  );
  expect(await authsrv('keys delete mine public:first')).toMatchObject({ code: 0 });
  expect(await authsrv('keys delete mine')).toMatchObject({ code: 0, notes: 'Deleted the set mine.\n' });
  expect((await authsrv('keys get mine')).code).toBe(1);
  await authsrv('keys delete theirs');
});
