// Waiting that can be called off: pauses, and promises that are not waited for any longer.

import { AppError } from '../errors.ts';
import type { Clock, Signal } from './platform.ts';

/** Throws `cancelled`. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw new AppError('cancelled');
}

/** The promise's outcome, or `cancelled` as soon as the signal says so; the work behind the promise goes on. */
export function untilAborted<T>(promise: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new AppError('cancelled'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Rejects with `cancelled` as soon as the signal says so. */
export async function pause(clock: Clock, milliseconds: number, signal?: Signal): Promise<void> {
  throwIfAborted(signal);
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      cancelTimer();
      reject(new AppError('cancelled'));
    };
    const cancelTimer = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
