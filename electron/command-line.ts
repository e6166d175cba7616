// Reads the client's command line. Knows neither hosts nor what is in the files.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CommandLine {
  data?: string;
  service?: string;
  browser: boolean;
  port?: number;
  kiosk: boolean;
  headless: boolean;
  debugPort?: number;
  autoSignIn: boolean;
  /** Absolute, because a second start hands them to a process with another working folder. */
  files: string[];
}

export const usage = `Usage: octavo-reader [options] [FILE...]
  --data DIR         folder for everything that is kept (default: $XDG_DATA_HOME/octavo)
  --service URL      address of the reading service
  --browser          open no window; print a one-time address for a browser of this machine
  --port N           port for --browser (kept in the data folder)
  --kiosk            the whole screen, without a frame
  --headless         no screen at all, for tests
  --debug-port N     lets a test attach to Chromium
  --auto-sign-in     start the sign-in and print its code`;

/** Throws a sentence for people when an option is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      service: { type: 'string' },
      browser: { type: 'boolean', default: false },
      port: { type: 'string' },
      kiosk: { type: 'boolean', default: false },
      headless: { type: 'boolean', default: false },
      'debug-port': { type: 'string' },
      'auto-sign-in': { type: 'boolean', default: false },
    },
  });
  const port = readPort('--port', values.port);
  const debugPort = readPort('--debug-port', values['debug-port']);
  return {
    browser: values.browser,
    kiosk: values.kiosk,
    headless: values.headless,
    autoSignIn: values['auto-sign-in'],
    files: positionals.map((file) => resolve(file)),
    ...(values.data === undefined ? {} : { data: values.data }),
    ...(values.service === undefined ? {} : { service: readService(values.service) }),
    ...(port === undefined ? {} : { port }),
    ...(debugPort === undefined ? {} : { debugPort }),
  };
}

function readPort(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) throw new Error(`${name} must be a number from 1 to 65535.`);
  return port;
}

/** An address without its closing slash, query or fragment. */
export function readService(text: string): string {
  if (!URL.canParse(text)) throw new Error(`--service must be an http or https address, not ${text}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`--service must be an http or https address, not ${text}`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
