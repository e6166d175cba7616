// Runs what changes the page one after the other, so that it is known which step turned it.

export interface Steps {
  /** Rejects as the step does; the next one comes all the same. */
  run(step: () => Promise<unknown>): Promise<void>;
}

export function createSteps(): Steps {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(step) {
      const own = last.then(step);
      last = own.catch((error: unknown) => error);
      await own;
    },
  };
}
