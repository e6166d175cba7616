// How fast something is made ready: piece by piece in spare time while nobody waits for it, at once when somebody does,
// and not at all while it is held.

import { moreSpareTime } from './after-paint.ts';

export class Pace {
  readonly #hurried = Promise.withResolvers<void>();
  #waiting = false;
  #held: PromiseWithResolvers<void> | undefined;

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

  /** The next rest lasts until `goOn`, unless somebody waits. */
  hold(): void {
    this.#held ??= Promise.withResolvers();
  }

  goOn(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  /** Lets the browser do what is more urgent. `long`: the step that comes may take as long as a tablet should be busy. */
  async rest(long = false): Promise<void> {
    while (!this.#waiting) {
      const held = this.#held?.promise;
      await Promise.race([held ?? moreSpareTime(long), this.#hurried.promise]);
      if (!held && !this.#held) return;
    }
  }
}
