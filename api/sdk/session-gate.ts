// Hands out the session for calls and renews it once, however many calls find it expired at the same time.
// Where sessions are kept and how they are renewed is the owner's affair.

import { AppError } from '../errors.ts';
import type { Signal } from './platform.ts';
import { untilAborted } from './waiting.ts';

export interface CallSession {
  accessToken: string;
  signKey: string;
}

export interface SessionAccess {
  /** The session in use; undefined when signed out. */
  current(): Promise<CallSession | undefined>;
  /** Renews the session; undefined when it has ended. Never called again before it has settled. */
  refresh?(expired: CallSession): Promise<CallSession | undefined>;
}

export class SessionGate {
  readonly #access: SessionAccess;
  #refreshing: Promise<CallSession | undefined> | undefined;

  constructor(access: SessionAccess) {
    this.#access = access;
  }

  async current(signal: Signal | undefined): Promise<CallSession> {
    const session = await untilAborted(this.#refreshing ?? this.#access.current(), signal);
    if (!session) throw new AppError('not_signed_in');
    return session;
  }

  /** A session that works in place of `expired`. One caller's signal does not call off what others wait for. */
  async renew(expired: CallSession, failure: AppError, signal: Signal | undefined): Promise<CallSession> {
    const session = await untilAborted(this.#renewOnce(expired), signal);
    if (!session || session.accessToken === expired.accessToken) throw failure;
    return session;
  }

  #renewOnce(expired: CallSession): Promise<CallSession | undefined> {
    this.#refreshing ??= this.#renew(expired).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  // A call that left before the last renewal comes back late: the session is new already.
  async #renew(expired: CallSession): Promise<CallSession | undefined> {
    const session = await this.#access.current();
    if (session?.accessToken !== expired.accessToken) return session;
    return await this.#access.refresh?.(expired);
  }
}
