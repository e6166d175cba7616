// Runs a view's turns and jumps one after another, in the order they were asked for.

export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** True while something runs or waits. */
  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** A step that fails rejects its own promise only. */
  run<T>(step: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#last.then(step).finally(() => {
      this.#waiting--;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
