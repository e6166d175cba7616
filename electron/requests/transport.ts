// Sends one call of the reading service, once: checks that the route exists, builds and signs the request, learns the
// service's clock. Must not know the sessions' life or retries.

import { AppError } from '../../api/errors.ts';
import type { Route, RouteKey } from '../../api/route.ts';
import { buildRequest } from './build-request.ts';
import type { Clock } from './clock.ts';
import { exchangeBytes, exchangeJson } from './exchange.ts';

export type RouteTable = ReadonlyMap<RouteKey, Route>;

export interface SendOptions {
  accessToken?: string;
  signKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  timeout?: number;
}

export interface Transport {
  route(key: RouteKey): Route;
  /** The reply's JSON. */
  json(service: string, key: RouteKey, params: Record<string, unknown>, options: SendOptions): Promise<unknown>;
  /** The response with its body unread. */
  bytes(service: string, key: RouteKey, params: Record<string, unknown>, options: SendOptions): Promise<Response>;
  /** The same for an address that the service itself handed out. */
  address(url: string, options: SendOptions): Promise<Response>;
}

const defaultTimeout = 30_000;

export function createTransport(routes: RouteTable, clock: Clock): Transport {
  function route(key: RouteKey): Route {
    const found = routes.get(key);
    if (!found) throw new AppError('bad_argument', `The service has no route ${key.slice(0, 100)}.`);
    return found;
  }

  async function send<T>(
    exchange: (outgoing: Parameters<typeof exchangeJson>[0]) => Promise<T>,
    service: string,
    key: RouteKey,
    params: Record<string, unknown>,
    options: SendOptions,
  ): Promise<T> {
    const { accessToken, signKey, signal, headers, timeout = defaultTimeout } = options;
    route(key);
    for (let attempt = 1; ; attempt++) {
      const request = await buildRequest(service, key, params, {
        now: clock.now(),
        ...(accessToken ? { accessToken } : {}),
        ...(signKey ? { signKey } : {}),
      });
      try {
        const heard = hearTime(clock);
        return await exchange({ ...request, headers: { ...request.headers, ...headers }, signal, timeout, heard });
      } catch (error) {
        // A refused timestamp means that nothing was done: correct the clock and say it again.
        const time = error instanceof AppError && error.code === 'clock_skew' ? serviceTime(error) : undefined;
        if (time === undefined || attempt > 1) throw error;
        clock.learn(time);
      }
    }
  }

  return {
    route,
    json: (service, key, params, options) => send(exchangeJson, service, key, params, options),
    bytes: (service, key, params, options) => send(exchangeBytes, service, key, params, options),
    address: (url, { accessToken, headers, signal, timeout = defaultTimeout }) => {
      const own = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
      return exchangeBytes({ method: 'GET', url, headers: { ...own, ...headers }, signal, timeout });
    },
  };
}

/** For one exchange that is about to begin: takes the time at the service from the answer. */
export function hearTime(clock: Clock): (headers: Headers) => void {
  const sent = clock.device();
  return (headers) => {
    const time = Date.parse(headers.get('date') ?? '') / 1000;
    // A stored answer tells when it was stored.
    if (Number.isFinite(time) && !headers.has('age')) clock.hear(time, sent, clock.device());
  };
}

function serviceTime({ details }: AppError): number | undefined {
  const time = details?.time ?? details?.timestamp;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}
