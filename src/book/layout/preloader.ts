// Lays out the chapters beside the one that is seen, a moment after each turn and only in idle time.

import { spareTime } from '../after-paint.ts';

export interface PreloadTasks {
  /** Something more urgent runs or waits. */
  busy(): boolean;
  neighbour(direction: 1 | -1): Promise<unknown>;
}

/** Milliseconds after a turn: a reader who turns on is not disturbed. */
const pause = 180;

export class Preloader {
  readonly #tasks: PreloadTasks;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;

  constructor(tasks: PreloadTasks) {
    this.#tasks = tasks;
  }

  start(): void {
    this.stop();
    const run = this.#run;
    this.#timer = setTimeout(() => this.#preload(run).catch(reportError), pause);
  }

  /** Nothing new is begun; a load under way goes on, as it may be just the one that is wanted. */
  stop(): void {
    this.#run++;
    clearTimeout(this.#timer);
  }

  async #preload(run: number): Promise<void> {
    for (const direction of [1, -1] as const) {
      await spareTime();
      if (run !== this.#run || this.#tasks.busy()) return;
      await this.#tasks.neighbour(direction);
    }
  }
}
