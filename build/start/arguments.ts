// Reads the command line of `npm start` and `npm run dev`.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const hosts = ['electron', 'chromium'] as const;
export type WindowHost = (typeof hosts)[number];

export interface StartArguments {
  data: string;
  port: number;
  authPort: number;
  authAdminPort: number;
  /** Account to create if it is missing; without it the first run makes one. */
  user: { name: string; password: string } | undefined;
  readyFile: string | undefined;
  window: 'window' | 'browser' | 'none';
  host: WindowHost | undefined;
  headless: boolean;
  debugPort: number | undefined;
  /** Books to open. */
  files: string[];
}

export const usage = `Usage: npm start -- [options] [FILE…]
  --data DIR            where everything is kept (default: ${defaultData()})
  --port N              reading service (default 8080; 0 takes a free one)
  --auth-port N         authorization server (default 4444)
  --auth-admin-port N   its administration, for this machine only (default 4445)
  --user NAME:PASSWORD  account to create if it is missing
  --browser             open the client in a browser of this machine by a one-time address
  --no-window           run the services only
  --host NAME           electron or chromium (default: Electron if its binary is there)
  --ready-file FILE     write the addresses to FILE when everything answers
  --headless, --debug-port N   for tests: no visible window; DevTools on that port`;

export function defaultData(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'octavo');
}

/** Throws a sentence that says what is wrong. */
export function readArguments(argv: readonly string[]): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '8080' },
      'auth-port': { type: 'string', default: '4444' },
      'auth-admin-port': { type: 'string', default: '4445' },
      user: { type: 'string' },
      browser: { type: 'boolean', default: false },
      'no-window': { type: 'boolean', default: false },
      host: { type: 'string' },
      headless: { type: 'boolean', default: false },
      'debug-port': { type: 'string' },
      'ready-file': { type: 'string' },
    },
  });
  if (values.browser && values['no-window']) throw new Error('--browser and --no-window exclude each other.');
  return {
    data: resolve(values.data ?? defaultData()),
    port: portOf('--port', values.port),
    authPort: portOf('--auth-port', values['auth-port']),
    authAdminPort: portOf('--auth-admin-port', values['auth-admin-port']),
    user: values.user === undefined ? undefined : userOf(values.user),
    readyFile: values['ready-file'] === undefined ? undefined : resolve(values['ready-file']),
    window: values['no-window'] ? 'none' : values.browser ? 'browser' : 'window',
    host: values.host === undefined ? undefined : hostOf(values.host),
    headless: values.headless,
    debugPort: values['debug-port'] === undefined ? undefined : portOf('--debug-port', values['debug-port']),
    files: positionals.map((file) => resolve(file)),
  };
}

function hostOf(name: string): WindowHost {
  const host = hosts.find((each) => each === name);
  if (!host) throw new Error(`--host takes ${hosts.join(' or ')}, not "${name}".`);
  return host;
}

function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new Error(`${flag} takes a number from 0 to 65535, not "${text}".`);
  return port;
}

function userOf(text: string): { name: string; password: string } {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) throw new Error('--user takes NAME:PASSWORD.');
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
