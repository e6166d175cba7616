// Asks the authorization server what a person agreed to share with this service, and since when.

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '../../../api/errors.ts';

export interface ExternalGrant {
  scopes: string[];
  /** Unix seconds. */
  grantedAt: number;
  /** 0 never. */
  expiresAt: number;
}

const Consents = Type.Array(
  Type.Object({
    grant_scope: Type.Array(Type.String()),
    handled_at: Type.String(),
    remember_for: Type.Optional(Type.Number()),
  }),
);

/** The newest; undefined when nothing stands. `url`: consents by subject at the administrative listener. */
export async function readExternalGrant(
  url: string,
  subject: string,
  clientId: string,
): Promise<ExternalGrant | undefined> {
  const [consent] = await ask(`${url}?${new URLSearchParams({ subject, client: clientId, limit: '1' })}`);
  if (!consent) return undefined;
  const grantedAt = Math.floor(Date.parse(consent.handled_at) / 1000);
  const expiresAt = consent.remember_for ? grantedAt + consent.remember_for : 0;
  return { scopes: consent.grant_scope, grantedAt, expiresAt };
}

async function ask(url: string) {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(15_000) });
    const reply: unknown = await response.json();
    if (response.ok && Value.Check(Consents, reply)) return reply;
    throw new TypeError(`The list of consents answered ${response.status}.`);
  } catch (cause) {
    throw new AppError('upstream_unavailable', 'The authorization server cannot be asked now.', undefined, { cause });
  }
}
