// When a failed call is made again, and after how long. Knows error codes and chance, not transports.

import { AppError, type ErrorCode } from '../errors.ts';
import type { Clock, Signal } from './platform.ts';
import { pause } from './waiting.ts';

export interface RetryPolicy {
  /** Calls in all, the first included. */
  attempts: number;
  /** Milliseconds; the bound of the first pause, doubled for each further one. */
  firstDelay: number;
  /** Milliseconds; no pause is longer. A service that asks for a longer one is not asked again. */
  longestDelay: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, firstDelay: 400, longestDelay: 20_000 };

/** The service did nothing yet, so that any call may be made again. */
const refusedUnseen: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'shutting_down']);
/** Whether the service did it is unknown; only what is safe to do twice may be made again. */
const outcomeUnknown: ReadonlySet<ErrorCode> = new Set(['offline', 'timeout', 'upstream_unavailable']);

/** `safe`: doing it twice is no harm. */
export function mayRetry(code: ErrorCode, safe: boolean): boolean {
  return refusedUnseen.has(code) || (safe && outcomeUnknown.has(code));
}

export interface RetrySurroundings {
  clock: Clock;
  /** 0 ≤ value < 1 */
  random: () => number;
  policy: RetryPolicy;
  signal?: Signal | undefined;
}

/** Full jitter: a random time from 0 to the doubled bound, so that clients that failed together do not come back together. */
export async function withRetries<T>(
  safe: boolean,
  surroundings: RetrySurroundings,
  attempt: () => Promise<T>,
): Promise<T> {
  const { clock, random, policy, signal } = surroundings;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError) || failures >= policy.attempts || !mayRetry(error.code, safe)) throw error;
      const bound = Math.min(policy.longestDelay, policy.firstDelay * 2 ** (failures - 1));
      const asked = askedDelay(error);
      if (asked > policy.longestDelay) throw error;
      await pause(clock, Math.max(asked, random() * bound), signal);
    }
  }
}

/** Milliseconds that the service asked for, 0 if it did not. */
function askedDelay(error: AppError): number {
  const seconds = error.details?.retryAfter;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
}
