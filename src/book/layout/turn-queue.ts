// Runs a view's turns and jumps one after another, in the order they were asked for. While there are any, nothing else is
// given time.

import { holdSpareTime } from '../after-paint.ts';

export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  /** True while something runs or waits. */
  get busy(): boolean {
    return this.#unfinished > 0;
  }

  /** True while something waits for what runs now. */
  get waiting(): boolean {
    return this.#unfinished > 1;
  }

  /** A step that fails rejects its own promise only. */
  run<T>(step: () => Promise<T>): Promise<T> {
    const release = holdSpareTime();
    const before = this.#unfinished++ === 0 ? undefined : this.#last;
    // Whatever it asks for itself as it begins comes after it.
    const ended = Promise.withResolvers<void>();
    this.#last = ended.promise;
    // One that has nothing to wait for begins at once, in the task of the key that asked for it.
    const outcome = before ? before.then(step) : begin(step);
    const result = outcome.finally(() => {
      this.#unfinished--;
      release();
    });
    // A step that failed is told to whoever asked for it; the next one runs all the same.
    result.then(
      () => ended.resolve(),
      () => ended.resolve(),
    );
    return result;
  }
}

/** What it throws at once rejects too. */
async function begin<T>(step: () => Promise<T>): Promise<T> {
  return step();
}
