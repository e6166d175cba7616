// Shares one SQLite connection: writes that arrive together are committed together, transactions have it to themselves,
// and reads never see what is not committed yet. Must not know SQL or what is stored.

import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { isRetryable } from './database-errors.ts';

/** One caller's writes: they all happen or none does. */
interface Write {
  /** Runs the statements; `undo` when the caller wants none of them after all. */
  run(): Outcome;
  done(value: unknown): void;
  failed(error: unknown): void;
  /** Whether a failure half-way has to be undone, because there are several statements. */
  several: boolean;
  /** When it gives up waiting for another program's writes. */
  until: number;
}

interface Outcome {
  value: unknown;
  undo: boolean;
}

interface Waiting {
  exclusive: boolean;
  start(): void;
}

/** Enough to share one write to the disk, and few enough to keep nobody waiting: some ten milliseconds of work. */
const writesAtOnce = 256;
/** Milliseconds that another program's writes are waited for. */
export const patience = 5000;

export class SqliteTurns {
  readonly #file: DatabaseSync;
  readonly #waiting: Waiting[] = [];
  #writes: Write[] = [];
  #scheduled = false;
  #taken = false;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /** At once, unless a transaction has the connection. */
  read<R>(run: () => R): Promise<R> {
    if (!this.#taken) return settled(run);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ exclusive: false, start: () => settled(run).then(resolve, reject) });
    });
  }

  /** Resolves once the write, alone or with others, is on the disk. */
  write<R>(run: () => R): Promise<R> {
    return this.#enqueue(() => ({ value: run(), undo: false }), false);
  }

  /** Several statements as one; nothing of them stays when `run` answers what went wrong, or throws. */
  writeAll<R>(run: () => R | undefined): Promise<R | undefined> {
    return this.#enqueue(() => {
      const value = run();
      return { value, undo: value !== undefined };
    }, true);
  }

  /** Whoever takes the connection has it until `release`. */
  async take(): Promise<void> {
    if (this.#taken) {
      await new Promise<void>((resolve) => this.#waiting.push({ exclusive: true, start: resolve }));
    }
    this.#taken = true;
  }

  release(): void {
    this.#taken = false;
    // Neither a row of transactions nor a stream of writes keeps the other from its turn.
    if (this.#writes.length > 0) this.#commitWrites();
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      // It stays taken while it passes to the next in the queue.
      this.#taken = next.exclusive;
      next.start();
      if (next.exclusive) return;
    }
  }

  /** Takes the connection and begins to write; while another program writes, this one's readers go on. */
  async takeToWrite(): Promise<void> {
    for (const until = performance.now() + patience; ; await wait(pause())) {
      await this.take();
      try {
        if (this.#begin(performance.now() > until)) return;
      } catch (error) {
        this.release();
        throw error;
      }
      this.release();
    }
  }

  /** False while another program writes; then nobody is kept waiting in here, unless it is `final`, when it throws. */
  #begin(final: boolean): boolean {
    this.#file.exec('pragma busy_timeout = 0');
    try {
      this.#file.exec('begin immediate');
      return true;
    } catch (error) {
      if (final || !isRetryable(error)) throw error;
      return false;
    } finally {
      this.#file.exec(`pragma busy_timeout = ${patience}`);
    }
  }

  #enqueue<R>(run: () => Outcome, several: boolean): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const until = performance.now() + patience;
      this.#writes.push({ run, done: resolve as (value: unknown) => void, failed: reject, several, until });
      this.#schedule(0);
    });
  }

  /** Without a pause, after everything that arrived in this round of the event loop has been read. */
  #schedule(milliseconds: number): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const commit = () => {
      this.#scheduled = false;
      // Otherwise the transaction's end sees to them.
      if (!this.#taken) this.#commitWrites();
    };
    if (milliseconds > 0) setTimeout(commit, milliseconds);
    else setImmediate(commit);
  }

  #commitWrites(): void {
    const writes = this.#writes.splice(0, writesAtOnce);
    const late = performance.now();
    const overdue = writes.filter(({ until }) => until < late);
    try {
      if (this.#begin(overdue.length > 0)) this.#commitAll(writes);
      else this.#writes.unshift(...writes);
      if (this.#writes.length > 0) this.#schedule(this.#writes[0] === writes[0] ? pause() : 0);
    } catch (error) {
      const given = isRetryable(error) ? overdue : writes;
      this.#writes.unshift(...writes.filter((write) => !given.includes(write)));
      for (const { failed } of given) failed(error);
      if (this.#writes.length > 0) this.#schedule(pause());
    }
  }

  #commitAll(writes: readonly Write[]): void {
    const replies: (() => void)[] = [];
    try {
      for (const write of writes) replies.push(this.#runOne(write));
      this.#file.exec('commit');
    } catch (error) {
      // SQLite ends the transaction by itself on a full disk and the like.
      if (this.#file.isTransaction) this.#file.exec('rollback');
      for (const { failed } of writes) failed(error);
      return;
    }
    for (const reply of replies) reply();
  }

  /** What is to be told once it is committed; throws when the whole transaction is lost. */
  #runOne({ run, done, failed, several }: Write): () => void {
    if (several) this.#file.exec('savepoint one');
    let undo = false;
    let reply: () => void;
    try {
      const outcome = run();
      undo = outcome.undo;
      reply = () => done(outcome.value);
    } catch (error) {
      if (!this.#file.isTransaction) throw error;
      // A statement that fails leaves nothing behind, and the others' writes are as good as before.
      undo = true;
      reply = () => failed(error);
    }
    if (several) this.#file.exec(undo ? 'rollback to one; release one' : 'release one');
    return reply;
  }
}

/** Two programs that met do not meet again. */
function pause(): number {
  return 1 + 2 * Math.random();
}

async function settled<R>(run: () => R): Promise<R> {
  return run();
}
