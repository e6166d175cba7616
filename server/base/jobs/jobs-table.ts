// Jobs in a table of our own. A running job holds a lease that its process renews; when the process is gone, the job is
// taken back: at once by the next process on the same machine, after the lease by any other.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { systemCode } from '../start-error.ts';
import type { EnqueueOptions, JobCounts, JobOptions, Jobs, KeyedJob, RunJob } from './jobs.ts';

interface JobRow {
  id: string;
  kind: string;
  data: string;
  unique_key: string | null;
  state: 'waiting' | 'running' | 'failed';
  attempt: number;
  /** Milliseconds. */
  run_at: number;
  lease_until: number | null;
  worker: string | null;
  error: string | null;
}
interface JobTables {
  jobs: JobRow;
}
interface Kind {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has data of its own.
  run: RunJob<any>;
  attempts: number;
  concurrency: number;
  running: number;
}

const leaseMilliseconds = 60_000;
const pollMilliseconds = 1000;
const insertedAtOnce = 500;
const keepFailedMilliseconds = 30 * 24 * 3600 * 1000;

export function openTableJobs<T>(database: Database<T>, log: Log): Jobs {
  return new TableJobs(database as unknown as Database<JobTables>, log);
}

class TableJobs implements Jobs {
  readonly #database: Database<JobTables>;
  readonly #log: Log;
  readonly #kinds = new Map<string, Kind>();
  readonly #running = new Set<Promise<void>>();
  readonly #worker = `${hostname()}/${process.pid}/${randomUUID()}`;
  readonly #stopping = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #started = false;
  #polling: Promise<void> | undefined;
  #pollAgain = false;

  constructor(database: Database<JobTables>, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  define<T>(kind: string, run: RunJob<T>, options: JobOptions = {}): void {
    if (this.#kinds.has(kind)) throw new Error(`The job ${kind} is defined twice.`);
    this.#kinds.set(kind, { run, attempts: options.attempts ?? 5, concurrency: options.concurrency ?? 1, running: 0 });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  async enqueue(on: Kysely<any>, kind: string, data: unknown, options: EnqueueOptions = {}): Promise<string> {
    const db = on as Kysely<JobTables>;
    const id = randomUUID();
    const key = options.key ?? null;
    const { rows } = await sql<{ id: string }>`
      insert into jobs (id, kind, data, unique_key, state, attempt, run_at)
      values (${id}, ${kind}, ${JSON.stringify(data ?? null)}, ${key}, 'waiting', 0, ${(options.runAt ?? 0) * 1000})
      on conflict (kind, unique_key) where state <> 'failed' and unique_key is not null do nothing
      returning id`.execute(db);
    this.#wake();
    if (rows[0]) return rows[0].id;
    const twin = db.selectFrom('jobs').select('id').where('kind', '=', kind).where('unique_key', '=', key);
    return (await twin.where('state', '<>', 'failed').executeTakeFirstOrThrow()).id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  async enqueueAll(on: Kysely<any>, kind: string, jobs: readonly KeyedJob[]): Promise<void> {
    for (let at = 0; at < jobs.length; at += insertedAtOnce) {
      const rows = jobs
        .slice(at, at + insertedAtOnce)
        .map(
          ({ data, key }) => sql`(${randomUUID()}, ${kind}, ${JSON.stringify(data ?? null)}, ${key}, 'waiting', 0, 0)`,
        );
      await sql`insert into jobs (id, kind, data, unique_key, state, attempt, run_at) values ${sql.join(rows)}
        on conflict (kind, unique_key) where state <> 'failed' and unique_key is not null do nothing`.execute(on);
    }
    if (jobs.length > 0) this.#wake();
  }

  async start(): Promise<void> {
    this.#started = true;
    await this.#takeBack();
    this.#timers = [
      setInterval(() => this.#wake(), pollMilliseconds),
      setInterval(() => this.#logged(this.#renew()), leaseMilliseconds / 3),
      setInterval(() => this.#logged(this.#takeBack()), leaseMilliseconds),
    ];
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#started = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
    await this.#polling;
    await Promise.all(this.#running);
  }

  async counts(): Promise<JobCounts> {
    const rows = await this.#database.kysely
      .selectFrom('jobs')
      .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    const of = (state: JobRow['state']) => rows.find((row) => row.state === state)?.count ?? 0;
    return { waiting: of('waiting'), running: of('running'), failed: of('failed') };
  }

  #wake(): void {
    if (!this.#started) return;
    if (this.#polling) {
      this.#pollAgain = true;
      return;
    }
    // Outside the caller's transaction: the claim waits in the connection's queue until that has ended.
    this.#polling = new Promise((resolve) => {
      setTimeout(() => {
        this.#logged(this.#poll()).finally(() => {
          this.#polling = undefined;
          resolve();
          if (this.#pollAgain) {
            this.#pollAgain = false;
            this.#wake();
          }
        });
      }, 0);
    });
  }

  async #poll(): Promise<void> {
    const free = [...this.#kinds].flatMap(([name, kind]) => (kind.running < kind.concurrency ? [name] : []));
    for (const name of await this.#due(free)) {
      const kind = this.#kinds.get(name) as Kind;
      while (this.#started && kind.running < kind.concurrency) {
        const job = await this.#claim(name);
        if (!job) break;
        kind.running++;
        const done = this.#logged(this.#runFrom(job, kind)).finally(() => {
          kind.running--;
          this.#running.delete(done);
          this.#wake();
        });
        this.#running.add(done);
      }
    }
  }

