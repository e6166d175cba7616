// What a request asks of the login itself: a certain person, by id_token_hint or the claims parameter, or one of certain
// authentication context classes (OpenID Connect Core, sections 3.1.2.1 and 5.5.1). Must not know prompts.

import { decodeJwt } from 'jose';
import type { Client, Context } from 'oidc-provider';
import { OAuthError } from '../errors.ts';
import type { SubjectIdentifiers } from '../subject-identifiers.ts';
import { libraryError } from './library-error.ts';

const sharedHosts = new Set(['', '127.0.0.1', '[::1]', 'localhost']);

/** The identifier by which a client knows a person. */
export type IdentifyFor = (client: Client, subject: string) => Promise<string>;

/** A pairwise client knows a person by an identifier of its own. */
export function identifier(subjects: SubjectIdentifiers): IdentifyFor {
  return async (client, subject) =>
    client.subjectType === 'pairwise' ? subjects.find(client.clientId, sectorOf(client), subject) : subject;
}

/** Native applications share hosts such as 127.0.0.1 with everybody, so each is a sector of its own unless it names one. */
function sectorOf({ clientId, sectorIdentifierUri, sectorIdentifier = '' }: Client): string {
  if (sectorIdentifierUri) return sectorIdentifier;
  const hostname = sectorIdentifier.replace(/:\d+$/, '');
  return sharedHosts.has(hostname) ? `client ${clientId}` : sectorIdentifier;
}

export type Unmet = 'login' | 'subject' | 'acr';

interface RequestedClaim {
  essential?: unknown;
  value?: unknown;
  values?: unknown;
}

/** What the person who is signed in does not fulfil. */
export async function unmetRequirement({ oidc }: Context, identify: IdentifyFor): Promise<Unmet | undefined> {
  const { session, client, params, claims } = oidc;
  const requested = claims.id_token ?? {};
  // The library verified the hint when the request came, and keeps it as text from then on.
  const hint = params.id_token_hint === undefined ? undefined : decodeJwt(params.id_token_hint).sub;
  const named = [hint, requested.sub?.value].filter((sub) => sub !== undefined);
  if (named.length > 0) {
    const known = await identify(client, session.accountId ?? '');
    if (named.some((sub) => sub !== known)) return 'subject';
  }
  const classes = essentialClasses(requested.acr);
  return classes.length > 0 && !classes.includes(session.acr ?? '') ? 'acr' : undefined;
}

/** All classes that are asked for in the claims parameter; `acr_values` is a parameter of its own. */
export function requestedClasses(claims: Context['oidc']['claims']): string[] {
  return valuesOf(claims.id_token?.acr ?? undefined);
}

/** Refuses requested claims whose values make no sense; the library checks the frame around them. */
export function checkRequestedClaims(claims: Context['oidc']['claims']): void {
  for (const part of [claims.id_token, claims.userinfo]) {
    for (const [name, request] of Object.entries(part ?? {})) {
      if (request === null) continue;
      const isObject = typeof request === 'object' && !Array.isArray(request);
      if (!isObject || (request.values !== undefined && !Array.isArray(request.values))) {
        throw libraryError(new OAuthError('invalid_request', `The requested claim "${name}" is malformed.`));
      }
    }
  }
}

function essentialClasses(request: RequestedClaim | null | undefined): string[] {
  return request?.essential === true ? valuesOf(request) : [];
}

function valuesOf(request: RequestedClaim | undefined): string[] {
  const values = Array.isArray(request?.values) ? request.values : [];
  return [request?.value, ...values].filter((value) => typeof value === 'string');
}
