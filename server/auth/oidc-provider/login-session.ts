// What our login prompt keeps in the library's session: whether the person is remembered, and for how long. Must not
// know requests or challenges.

import { randomUUID } from 'node:crypto';
import type { Context, Session } from 'oidc-provider';
import { seconds } from '../clock.ts';

/** What a login result carries beside the library's fields. */
export interface LoginResult {
  accountId: string;
  ts: number;
  acr?: string;
  amr?: string[];
  remember: boolean;
  /** Absent for a skipped login, which changes nothing. */
  rememberFor?: number | false;
  challenge: string;
  /** The `sid` that the login provider was told, for a browser in which nobody was signed in. */
  sid?: string;
}

/** May the person who is signed in pass without being asked again? */
export function isUsable({ oidc }: Context): boolean {
  const { session, params, prompts } = oidc;
  return (
    !!session.accountId &&
    session.remembered === true &&
    rememberedSeconds(session) > 0 &&
    !prompts.has('login') &&
    !prompts.has('select_account') &&
    (params.max_age === undefined || !session.past(params.max_age))
  );
}

/** How long the person is remembered from now on; endless for as long as the browser stays open. */
export function rememberedSeconds(session: Session): number {
  if (!session.rememberFor) return Number.POSITIVE_INFINITY;
  return (session.loginTs ?? 0) + session.rememberFor - seconds();
}

export function keepRemembering(session: Session, result: LoginResult): void {
  if (result.rememberFor === undefined) return;
  // The library does not keep an empty session, so that its first one differs from the one of the request.
  if (session.remembered === undefined && result.sid) session.uid = result.sid;
  session.remembered = result.rememberFor !== false;
  session.rememberFor = result.rememberFor || 0;
  // A transient session's cookie ends with the browser; the library never takes the mark away.
  session.transient = !result.rememberFor;
}

/** Takes the person out. A new `sid` follows, so that what was begun for the former person cannot be continued. */
export function releasePerson(session: Session): void {
  delete session.accountId;
  delete session.loginTs;
  delete session.authorizations;
  delete session.acr;
  delete session.amr;
  delete session.remembered;
  delete session.rememberFor;
  delete session.transient;
  session.uid = randomUUID();
}
