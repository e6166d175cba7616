// Calls the administrative listener for the command line; what it refuses becomes one sentence.

import { StartError } from '../../base/start-error.ts';
import type { Call } from '../commands/command.ts';
import { Refused } from '../commands/refused.ts';
import { formerAdminVariables } from './former.ts';
import { reach, readText } from './reach.ts';

export interface AdminReply {
  /** Undefined where the reply has no body. */
  value: unknown;
  headers: Headers;
}

export const adminHint = 'give its address by --endpoint or AUTHSRV_ADMIN_URL';

export async function callAdmin(call: Call, method: string, path: string, body?: object): Promise<AdminReply> {
  return sendAdmin(call, path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

/** Sends a request of any form; `--access-token` or the address's user and password go along. */
export async function sendAdmin(call: Call, path: string, init: RequestInit): Promise<AdminReply> {
  const base = adminAddress(call);
  const headers = new Headers(init.headers);
  const credentials = credentialsOf(call, base);
  if (credentials !== undefined && !headers.has('authorization')) headers.set('authorization', credentials);
  const response = await reach(below(base, path), { ...init, headers }, adminHint);
  return { value: await readReply(response, base), headers: response.headers };
}

function adminAddress(call: Call): URL {
  const given = call.text('endpoint');
  if (given === undefined) {
    const former = formerAdminVariables.find((name) => call.terminal.environment[name]);
    if (former) throw new StartError(`${former} was renamed: set AUTHSRV_ADMIN_URL to the administrative address.`);
  }
  return parseAddress(given ?? 'http://127.0.0.1:4445', 'AUTHSRV_ADMIN_URL');
}

export function parseAddress(text: string, variable: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || /%(?![0-9a-f]{2})/i.test(url.username + url.password)) {
    throw new StartError(`"${text}" is not an http(s) address; give one by --endpoint or ${variable}.`);
  }
  return url;
}

/** A name as one part of a path. */
export function segment(name: string): string {
  // Every URL parser takes these for "here" and "above", however they are encoded.
  if (name === '.' || name === '..' || name === '') throw new StartError(`"${name}" cannot be a name.`);
  return encodeURIComponent(name);
}

/** A gateway may serve the listener below a path of its own. */
export function below(base: URL, path: string): URL {
  const address = new URL(base);
  address.username = '';
  address.password = '';
  const [pathname = '', query] = path.split('?');
  address.pathname = base.pathname.replace(/\/$/, '') + pathname;
  address.search = query === undefined ? '' : `?${query}`;
  address.hash = '';
  return address;
}

function credentialsOf(call: Call, base: URL): string | undefined {
  const token = call.text('access-token');
  if (token !== undefined) return `Bearer ${token}`;
  if (base.username === '' && base.password === '') return undefined;
  return basic(decodeURIComponent(base.username), decodeURIComponent(base.password));
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function readReply(response: Response, base: URL): Promise<unknown> {
  const text = await readText(response, base, adminHint);
  if (response.status >= 300 && response.status < 400) {
    throw new Refused(
      `${base.host} sent the request on to ${response.headers.get('location') ?? 'another place'}; ` +
        `${adminHint}, and --access-token if a gateway asks for one.`,
    );
  }
  const reply = jsonOrNothing(response, text);
  if (!response.ok) throw new Refused(refusal(reply, response, base), { status: response.status });
  if (text !== '' && reply === undefined) {
    throw new Refused(`${base.host} did not answer in JSON, so it is not the administrative listener; ${adminHint}.`);
  }
  return reply;
}

function jsonOrNothing(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Cut off or not JSON after all: the caller says what was expected.
    return undefined;
  }
}

function refusal(reply: unknown, response: Response, base: URL): string {
  const { error, error_description, error_hint } = (reply ?? {}) as Record<string, unknown>;
  if (typeof error !== 'string') return `${base.host} answered ${response.status} ${response.statusText}.`.trim();
  const sentences = [error_description, error_hint].filter((part) => typeof part === 'string');
  return `${sentences.join(' ') || error} (${error}, ${response.status})`;
}
