// Lets costly work through a few pieces at a time. Whoever wants the same piece shares one run of it, and what a reader
// waits for goes before what is only fetched ahead.

import { AppError } from '../../../api/errors.ts';

interface Piece {
  work: () => Promise<unknown>;
  isAhead: boolean;
  done: PromiseWithResolvers<unknown>;
}

/** A caller who comes later is told to come again. */
const longestLine = 64;
const retryAfter = 5;

export class WorkLine {
  readonly #places: number;
  readonly #pieces = new Map<string, Piece>();
  readonly #waiting: string[] = [];
  #busy = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** `key` names the piece of work; `isAhead`: nobody waits for it now. `too_many_requests` when the line is too long. */
  run<T>(key: string, isAhead: boolean, work: () => Promise<T>): Promise<T> {
    const there = this.#pieces.get(key);
    if (there) {
      there.isAhead &&= isAhead;
      return there.done.promise as Promise<T>;
    }
    if (this.#waiting.length >= longestLine) {
      return Promise.reject(new AppError('too_many_requests', undefined, { retryAfter }));
    }
    const piece: Piece = { work, isAhead, done: Promise.withResolvers() };
    this.#pieces.set(key, piece);
    this.#waiting.push(key);
    this.#goOn();
    return piece.done.promise as Promise<T>;
  }

  #goOn(): void {
    while (this.#busy < this.#places && this.#waiting.length > 0) {
      const urgent = this.#waiting.findIndex((key) => !this.#pieces.get(key)?.isAhead);
      const [key = ''] = this.#waiting.splice(Math.max(0, urgent), 1);
      const piece = this.#pieces.get(key);
      if (piece) this.#start(key, piece);
    }
  }

  #start(key: string, { work, done }: Piece): void {
    this.#busy++;
    work()
      .then(done.resolve, done.reject)
      .finally(() => {
        this.#pieces.delete(key);
        this.#busy--;
        this.#goOn();
      });
  }
}
