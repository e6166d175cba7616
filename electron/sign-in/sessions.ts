// The life of the session in use: hands out a valid access token and refreshes it once for everyone who waits. The new
// tokens are on the disk before any caller sees them.

import { AppError } from '../../api/errors.ts';
import type { Session } from '../../api/nouns/session.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Clock } from '../requests/clock.ts';
import type { Transport } from '../requests/transport.ts';
import type { Accounts, StoredAccount, StoredSession } from './accounts.ts';

export interface Sessions {
  /** The account in use with a session that is good for some time yet. Throws not_signed_in or session_expired. */
  current(): Promise<StoredAccount & { session: StoredSession }>;
  /** After the service refused `accessToken`: the session that replaces it. */
  replace(accessToken: string): Promise<StoredAccount & { session: StoredSession }>;
}

interface Parts {
  accounts: Accounts;
  transport: Transport;
  clock: Clock;
  deviceId: string;
  log: Log;
  /** The session has ended for good. */
  onExpired(): void;
}

/** Refresh this many seconds before the end, so that long transfers do not outlive their token. */
const early = 60;
/** The service will never accept this refresh token again. */
const final = ['session_expired', 'not_signed_in', 'refresh_reused', 'login_refused', 'bad_signature'];

export function createSessions(parts: Parts): Sessions {
  const { accounts, transport, clock, deviceId, log } = parts;
  let refreshing: Promise<void> | undefined;

  function active() {
    const account = accounts.active();
    if (!account) throw new AppError('not_signed_in');
    if (!account.session) throw new AppError('session_expired');
    return { ...account, session: account.session };
  }

  async function refresh(): Promise<void> {
    const { account, service, session } = active();
    try {
      const params = { deviceId, refreshToken: session.refreshToken };
      // No retry here: whether a lost answer rotated the token is for the service to say.
      const reply = (await transport.json(service, 'POST /login', params, { signKey: session.signKey })) as Session;
      clock.learn(reply.timestamp);
      await accounts.replaceSession(account, session.refreshToken, toStored(reply, clock));
    } catch (error) {
      if (!(error instanceof AppError) || !final.includes(error.code)) throw error;
      log.warn('The session has ended; sign in again', { reason: error.code, cause: describeError(error) });
      await accounts.replaceSession(account, session.refreshToken, undefined);
      parts.onExpired();
      throw new AppError('session_expired', undefined, undefined, { cause: error });
    }
  }

  function refreshOnce(): Promise<void> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    async current() {
      if (refreshing) await refreshing;
      if (active().session.expiresAt - clock.now() < early) await refreshOnce();
      return active();
    },
    async replace(accessToken) {
      // Someone else may have refreshed while this caller's answer was on its way.
      if (active().session.accessToken === accessToken) await refreshOnce();
      return active();
    },
  };
}

export function toStored({ accessToken, refreshToken, expireIn, signKey }: Session, clock: Clock): StoredSession {
  return { accessToken, refreshToken, signKey, expiresAt: clock.now() + expireIn };
}
