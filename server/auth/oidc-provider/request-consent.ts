// The consent behind a grant, read once in a request however many of the library's steps ask for it.

import type { Context } from 'oidc-provider';
import type { Consent, ConsentStore } from '../consents.ts';

const read = new WeakMap<Context, Map<string, Promise<Consent | undefined>>>();

export function requestConsent(
  consents: ConsentStore,
  ctx: Context | undefined,
  grantId: string | undefined,
): Promise<Consent | undefined> {
  if (grantId === undefined) return Promise.resolve(undefined);
  if (ctx === undefined) return consents.find(grantId);
  const ofRequest = read.get(ctx) ?? new Map<string, Promise<Consent | undefined>>();
  read.set(ctx, ofRequest);
  const found = ofRequest.get(grantId) ?? consents.find(grantId);
  ofRequest.set(grantId, found);
  return found;
}
