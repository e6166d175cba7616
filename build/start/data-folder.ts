// The folder in which one installation keeps everything: its secrets, its lock, what the first run has done.

import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../server/base/make-folder.ts';

export interface Addresses {
  service: string;
  issuer: string;
  authAdmin: string;
}

interface State {
  /** Name of the account that the first run made or was given. */
  user?: string;
  samplesBroughtIn?: boolean;
  clientSignedIn?: boolean;
}

/** Makes the folder, private to this user. Throws a sentence if that is impossible. */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(join(folder, 'logs'));
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new Error(`The data folder ${folder} can't be written (${code}). Choose another with --data DIR.`);
  }
}

/** One running start per folder. Throws a sentence that names the other one and its addresses. */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'running.json');
  const running = readJson<{ pid: number; started: string; addresses?: Addresses }>(file);
  if (running && running.pid !== process.pid && startTime(running.pid) === running.started) {
    const where = running.addresses ? ` Its service answers at ${running.addresses.service}.` : '';
    throw new Error(
      `Octavo already runs from ${folder} (process ${running.pid}).${where} ` +
        'Use that one, stop it with Ctrl-C, or start a second one with --data DIR and other ports.',
    );
  }
  writeJson(file, { pid: process.pid, started: startTime(process.pid) });
  return () => rmSync(file, { force: true });
}

export function publishAddresses(folder: string, addresses: Addresses): void {
  writeJson(join(folder, 'running.json'), { pid: process.pid, started: startTime(process.pid), addresses });
}

/** The authorization server's system secret: made once, never changed by a start. */
export function systemSecret(folder: string): string {
  const file = join(folder, 'secrets.json');
  const stored = readJson<{ system: string }>(file);
  if (stored) return stored.system;
  const system = randomBytes(32).toString('base64url');
  writeJson(file, { system });
  return system;
}

export function readState(folder: string): State {
  return readJson<State>(join(folder, 'start.json')) ?? {};
}

export function writeState(folder: string, state: State): void {
  writeJson(join(folder, 'start.json'), state);
}

/** Whole or not at all, also after a power cut. */
export function writeJson(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}

function readJson<T>(file: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new Error(`${file} is damaged; restore it from a backup or move it away.`, { cause });
  }
}

/**
 * When a process began, in the kernel's ticks: tells a live owner from another process with the same number.
 * Undefined for a process that is gone; where there is no /proc, only whether it lives is known.
 */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    try {
      process.kill(pid, 0);
      return process.platform === 'linux' ? undefined : 'alive';
    } catch {
      return undefined;
    }
  }
}
