// Jobs on PostgreSQL by pg-boss, behind the same interface; its tables live in the schema `pgboss`.

import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import { readPoolSettings } from '../database/postgres.ts';
import type { Log } from '../log.ts';
import type { EnqueueOptions, JobCounts, JobOptions, Jobs, KeyedJob, RunJob } from './jobs.ts';

interface Wrapped {
  data: unknown;
}
interface Kind {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has data of its own.
  run: RunJob<any>;
  options: JobOptions;
}

export interface BossTimes {
  /** Seconds after which a job whose process does not end it is run again. */
  expire: number;
  /** Seconds between looks for such jobs. */
  supervise: number;
}

export async function openBossJobs(
  url: string,
  log: Log,
  times: BossTimes = { expire: 600, supervise: 30 },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: readPoolSettings(url).connectionString,
    max: 3,
    schedule: false,
    superviseIntervalSeconds: times.supervise,
    monitorIntervalSeconds: times.supervise,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue could not be used'));
  await boss.start();
  return new BossJobs(boss, log, times);
}

class BossJobs implements Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #times: BossTimes;
  readonly #kinds = new Map<string, Kind>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(boss: PgBoss, log: Log, times: BossTimes) {
    this.#boss = boss;
    this.#log = log;
    this.#times = times;
  }

  define<T>(kind: string, run: RunJob<T>, options: JobOptions = {}): void {
    if (this.#kinds.has(kind)) throw new Error(`The job ${kind} is defined twice.`);
    this.#kinds.set(kind, { run, options });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  async enqueue(on: Kysely<any>, kind: string, data: unknown, options: EnqueueOptions = {}): Promise<string> {
    await this.#queue(kind);
    // The exclusive policy takes "no key" for a key of its own.
    const singletonKey = options.key ?? randomUUID();
    const wrapped: Wrapped = { data };
    const id = await this.#boss.send(kind, wrapped, {
      singletonKey,
      db: runOn(on),
      ...(options.runAt === undefined ? {} : { startAfter: new Date(options.runAt * 1000) }),
    });
    if (id) return id;
    const twin = await on.executeQuery<{ id: string }>(
      CompiledQuery.raw(
        "select id from pgboss.job where name = $1 and singleton_key = $2 and state <= 'active' limit 1",
        [kind, singletonKey],
      ),
    );
    // Ended between the two statements: its work may be from before the caller's change, so there must be a new one.
    return twin.rows[0]?.id ?? this.enqueue(on, kind, data, options);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  async enqueueAll(on: Kysely<any>, kind: string, jobs: readonly KeyedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#queue(kind);
    // In one order, so that two transactions wait for each other and no more.
    const sorted = jobs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const inserts = sorted.map(({ data, key }) => ({
      name: kind,
      data: { data } satisfies Wrapped,
      singletonKey: key,
    }));
    await this.#boss.insert(kind, inserts, { db: runOn(on) });
  }

  async start(): Promise<void> {
    for (const [kind, { run, options }] of this.#kinds) {
      await this.#queue(kind);
      // One worker per concurrent job: a batch would end only with its slowest.
      for (let i = 0; i < (options.concurrency ?? 1); i++) {
        const settings = { includeMetadata: true as const, batchSize: 1, pollingIntervalSeconds: 0.5 };
        await this.#boss.work<Wrapped>(kind, settings, async ([job]) => {
          if (!job) return;
          const attempt = job.retryCount + 1;
          const log = this.#log.child({ job: job.id, kind, attempt });
          try {
            await run(job.data.data, { signal: this.#stopping.signal, attempt, log });
          } catch (error) {
            log.warn({ err: error }, attempt >= (options.attempts ?? 5) ? 'job given up' : 'job will be run again');
            throw error;
          }
        });
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }

  async counts(): Promise<JobCounts> {
    const { rows } = await this.#boss
      .getDb()
      .executeSql("select state::text, count(*)::int from pgboss.job where state <> 'completed' group by state", []);
    const of = (...states: string[]) =>
      rows.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + row.count, 0);
    return { waiting: of('created', 'retry'), running: of('active'), failed: of('failed') };
  }

  /** Made once per process and kind; making it again changes nothing. */
  #queue(kind: string): Promise<void> {
    let made = this.#queues.get(kind);
    if (!made) {
      const attempts = this.#kinds.get(kind)?.options.attempts ?? 5;
      made = this.#boss.createQueue(kind, {
        policy: 'exclusive',
        retryLimit: attempts - 1,
        retryDelay: 2,
        retryBackoff: true,
        expireInSeconds: this.#times.expire,
        retentionSeconds: 30 * 24 * 3600,
        deleteAfterSeconds: 30 * 24 * 3600,
      });
      this.#queues.set(kind, made);
    }
    return made;
  }
}

/** So that what pg-boss writes belongs to the caller's transaction. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
function runOn(on: Kysely<any>) {
  return {
    executeSql: async (text: string, values: unknown[]) => ({
      rows: [...(await on.executeQuery(CompiledQuery.raw(text, values))).rows],
    }),
  };
}
