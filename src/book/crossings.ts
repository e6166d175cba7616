// Turns on their way to another chapter. One that still waits for it is given up when the reader asks for something else:
// it ends without moving, and nobody is kept on this page by a chapter that does not come.

import { delay } from './after-paint.ts';

export class Crossings {
  /** In the order that they were asked for. */
  readonly #turns = new Set<{ direction: 1 | -1; given: AbortController }>();

  /** Turns in that direction that have not ended. */
  count(direction: 1 | -1): number {
    return [...this.#turns].filter((turn) => turn.direction === direction).length;
  }

  /**
   * Begins at once. Turns in the other direction that were asked for before are given up, as this one is by the next in
   * the other direction: its signal aborts then, or when that of `within` does.
   */
  async turn<T>(direction: 1 | -1, step: (given: AbortSignal) => Promise<T>, within?: AbortSignal): Promise<T> {
    this.giveUp(direction);
    const turn = { direction, given: new AbortController() };
    this.#turns.add(turn);
    const { signal } = turn.given;
    try {
      return await step(within ? AbortSignal.any([signal, within]) : signal);
    } finally {
      this.#turns.delete(turn);
    }
  }

  /** But those in the direction that is `kept`. */
  giveUp(kept?: 1 | -1): void {
    for (const { direction, given } of this.#turns) if (direction !== kept) given.abort();
  }
}

/** A task after the signal aborts: what is ready by then need not be given up. */
export async function givenUp(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  await delay(0);
}
