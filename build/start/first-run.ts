// What the first run does beside starting: an account, and the sample books on its shelf.

import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run.ts';
import { readState, writeState } from './data-folder.ts';
import { octavoCommand } from './octavo-command.ts';

export interface Account {
  name: string;
  /** Only when it was made just now: it is shown once and kept nowhere. */
  password?: string;
}

/** The account that this installation signs in with; made on the first run. */
export async function ensureAccount(
  data: string,
  env: NodeJS.ProcessEnv,
  wanted: { name: string; password: string } | undefined,
): Promise<Account> {
  const state = readState(data);
  if (wanted) {
    await addUser(env, wanted.name, wanted.password);
    if (state.user !== wanted.name) writeState(data, { ...state, user: wanted.name });
    return { name: wanted.name };
  }
  if (state.user) return { name: state.user };
  const account = { name: 'reader', password: newPassword() };
  await addUser(env, account.name, account.password);
  writeState(data, { ...state, user: account.name });
  return account;
}

/** Brings the sample books in, once per installation: a reader who deletes them does not want them back. */
export async function bringInSamples(data: string, env: NodeJS.ProcessEnv, user: string): Promise<number> {
  const state = readState(data);
  if (state.samplesBroughtIn) return 0;
  const folder = join(root, 'dist', 'samples');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.epub')).map((name) => join(folder, name));
  await octavoCommand(['import', '--user', user, ...files], env);
  writeState(data, { ...readState(data), samplesBroughtIn: true });
  return files.length;
}

function addUser(env: NodeJS.ProcessEnv, name: string, password: string): Promise<string> {
  return octavoCommand(['users', 'add', name, '--password-stdin', '--if-missing'], env, password);
}

/** Four groups of four characters that can't be mistaken for each other when read off a screen: 79 bits. */
function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
