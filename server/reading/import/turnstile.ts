// Lets a few pieces of work through at a time, and callers who want the same piece share one run of it.

export class Turnstile {
  readonly #places: number;
  #busy = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(places: number) {
    this.#places = places;
  }

  /** `key` names the piece of work. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined;
    if (running) return running;
    const started = this.#enter()
      .then(work)
      .finally(() => {
        this.#running.delete(key);
        this.#leave();
      });
    this.#running.set(key, started);
    return started;
  }

  #enter(): Promise<void> {
    if (this.#busy < this.#places) {
      this.#busy++;
      return Promise.resolve();
    }
    // The one who leaves hands its place over.
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy--;
  }
}
