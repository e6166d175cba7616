// Lets everybody else have most of the time while much is to be done: the database's calls answer within one turn of the
// event loop, so that a row of them would keep requests waiting until its end.

import { setTimeout as pause } from 'node:timers/promises';

/** Of what the work took: a quarter of the time is spent on it. */
const share = 3;
/** Milliseconds. */
const longestRest = 1000;

/** Resolves with what the work answers after a rest, which ends early when `signal` tells that the service stops. */
export async function restAfter<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const begun = performance.now();
  const result = await work();
  const rest = Math.min(share * (performance.now() - begun), longestRest);
  // Nothing is lost by a rest that ends early: the work is done.
  if (!signal?.aborted) await pause(rest, undefined, { signal }).catch(() => undefined);
  return result;
}
