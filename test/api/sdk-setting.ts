// What the SDK's tests share: a wire service that ends with its test, a clock that does not wait, a transport.

import { onTestFinished } from 'vitest';
import { createFetchTransport, type FetchTransportOptions } from '../../api/sdk/fetch-transport.ts';
import type { Clock } from '../../api/sdk/platform.ts';
import type { CallSession, SessionAccess } from '../../api/sdk/session-gate.ts';
import { type Answer, startWireService, type WireService } from './wire-service.ts';

/** Milliseconds; the time limit of an attempt in these tests, which only `passTimeLimit` lets pass. */
export const timeLimit = 987_654;

export interface TestClock extends Clock {
  /** Every pause that was asked for, milliseconds. */
  pauses: number[];
  /** Lets the time limit of every attempt under way pass. */
  passTimeLimit(): void;
  set(milliseconds: number): void;
}

/** Pauses pass at once and move the clock; time limits pass only when told. */
export function createTestClock(start = 1_700_000_000_000): TestClock {
  let time = start;
  const limits = new Set<() => void>();
  const pauses: number[] = [];
  return {
    pauses,
    now: () => time,
    set: (milliseconds) => {
      time = milliseconds;
    },
    passTimeLimit: () => {
      for (const action of [...limits]) action();
    },
    after(milliseconds, action) {
      if (milliseconds === timeLimit) {
        limits.add(action);
        return () => limits.delete(action);
      }
      pauses.push(milliseconds);
      const timer = setImmediate(() => {
        time += milliseconds;
        action();
      });
      return () => clearImmediate(timer);
    },
  };
}

export const session: CallSession = { accessToken: 'token-1', signKey: 'key-1' };
export const signedIn: SessionAccess = { current: async () => session };

export async function serve(answer: Answer): Promise<WireService> {
  const service = await startWireService(answer);
  onTestFinished(() => service.close());
  return service;
}

export async function setUp(answer: Answer, options: Partial<FetchTransportOptions> = {}) {
  const service = await serve(answer);
  const clock = createTestClock();
  const transport = createFetchTransport({
    baseUrl: service.url,
    session: signedIn,
    clock,
    random: () => 1,
    timeout: timeLimit,
    ...options,
  });
  return { service, clock, transport };
}
