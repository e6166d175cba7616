// Keeps the reader's OAuth client registered at our authorization server, and tries again until that answers.
// Only HTTP: it must not know the server's code.

import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './base/log.ts';

export const clientId = 'octavo-reader';
export const audience = 'octavo';

/** A public client: what is installed on a device can keep no secret (RFC 8252). */
const client = {
  client_id: clientId,
  client_name: 'Octavo',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  // Any port of the loopback address matches (RFC 8252, section 7.3).
  redirect_uris: ['http://127.0.0.1/callback'],
  scope: 'openid profile offline_access',
  audience: [audience],
};

const longestPause = 15_000;
const lookAgainAfter = 60_000;

/** What `registerClient` began. */
export interface Registration {
  /** Resolves once the client is registered, or the signal ended it. */
  first: Promise<void>;
  /** Resolves when the signal ended it. */
  ended: Promise<void>;
}

/**
 * Registers the client, and then once more whenever the authorization server has lost it: it may be restored from an older
 * backup, or keep nothing.
 */
export function registerClient(
  adminUrl: string,
  log: Log,
  signal: AbortSignal,
  lookAfter = lookAgainAfter,
): Registration {
  const base = adminUrl.replace(/\/+$/, '');
  const first = insist(() => writeClient(base, signal), base, log, signal).then(() => {
    if (!signal.aborted) log.info({ clientId }, 'the client is registered at the authorization server');
  });
  const watch = async () => {
    await first;
    while (!signal.aborted) {
      await pause(lookAfter, signal);
      await insist(() => restoreClient(base, log, signal), base, log, signal);
    }
  };
  return { first, ended: watch() };
}

/** Tries again until it succeeds or the signal ends it. */
async function insist(work: () => Promise<void>, adminUrl: string, log: Log, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      const line = { err: error, attempt, adminUrl };
      // At the first start both programs start together, so that a few attempts fail.
      if (attempt % 10 === 0) log.warn(line, 'the authorization server does not answer');
      else log.debug(line, 'the authorization server does not answer yet');
    }
    await pause(Math.min(longestPause, 250 * 1.5 ** attempt), signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** What this release wants, in place of what an earlier one wrote. */
async function writeClient(adminUrl: string, signal: AbortSignal): Promise<void> {
  await send(adminUrl, (await isThere(adminUrl, signal)) ? 'PUT' : 'POST', signal);
}

/** What the operator changed meanwhile stays. */
async function restoreClient(adminUrl: string, log: Log, signal: AbortSignal): Promise<void> {
  if (await isThere(adminUrl, signal)) return;
  await send(adminUrl, 'POST', signal);
  log.warn({ clientId }, 'the authorization server had lost the client, which is registered again');
}

async function isThere(adminUrl: string, signal: AbortSignal): Promise<boolean> {
  const at = `${adminUrl}/clients/${clientId}`;
  const found = await fetch(at, { signal: limited(signal) });
  await found.body?.cancel();
  if (found.status !== 404 && !found.ok) throw new Error(`GET ${at} answered ${found.status}.`);
  return found.ok;
}

async function send(adminUrl: string, method: 'PUT' | 'POST', signal: AbortSignal): Promise<void> {
  const url = method === 'PUT' ? `${adminUrl}/clients/${clientId}` : `${adminUrl}/clients`;
  const written = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(client),
    signal: limited(signal),
  });
  if (!written.ok) throw new Error(`${method} ${url} answered ${written.status}: ${await written.text()}`);
  await written.body?.cancel();
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
}
