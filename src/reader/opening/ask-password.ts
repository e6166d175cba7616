// Asks the reader for a file's password, on the page that stands there while the book opens.

import type { StoreApi } from 'zustand/vanilla';
import type { ReadingState } from '../reading-state.ts';

let asked = 0;

/** `again`: the last answer was wrong. `undefined` when the reader leaves instead. */
export function askPassword(
  state: StoreApi<ReadingState>,
  signal: AbortSignal,
  again: boolean,
): Promise<string | undefined> {
  // Nobody answers any more, and nobody would tell it so.
  if (signal.aborted) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const answer = (password: string | undefined) => {
    state.setState({ locked: undefined });
    resolve(password);
  };
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  state.setState({ locked: { again, answer, question: ++asked } });
  return promise;
}
