// The one way by which every operation reaches the service: a route's name and its parameters in, its reply out.
// Behind it may be fetch, or the renderer's bridge to the main process; operations never know which.

import type { CallParamsOf, ReplyOf, RouteName, RouteOf } from '../catalog.ts';
import type { Signal } from './platform.ts';

export interface CallOptions {
  /** Ends the call with the error `cancelled`. */
  signal?: Signal | undefined;
}

/** Routes that answer with a stream of server-sent events. */
export type StreamRouteName = {
  [K in RouteName]: RouteOf<K> extends { content: readonly ['text/event-stream'] } ? K : never;
}[RouteName];
export type CallRouteName = Exclude<RouteName, StreamRouteName>;

export interface Transport {
  /** Fails with an `AppError` and nothing else. A reply that is not JSON comes as `Uint8Array`. */
  call<K extends CallRouteName>(route: K, params: CallParamsOf<K>, options?: CallOptions): Promise<ReplyOf<K>>;
  /** The events as they come. Leaving the loop ends the request. */
  stream<K extends StreamRouteName>(
    route: K,
    params: CallParamsOf<K>,
    options?: CallOptions,
  ): AsyncGenerator<ReplyOf<K>, void, undefined>;
}
