// The request path of the whole client: one call by route name with session, signature, refresh, retries and cancel.
// The renderer never sees a token, and only routes of the catalog can be called.

import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../api/errors.ts';
import type { RouteKey } from '../../api/route.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import { neverArrived } from './exchange.ts';
import type { Online } from './online.ts';
import type { SendOptions, Transport } from './transport.ts';

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Milliseconds of one attempt. */
  timeout?: number;
  /** Milliseconds of all attempts, the pauses between them and a session that has to be renewed; none without it. */
  within?: number;
  /** Whose call it is. It is never sent for anybody else, however long it has to wait. */
  account?: string;
}

export interface Requests {
  call(key: RouteKey, params: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** For routes whose reply is bytes; the body is unread. */
  open(key: RouteKey, params: Record<string, unknown>, options?: CallOptions): Promise<Response>;
  /** The bytes at an address; the session goes along only when it is the service's own. */
  openAddress(url: URL, options?: CallOptions): Promise<Response>;
}

interface Parts {
  transport: Transport;
  sessions: Sessions;
  online: Online;
  /** The service to ask when nobody is signed in. */
  service(): string;
  /** Milliseconds before the second attempt; doubled for each further one. */
  firstPause?: number;
}

/** What matters of a route here. */
interface Asked {
  anonymous?: boolean;
  signed?: boolean;
  /** May be sent twice. */
  safe?: boolean;
}

const maxAttempts = 4;
const longestPause = 20_000;
const signatureNames = ['random', 'timestamp', 'signature'];
/** The service, or something before it, may do better in a moment. */
const passing = ['offline', 'timeout', 'upstream_unavailable', 'shutting_down', 'too_many_requests'];

export function createRequests(parts: Parts): Requests {
  const { transport, sessions, online, firstPause = 300 } = parts;

  function ask(key: RouteKey): Asked {
    const { anonymous = false, signed = false, safe = false } = transport.route(key);
    return { anonymous, signed, safe: safe || key.startsWith('GET ') };
  }

  async function attempt<T>(
    route: Asked,
    options: CallOptions,
    send: (service: string, options: SendOptions) => Promise<T>,
  ): Promise<T> {
    if (route.anonymous) return send(parts.service(), options);
    const { account: owner, ...sending } = options;
    const sendWith = ({ service, session }: Awaited<ReturnType<Sessions['current']>>) =>
      send(service, {
        ...sending,
        accessToken: session.accessToken,
        ...(route.signed ? { signKey: session.signKey } : {}),
      });
    const before = await sessions.current();
    if (owner !== undefined && owner !== before.account) throw otherAccount();
    try {
      return await sendWith(before);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const after = await sessions.replace(before.session.accessToken);
      // Somebody else has signed in while the answer was on its way.
      if (after.account !== before.account) throw otherAccount();
      return sendWith(after);
    }
  }

  async function persist<T>(
    route: Asked,
    options: CallOptions,
    send: (service: string, options: SendOptions) => Promise<T>,
  ): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        const reply = await attempt(route, options, send);
        online.report(true);
        return reply;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'offline') online.report(false);
        else if (error.code !== 'cancelled' && error.code !== 'timeout') online.report(true);
        if (attempts >= maxAttempts || !mayRepeat(route, error)) throw error;
        await pauseBefore(attempts, error, firstPause, options.signal);
      }
    }
  }

  return {
    call(key, params, options = {}) {
      const route = transport.route(key);
      if (route.content) {
        return Promise.reject(new AppError('bad_argument', `${key} answers with a file, which calls cannot carry.`));
      }
      const own = withoutSignature(params);
      return limited(options, (kept) =>
        persist(ask(key), kept, (service, sending) => transport.json(service, key, own, sending)),
      );
    },
    open(key, params, options = {}) {
      return limited(options, (kept) =>
        persist(ask(key), kept, (service, sending) => transport.bytes(service, key, params, sending)),
      );
    },
    openAddress(url, options = {}) {
      const isOwn = url.origin === new URL(parts.service()).origin;
      const asked = isOwn ? { safe: true } : { safe: true, anonymous: true };
      return limited(options, (kept) =>
        persist(asked, kept, (_service, sending) => transport.address(url.href, sending)),
      );
    },
  };
}

/** Ends the work with `timeout` after `within`; a body whose headers have come by then may still be read. */
async function limited<T>({ within, ...options }: CallOptions, work: (options: CallOptions) => Promise<T>): Promise<T> {
  if (within === undefined) return work(options);
  const late = new AbortController();
  const { signal } = options;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('timeout'));
      late.abort();
    }, within);
  });
  try {
    const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    return await Promise.race([work({ ...options, signal: both }), limit]);
  } finally {
    clearTimeout(timer);
  }
}

const otherAccount = () => new AppError('not_signed_in', 'Another account is in use now.');

function withoutSignature(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !signatureNames.includes(name)));
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'session_expired' || error.code === 'not_signed_in');
}

function mayRepeat(route: Asked, error: AppError): boolean {
  if (!passing.includes(error.code)) return false;
  // Being told to wait means that nothing was done.
  if (error.code === 'too_many_requests' || neverArrived(error)) return true;
  return route.safe === true;
}

/** Grows with each attempt, and differs between devices that lost the service at the same moment. */
async function pauseBefore(attempts: number, error: AppError, first: number, signal?: AbortSignal): Promise<void> {
  const grown = Math.min(first * 2 ** (attempts - 1), longestPause);
  const asked = Number(error.details?.retryAfter ?? 0) * 1000;
  const pause = Math.max(grown / 2 + (Math.random() * grown) / 2, Math.min(asked, longestPause));
  try {
    await wait(pause, undefined, signal ? { signal } : {});
  } catch (cause) {
    throw new AppError('cancelled', undefined, undefined, { cause });
  }
}