  /** Those of the kinds that have a job to be run: asked by reading, so that a look does not wait for anyone who writes. */
  async #due(kinds: readonly string[]): Promise<string[]> {
    if (kinds.length === 0) return [];
    const { rows } = await sql<{ kind: string }>`
      select column1 as kind from (values ${sql.join(kinds.map((kind) => sql`(${kind})`))})
      where exists (select 1 from jobs where state = 'waiting' and kind = column1 and run_at <= ${Date.now()})`.execute(
      this.#database.kysely,
    );
    return rows.map(({ kind }) => kind);
  }

  /** This job, and then whatever waits of its kind. */
  async #runFrom(first: JobRow, kind: Kind): Promise<void> {
    for (let job: JobRow | undefined = first; job; ) {
      const end = await this.#run(job, kind);
      // Asked for together, they share their way to the disk.
      const next: Promise<JobRow | undefined> | undefined = this.#started ? this.#claim(job.kind) : undefined;
      [, job] = await Promise.all([this.#logged(end()), next]);
    }
  }

  async #claim(kind: string): Promise<JobRow | undefined> {
    const now = Date.now();
    const { rows } = await sql<JobRow>`
      update jobs set state = 'running', attempt = attempt + 1, worker = ${this.#worker},
        lease_until = ${now + leaseMilliseconds}
      where id = (select id from jobs where state = 'waiting' and kind = ${kind} and run_at <= ${now}
        order by run_at, id limit 1)
      returning *`.execute(this.#database.kysely);
    return rows[0];
  }

  /** Answers what writes down how it went. */
  async #run(job: JobRow, kind: Kind): Promise<() => Promise<void>> {
    const log = this.#log.child({ job: job.id, kind: job.kind, attempt: job.attempt });
    try {
      await kind.run(JSON.parse(job.data), { signal: this.#stopping.signal, attempt: job.attempt, log });
    } catch (error) {
      return () => this.#putBack(job, kind, error, log);
    }
    return async () => {
      const mine = this.#database.kysely.deleteFrom('jobs').where('id', '=', job.id).where('worker', '=', this.#worker);
      await mine.execute();
      log.debug('job done');
    };
  }

  async #putBack(job: JobRow, kind: Kind, error: unknown, log: Log): Promise<void> {
    const interrupted = this.#stopping.signal.aborted;
    const givenUp = !interrupted && job.attempt >= kind.attempts;
    if (givenUp) log.error({ err: error }, 'job given up');
    else log.warn({ err: error, interrupted }, 'job will be run again');
    const delay = interrupted ? 0 : backoff(job.attempt);
    await this.#database.kysely
      .updateTable('jobs')
      .set({
        state: givenUp ? 'failed' : 'waiting',
        // A stop is not the job's fault.
        attempt: interrupted ? job.attempt - 1 : job.attempt,
        run_at: Date.now() + delay,
        worker: null,
        lease_until: null,
        error: String(error instanceof Error ? error.message : error).slice(0, 2000),
      })
      .where('id', '=', job.id)
      .where('worker', '=', this.#worker)
      .execute();
  }

  async #renew(): Promise<void> {
    await this.#database.kysely
      .updateTable('jobs')
      .set({ lease_until: Date.now() + leaseMilliseconds })
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .execute();
  }

  /** Jobs whose process is gone wait again; a job that ends its process every time is given up like any other. */
  async #takeBack(): Promise<void> {
    const now = Date.now();
    const kysely = this.#database.kysely;
    const held = await kysely
      .selectFrom('jobs')
      .select(['id', 'kind', 'attempt', 'worker', 'lease_until'])
      .where('state', '=', 'running')
      .limit(1000)
      .execute();
    const lost = held.filter(({ worker, lease_until }) => (lease_until ?? 0) < now || isGone(worker, this.#worker));
    for (const job of lost) {
      const attempts = this.#kinds.get(job.kind)?.attempts ?? 5;
      await kysely
        .updateTable('jobs')
        .set({
          state: job.attempt >= attempts ? 'failed' : 'waiting',
          run_at: now,
          worker: null,
          lease_until: null,
          error: 'The process that ran it ended.',
        })
        .where('id', '=', job.id)
        .where('worker', '=', job.worker)
        .execute();
      this.#log.warn({ job: job.id, kind: job.kind }, 'job taken back from a process that ended');
    }
    const old = kysely
      .deleteFrom('jobs')
      .where('state', '=', 'failed')
      .where('run_at', '<', now - keepFailedMilliseconds);
    await old.execute();
  }

  async #logged(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#log.error({ err: error }, 'the job table could not be used');
    }
  }
}

/** 2 s, 8 s, 32 s … to an hour, with a random part. */
function backoff(attempt: number): number {
  return Math.round(Math.min(3_600_000, 500 * 4 ** attempt) * (0.75 + Math.random() / 2));
}

/** Whether the worker is a process of this machine that no longer exists. */
function isGone(worker: string | null, own: string): boolean {
  const [host, pid] = (worker ?? '').split('/');
  if (worker === own || host !== hostname()) return false;
  // The number was given to this process since.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
}
