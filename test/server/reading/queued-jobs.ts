// Jobs that wait until a test runs them, so that a test says when "after the answer" is.

import type { JobOptions, Jobs, RunJob } from '../../../server/base/jobs/jobs.ts';
import { createLog } from '../../../server/base/log.ts';

interface Waiting {
  id: string;
  kind: string;
  data: unknown;
  key: string | undefined;
}

export interface QueuedJobs extends Jobs {
  /** Runs what waits, and what that asks for; answers how many there were. A job that fails fails the test. */
  runAll(): Promise<number>;
}

export function queuedJobs(): QueuedJobs {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has data of its own.
  const kinds = new Map<string, RunJob<any>>();
  const waiting: Waiting[] = [];
  const log = createLog({ name: 'test', level: 'silent' });
  let made = 0;
  const queued: QueuedJobs = {
    define<T>(kind: string, run: RunJob<T>, _options?: JobOptions) {
      kinds.set(kind, run);
    },
    async enqueue(_on, kind, data, { key } = {}) {
      const twin = key === undefined ? undefined : waiting.find((job) => job.kind === kind && job.key === key);
      if (twin) return twin.id;
      made++;
      waiting.push({ id: String(made), kind, data: structuredClone(data), key });
      return String(made);
    },
    async enqueueAll(on, kind, jobs) {
      for (const { data, key } of jobs) await queued.enqueue(on, kind, data, { key });
    },
    start: async () => undefined,
    stop: async () => undefined,
    counts: async () => ({ waiting: waiting.length, running: 0, failed: 0 }),
    async runAll() {
      let count = 0;
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const run = kinds.get(job.kind);
        if (!run) throw new Error(`Nobody defined the job ${job.kind}.`);
        await run(job.data, { signal: new AbortController().signal, attempt: 1, log });
        count++;
      }
      return count;
    },
  };
  return queued;
}
