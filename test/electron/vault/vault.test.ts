// The credential store: what is written comes back, nothing readable is on the disk, and damage means signed out.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAccounts } from '../../../electron/sign-in/accounts.ts';
import { openVault } from '../../../electron/vault/vault.ts';
import type { KeyWrapper } from '../../../electron/vault/vault-key.ts';
import { recordingLog } from '../recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A keyring that turns bytes over. */
const keyring: KeyWrapper = {
  wrap: async (key) => Buffer.from(key.map((byte) => byte ^ 0xff)),
  unwrap: async (wrapped) => Buffer.from(wrapped.map((byte) => byte ^ 0xff)),
};

test('an entry comes back from a new vault on the same folder, and is not readable on the disk', async () => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  await (await openVault(folder, log)).write('accounts', 'a secret: 秘密');
  expect(await (await openVault(folder, log)).read('accounts')).toBe('a secret: 秘密');
  for (const name of await readdir(folder)) {
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('secret');
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect(log.entries).toEqual([]);
});

test('two writes of the same text differ on the disk', async () => {
  const folder = await temporaryFolder();
  const vault = await openVault(folder, recordingLog());
  await vault.write('accounts', 'same');
  const first = await readFile(join(folder, 'accounts.vault'));
  await vault.write('accounts', 'same');
  expect(await readFile(join(folder, 'accounts.vault'))).not.toEqual(first);
});

test('what was never written, or was removed, is absent', async () => {
  const vault = await openVault(await temporaryFolder(), recordingLog());
  expect(await vault.read('accounts')).toBeUndefined();
  await vault.write('accounts', 'x');
  await vault.remove('accounts');
  expect(await vault.read('accounts')).toBeUndefined();
});

test.each([
  ['a changed byte', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])],
  ['a cut file', (bytes: Buffer) => bytes.subarray(0, 20)],
  ['an empty file', () => Buffer.alloc(0)],
  ['a foreign file', () => Buffer.from('{"accessToken":"x"}')],
])('%s is put aside, reported as absent, and the vault works on', async (_name, damage) => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  const vault = await openVault(folder, log);
  await vault.write('accounts', 'text');
  const file = join(folder, 'accounts.vault');
  await writeFile(file, damage(await readFile(file)));
  expect(await vault.read('accounts')).toBeUndefined();
  expect(log.entries).toMatchObject([{ level: 'warn', message: expect.stringContaining('sign in again') }]);
  expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toHaveLength(1);
  await vault.write('accounts', 'new');
  expect(await vault.read('accounts')).toBe('new');
});

test('one entry cannot be passed off as another', async () => {
  const folder = await temporaryFolder();
  const vault = await openVault(folder, recordingLog());
  await vault.write('accounts', 'text');
  await writeFile(join(folder, 'other.vault'), await readFile(join(folder, 'accounts.vault')));
  expect(await vault.read('other')).toBeUndefined();
});

test('names that are paths are refused', async () => {
  const vault = await openVault(await temporaryFolder(), recordingLog());
  await expect(vault.read('../accounts')).rejects.toThrow('Not a vault name');
});

test('a keyring locks a key that was plain before, and without that keyring the reader is signed out', async () => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  await (await openVault(folder, log)).write('accounts', 'text');
  const plain = await readFile(join(folder, 'key'));
  expect(await (await openVault(folder, log, keyring)).read('accounts')).toBe('text');
  const locked = await readFile(join(folder, 'key'));
  expect(locked.includes(plain.subarray(4))).toBe(false);
  expect(await (await openVault(folder, log, keyring)).read('accounts')).toBe('text');
  expect(log.entries).toEqual([]);
  expect(await (await openVault(folder, log)).read('accounts')).toBeUndefined();
  expect(log.messages().join()).toContain('sign in again');
});

test('a damaged key file means signed out, never a crash', async () => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  await (await openVault(folder, log)).write('accounts', 'text');
  await writeFile(join(folder, 'key'), 'OCKPshort');
  expect((await openAccounts(await openVault(folder, log), log)).active()).toBeUndefined();
  expect(log.entries.length).toBeGreaterThan(0);
});

test('accounts of an unknown shape mean signed out', async () => {
  const log = recordingLog();
  const vault = await openVault(await temporaryFolder(), log);
  await vault.write('accounts', '{"accounts":[{"vid":1}]}');
  expect((await openAccounts(vault, log)).active()).toBeUndefined();
  await vault.write('accounts', 'no json');
  expect((await openAccounts(vault, log)).active()).toBeUndefined();
  expect(log.messages()).toHaveLength(2);
});

test('several accounts: a second sign-in keeps the first, sign-out takes only its own away', async () => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  const account = (name: string) => ({ account: name, service: 'http://s', vid: name, name, avatar: '' });
  const accounts = await openAccounts(await openVault(folder, log), log);
  await accounts.signIn(account('ada'));
  await accounts.signIn(account('ben'));
  expect(accounts.active()?.account).toBe('ben');
  await accounts.remove('ben');
  expect(accounts.active()).toBeUndefined();
  const again = await openAccounts(await openVault(folder, log), log);
  expect(again.active()).toBeUndefined();
  await again.signIn(account('ada'));
  await again.useLocal();
  expect(again.isLocal()).toBe(true);
  expect(again.active()).toBeUndefined();
});
