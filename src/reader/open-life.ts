// How long what is open lasts, and the work that goes on by itself meanwhile.

export class OpenLife {
  readonly #report: (error: unknown) => void;
  #abort = new AbortController();
  #ending = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Ends with what is open now, also where the book is opened anew. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Something is open from now on. */
  begin(): void {
    this.#abort = new AbortController();
  }

  /** Lets work go on by itself; its failure is reported, unless what was open has ended since. */
  later(work: Promise<unknown> | undefined): void {
    const { signal } = this;
    const isLast = this.#ending;
    work?.catch((error: unknown) => {
      if (isLast || !signal.aborted) this.#report(error);
    });
  }

  /**
   * What is open ends with these steps. Each is taken, whatever becomes of the others, whose failures are reported; so are
   * those of the work that they leave behind.
   */
  end(steps: readonly (() => void)[]): void {
    this.#abort.abort();
    this.#ending = true;
    for (const step of steps) {
      try {
        step();
      } catch (error) {
        this.#report(error);
      }
    }
    this.#ending = false;
  }
}
