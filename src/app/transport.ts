// Calls of the reading service by route name over the main process, which adds session, signature and retries.
// Must not know what the calls are for.

import type { RouteName, Routes } from '../../api/catalog.ts';
import type { Bridge } from '../../api/ipc.ts';
import type { CallParams, Reply } from '../../api/route.ts';
import { call } from './bridge.ts';

export type RouteReply<K extends RouteName> = Reply<Routes[K]>;

export interface Transport {
  /** Throws an AppError when the service or the way to it fails. */
  call<K extends RouteName>(route: K, params: CallParams<Routes[K]>): Promise<RouteReply<K>>;
}

/** Calls for this account only: once another one is in use, they fail as `not_signed_in`. */
export function bridgeTransport(bridge: Bridge, account: string): Transport {
  return {
    async call(route, params) {
      const asked = { route, params: params as Record<string, unknown>, account };
      const reply = await call(bridge, 'service.call', asked);
      return reply as RouteReply<typeof route>;
    },
  };
}
