// Lets work that many callers ask for one by one be done together: while one run is under way, the next items gather.
// Alone, an item waits for nobody.

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface GroupOptions<T> {
  /** Items of one run. */
  most: number;
  /** Only items of the same key belong together. */
  keyOf?: (item: T) => string;
  /** Milliseconds to wait for a full run after a run of several: where one came with others, others follow. */
  gather?: number;
}

export class Groups<T, R> {
  readonly #work: (items: T[]) => Promise<R[]>;
  readonly #most: number;
  readonly #keyOf: (item: T) => string;
  readonly #gather: number;
  #waiting: Waiting<T, R>[] = [];
  #running = false;
  /** Ends a wait for more. */
  #wake: (() => void) | undefined;

  /** `work` answers in the order of the items. When it fails for several, each is tried alone. */
  constructor({ most, keyOf = () => '', gather = 0 }: GroupOptions<T>, work: (items: T[]) => Promise<R[]>) {
    this.#most = most;
    this.#keyOf = keyOf;
    this.#gather = gather;
    this.#work = work;
  }

  run(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length >= this.#most) this.#wake?.();
      if (this.#running) return;
      this.#running = true;
      // What is asked for in the same moment belongs together.
      setImmediate(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      const failed = await this.#runGroup(group);
      if (failed) for (const each of group) await this.#runGroup([each]);
      if (group.length > 1) await this.#gatherMore();
    }
    this.#running = false;
  }

  /** Until there is enough for a full run, or time is up. */
  #gatherMore(): Promise<void> {
    if (this.#gather === 0 || this.#waiting.length >= this.#most) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#gather);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #next(): Waiting<T, R>[] {
    const [first] = this.#waiting;
    if (!first) return [];
    const key = this.#keyOf(first.item);
    const group: Waiting<T, R>[] = [];
    this.#waiting = this.#waiting.filter((each) => {
      if (group.length >= this.#most || this.#keyOf(each.item) !== key) return true;
      group.push(each);
      return false;
    });
    return group;
  }

  /** Whether several have to be tried alone. */
  async #runGroup(group: readonly Waiting<T, R>[]): Promise<boolean> {
    try {
      const results = await this.#work(group.map(({ item }) => item));
      for (const [n, { resolve }] of group.entries()) resolve(results[n] as R);
      return false;
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      return group.length > 1;
    }
  }
}
