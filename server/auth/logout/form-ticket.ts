// Carries the form of a logout request through a redirect. A form that another site posts comes without the session's
// cookie (SameSite=Lax), the redirect that answers it with it; sealed, the ID token stays out of history and logs.

import { seconds } from '../clock.ts';
import { OAuthError } from '../errors.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import { type LogoutParams, logoutParams } from './read-wish.ts';

const lifespan = 300;
/** Node takes 16 KiB for the address and all headers of a request. */
const longestTicket = 12 * 1024;
const purpose = 'logout form';

export function sealForm(ring: SecretRing, params: LogoutParams): string {
  const ticket = ring.seal(JSON.stringify({ purpose, until: seconds() + lifespan, params }));
  if (ticket.length > longestTicket) throw new OAuthError('payload_too_large', 'The logout request is too long.');
  return ticket;
}

export function openTicket(ring: SecretRing, ticket: string): LogoutParams {
  const content = unseal(ring, ticket);
  if (content?.purpose !== purpose || content.until <= seconds()) {
    throw new OAuthError('invalid_request', 'This step has expired; start again.');
  }
  return content.params;
}

function unseal(ring: SecretRing, ticket: string) {
  try {
    return JSON.parse(ring.unseal(ticket)) as { purpose: string; until: number; params: LogoutParams };
  } catch {
    // Nothing that this server sealed.
    return undefined;
  }
}

/** The known parameters of a query or form. @throws OAuthError for one that came twice */
export function pickParams(given: unknown): LogoutParams {
  const source = (given ?? {}) as Record<string, unknown>;
  const picked: LogoutParams = {};
  for (const name of logoutParams) {
    const value = source[name];
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') throw new OAuthError('invalid_request', `"${name}" was given more than once.`);
    picked[name] = value;
  }
  return picked;
}
