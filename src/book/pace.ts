// How fast something is made ready: piece by piece in spare time while nobody waits for it, at once when somebody does.

import { moreSpareTime } from './after-paint.ts';

export class Pace {
  readonly #hurried = Promise.withResolvers<void>();
  #waiting = false;

  /** Somebody waits now: every rest that is taken, or would be, ends. */
  hurry(): void {
    this.#waiting = true;
    this.#hurried.resolve();
  }

  get hurried(): boolean {
    return this.#waiting;
  }

  /** Resolves when somebody waits. */
  get whenHurried(): Promise<void> {
    return this.#hurried.promise;
  }

  /** Lets the browser do what is more urgent. */
  async rest(): Promise<void> {
    if (!this.#waiting) await Promise.race([moreSpareTime(), this.#hurried.promise]);
  }
}
