// Registers the reader's OAuth client at our authorization server, and tries again until that answers.
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

/** Resolves once the client is registered, or `signal` ended it. */
export async function registerClient(adminUrl: string, log: Log, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await keepClient(adminUrl.replace(/\/+$/, ''), signal);
      log.info({ clientId }, 'the client is registered at the authorization server');
      return;
    } catch (error) {
      if (signal.aborted) return;
      const line = { err: error, attempt, adminUrl };
      // At the first start both programs start together, so that a few attempts fail.
      if (attempt % 10 === 0) log.warn(line, 'the authorization server does not answer');
      else log.debug(line, 'the authorization server does not answer yet');
    }
    await wait(Math.min(longestPause, 250 * 1.5 ** attempt), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

async function keepClient(adminUrl: string, signal: AbortSignal): Promise<void> {
  const at = `${adminUrl}/clients/${clientId}`;
  const found = await fetch(at, { signal: limited(signal) });
  await found.body?.cancel();
  if (found.status !== 404 && !found.ok) throw new Error(`GET ${at} answered ${found.status}.`);
  const [method, url] = found.ok ? ['PUT', at] : ['POST', `${adminUrl}/clients`];
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
