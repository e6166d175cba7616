// What signing out needs of the library: who is signed in in a browser, and signed logout tokens.
// Must not decide what is ended.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Provider, Session } from 'oidc-provider';
import type { BrowserSession } from '../engine.ts';
import type { EndedSession } from '../sessions.ts';

const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout';

export async function findBrowserSession(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<BrowserSession | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  return session.accountId ? { sid: session.uid, subject: session.accountId } : undefined;
}

/** A request that was under way while its session was ended stores it once more; it is over all the same. */
export function keepEnded(provider: Provider, isEnded: (sid: string) => Promise<boolean>): void {
  const { Session } = provider;
  const find = Session.find;
  Session.find = async function findAlive(value, options) {
    const session = await find.call(Session, value, options);
    return session?.accountId !== undefined && (await isEnded(session.uid)) ? undefined : session;
  };
}

const leftSessions = new WeakMap<Context, EndedSession>();

/** Another person is about to take over the browser's session. */
export function noteLeftSession(ctx: Context, { uid, accountId, authorizations }: Session): void {
  if (accountId) leftSessions.set(ctx, { sid: uid, subject: accountId, clients: Object.keys(authorizations ?? {}) });
}

/** Ends for the former person what another one took over, once the session is stored as the other's. */
export function endLeftSessions(leftBehind: (session: EndedSession) => Promise<void>) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    await next();
    const left = leftSessions.get(ctx);
    if (left) await leftBehind(left);
  };
}

/** Back-Channel Logout 1.0, section 2.4; undefined when the client is gone. */
export async function signLogoutToken(
  provider: Provider,
  clientId: string,
  { subject, sid }: BrowserSession,
): Promise<string | undefined> {
  const client = await provider.Client.find(clientId);
  if (!client) return undefined;
  const token = new provider.IdToken({ sub: subject }, { client });
  token.mask = { sub: null };
  token.set('events', { [backChannelEvent]: {} });
  token.set('jti', randomUUID());
  token.set('sid', sid);
  return token.issue({ use: 'logout' });
}
