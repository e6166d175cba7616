// One attempt at a request under the caller's signal and a time limit; tells afterwards what ended it.

import { AppError } from '../errors.ts';
import { type Clock, createAbort, type Signal } from './platform.ts';
import { throwIfAborted } from './waiting.ts';

export interface Attempt {
  /** For fetch: aborted by the caller or by the time limit. */
  signal: Signal;
  abort(): void;
  /** From here on there is no time limit. */
  stopClock(): void;
  /** Lets go of the caller's signal and the timer; always to be called. */
  end(): void;
  /** The `AppError` for what was thrown: itself, or who ended the attempt, or a lost connection. */
  failure(cause: unknown): AppError;
}

/** `timeout` in milliseconds. */
export function startAttempt(clock: Clock, timeout: number, caller: Signal | undefined): Attempt {
  throwIfAborted(caller);
  const { signal, abort } = createAbort();
  let late = false;
  const stopClock = clock.after(timeout, () => {
    late = true;
    abort();
  });
  caller?.addEventListener('abort', abort, { once: true });
  return {
    signal,
    abort,
    stopClock,
    end() {
      stopClock();
      caller?.removeEventListener('abort', abort);
    },
    failure(cause) {
      if (cause instanceof AppError) return cause;
      const code = caller?.aborted ? 'cancelled' : late ? 'timeout' : 'offline';
      return new AppError(code, undefined, undefined, { cause });
    },
  };
}
