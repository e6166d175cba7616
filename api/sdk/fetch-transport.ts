// The transport over fetch, for Node and browsers: session, signature, clock offset, retries.
// Knows routes only through the catalog, and no operation.

import { type RouteName, routes, splitRouteKey } from '../catalog.ts';
import { AppError } from '../errors.ts';
import type { Route } from '../route.ts';
import { sign } from '../signing.ts';
import { type Attempt, startAttempt } from './attempt.ts';
import { readEvents } from './event-stream.ts';
import {
  type Clock,
  type Fetcher,
  type FetchResponse,
  globalFetcher,
  randomText,
  type Signal,
  systemClock,
} from './platform.ts';
import { readError, readReply, serviceTimeOf } from './read-reply.ts';
import { type BaseAddresses, buildRequest, fillPath } from './request.ts';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.ts';
import { type CallSession, type SessionAccess, SessionGate } from './session-gate.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface FetchTransportOptions extends BaseAddresses {
  session: SessionAccess;
  fetcher?: Fetcher;
  clock?: Clock;
  /** 0 ≤ value < 1, for the pauses between retries. */
  random?: () => number;
  retry?: RetryPolicy;
  /** Milliseconds for one attempt; for replies that are not JSON, until their head has arrived. */
  timeout?: number;
}

interface Call {
  key: RouteName;
  route: Route;
  params: Record<string, unknown>;
  /** One for all attempts, so that the service can tell a repetition from a second call. */
  random: string;
  signal: Signal | undefined;
}

/** Calls fail with an `AppError`: one of the service, or `offline`, `timeout`, `cancelled`, `not_signed_in`. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  const calls = new FetchCalls(options);
  return {
    // The catalog gives the route by its name, so what arrives is that route's reply.
    call: async (key: RouteName, params: object, callOptions?: CallOptions): Promise<never> =>
      (await calls.run(prepare(key, params, callOptions))) as never,
    stream: (key: RouteName, params: object, callOptions?: CallOptions): AsyncGenerator<never, void, undefined> =>
      calls.stream(prepare(key, params, callOptions)) as AsyncGenerator<never, void, undefined>,
  };
}

function prepare(key: RouteName, params: object, callOptions: CallOptions | undefined): Call {
  return { key, route: routes[key], params: { ...params }, random: randomText(), signal: callOptions?.signal };
}

class FetchCalls {
  readonly #options: FetchTransportOptions;
  readonly #fetcher: Fetcher;
  readonly #clock: Clock;
  readonly #gate: SessionGate;
  /** Seconds that the service's clock is ahead of this one. */
  #clockOffset = 0;

  constructor(options: FetchTransportOptions) {
    this.#options = options;
    this.#fetcher = options.fetcher ?? globalFetcher;
    this.#clock = options.clock ?? systemClock;
    this.#gate = new SessionGate(options.session);
  }

  run(call: Call): Promise<unknown> {
    return this.#retried(call, () =>
      this.#repaired(call, async (session) => {
        const attempt = await this.#start(call, session);
        try {
          const response = await attempt.response();
          if (call.route.content) attempt.stopClock();
          return await readReply(response, call.route.content);
        } catch (cause) {
          throw attempt.failure(cause);
        } finally {
          attempt.end();
        }
      }),
    );
  }

  /** Until its head has arrived it is a call like others; what breaks later is for the caller to ask again. */
  async *stream(call: Call): AsyncGenerator<unknown, void, undefined> {
    const opened = await this.#retried(call, () => this.#repaired(call, (session) => this.#openStream(call, session)));
    const reader = opened.response.body?.getReader();
    try {
      if (reader) yield* readEvents(reader);
    } catch (cause) {
      throw opened.attempt.failure(cause);
    } finally {
      opened.attempt.end();
      opened.attempt.abort();
    }
  }

  async #openStream(call: Call, session: CallSession | undefined) {
    const attempt = await this.#start(call, session);
    try {
      const response = await attempt.response();
      if (response.status !== 200) throw await readError(response);
      attempt.stopClock();
      return { attempt, response };
    } catch (cause) {
      attempt.end();
      throw attempt.failure(cause);
    }
  }

  /** The request is built before the attempt, so that only what fetch throws is taken for a lost connection. */
  async #start(
    call: Call,
    session: CallSession | undefined,
  ): Promise<Attempt & { response(): Promise<FetchResponse> }> {
    const params = await this.#signedParams(call, session);
    const { url, method, body } = buildRequest(call.key, call.route, params, this.#options);
    const headers: Record<string, string> = { accept: call.route.content?.join(', ') ?? 'application/json' };
    if (session) headers.authorization = `Bearer ${session.accessToken}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const attempt = startAttempt(this.#clock, this.#options.timeout ?? 30_000, call.signal);
    const init = { method, headers, signal: attempt.signal, credentials: 'omit' as const };
    const response = () => this.#fetcher.fetch(url, body === undefined ? init : { ...init, body });
    return { ...attempt, response };
  }

  async #signedParams(call: Call, session: CallSession | undefined): Promise<Record<string, unknown>> {
    if (!call.route.signed) return call.params;
    if (!session) throw new AppError('not_signed_in');
    const timestamp = Math.floor(this.#clock.now() / 1000) + this.#clockOffset;
    const params = { ...call.params, random: call.random, timestamp };
    const { path, rest } = fillPath(call.key, params);
    const signature = await sign({ method: splitRouteKey(call.key).method, path, params: rest }, session.signKey);
    return { ...params, signature };
  }

  /** One call with the two repairs that the contract knows: an expired session and a wrong clock, each once. */
  async #repaired<T>(call: Call, run: (session: CallSession | undefined) => Promise<T>): Promise<T> {
    let session = call.route.anonymous ? undefined : await this.#gate.current(call.signal);
    let renewed = false;
    let corrected = false;
    for (;;) {
      try {
        return await run(session);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const serviceTime = serviceTimeOf(error);
        if (error.code === 'session_expired' && session && !renewed) {
          session = await this.#gate.renew(session, error, call.signal);
          renewed = true;
        } else if (error.code === 'clock_skew' && serviceTime !== undefined && !corrected) {
          this.#clockOffset = Math.round(serviceTime - this.#clock.now() / 1000);
          corrected = true;
        } else throw error;
      }
    }
  }

  #retried<T>(call: Call, run: () => Promise<T>): Promise<T> {
    const safe = call.key.startsWith('GET ') || call.route.safe === true;
    const { random = Math.random, retry = defaultRetryPolicy } = this.#options;
    return withRetries(safe, { clock: this.#clock, random, policy: retry, signal: call.signal }, run);
  }
}
