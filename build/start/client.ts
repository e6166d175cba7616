// Opens the client in the host that this machine has, and signs it in on the first run.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findInstalled } from '../find-chromium.ts';
import { root, run } from '../run.ts';
import type { StartArguments } from './arguments.ts';
import { readState, writeState } from './data-folder.ts';
import { octavoCommand } from './octavo-command.ts';
import { Program } from './program.ts';
import type { Services } from './run-services.ts';

export type ClientHost = { kind: 'electron'; binary: string } | { kind: 'chromium' } | { kind: 'browser'; why: string };

/** Electron's binary if it was fetched. Looking for it must not fetch it, so the package itself is never loaded. */
export function electronBinary(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

/** Which host to use; asks before it installs anything. */
export async function chooseHost(options: StartArguments): Promise<ClientHost> {
  if (options.window === 'browser') return { kind: 'browser', why: '' };
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDisplay && !options.headless) {
    return { kind: 'browser', why: 'There is no display here, so no window can be opened; the services keep running.' };
  }
  const binary = electronBinary();
  if (binary && options.host !== 'chromium') return { kind: 'electron', binary };
  if (options.host === 'electron') {
    throw new Error("Electron's binary is not there; fetch it with: npx install-electron");
  }
  if (process.env.OCTAVO_CHROMIUM || findInstalled()) return { kind: 'chromium' };
  if (await offerChromium()) return { kind: 'chromium' };
  return { kind: 'browser', why: 'Neither Electron nor Chromium is installed, so no window can be opened.' };
}

async function offerChromium(): Promise<boolean> {
  const root = process.getuid?.() === 0;
  const command = root ? ['apt-get', 'install', '-y', 'chromium'] : ['sudo', 'apt-get', 'install', '-y', 'chromium'];
  if (!process.stdin.isTTY || !existsSync('/usr/bin/apt-get')) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Octavo's window needs Chromium. Install it now (${command.join(' ')})? [y/N] `,
  );
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) return false;
  const [program = '', ...args] = command;
  const { code } = await run(program, args, { show: true });
  return code === 0 && findInstalled() !== undefined;
}

export interface OpenClient {
  program: Program;
  /** Resolves when the first page is painted, or with the one-time address in a browser. */
  open: Promise<{ address?: string }>;
}

export function openClient(
  data: string,
  options: StartArguments,
  host: ClientHost,
  services: Services,
  user: string,
): OpenClient {
  const open = Promise.withResolvers<{ address?: string }>();
  const signIn = readState(data).clientSignedIn !== true;
  const program = new Program({
    name: 'client',
    ...commandFor(host, [
      ...['--data', join(data, 'client'), '--service', services.addresses.service],
      ...(signIn ? ['--auto-sign-in'] : []),
      ...(options.headless ? ['--headless'] : []),
      ...(options.debugPort === undefined ? [] : ['--debug-port', String(options.debugPort)]),
      ...(host.kind === 'browser' ? ['--browser'] : []),
      ...options.files,
    ]),
    logFile: join(data, 'logs', 'client.log'),
    onLine: (line) => {
      const [word, rest = ''] = line.split(/ (.*)/);
      if (word === 'painted') open.resolve({});
      if (word === 'address') open.resolve({ address: rest });
      if (word === 'user-code') void approve(rest);
      if (word === 'signed-in') writeState(data, { ...readState(data), clientSignedIn: true });
    },
  });
  const approve = (code: string) =>
    octavoCommand(['device', 'approve', '--user', user, '--code', code], services.octavoEnv).catch((error: Error) =>
      process.stderr.write(`The client could not be signed in by itself; sign in by hand.\n${error.message}\n`),
    );
  program.exited.then(async (code) => {
    open.reject(new Error(`The client ended with ${code} before it was open:\n${await program.lastWords()}`));
  });
  return { program, open: open.promise };
}

function commandFor(host: ClientHost, args: string[]): { command?: string; args: string[] } {
  if (host.kind === 'electron') return { command: host.binary, args: [join(root, 'dist/main/main.mjs'), ...args] };
  return { args: [join(root, 'dist/chromium/chromium.mjs'), ...args] };
}
