// Shares one SQLite connection: writes that arrive together are committed together, transactions have it to themselves,
// and reads never see what is not committed yet. Must not know SQL or what is stored.

import type { DatabaseSync } from 'node:sqlite';

/** One caller's writes: they all happen or none does. */
interface Write {
  /** Runs the statements; `undo` when the caller wants none of them after all. */
  run(): Outcome;
  done(value: unknown): void;
  failed(error: unknown): void;
  /** Whether a failure half-way has to be undone, because there are several statements. */
  several: boolean;
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

  #enqueue<R>(run: () => Outcome, several: boolean): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#writes.push({ run, done: resolve as (value: unknown) => void, failed: reject, several });
      this.#schedule();
    });
  }

  /** After everything that arrived in this round of the event loop has been read. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // Otherwise the transaction's end sees to them.
      if (!this.#taken) this.#commitWrites();
    });
  }

  #commitWrites(): void {
    const writes = this.#writes.splice(0, writesAtOnce);
    if (this.#writes.length > 0) this.#schedule();
    const [only] = writes;
    if (only && writes.length === 1 && !only.several) {
      try {
        only.done(only.run().value);
      } catch (error) {
        only.failed(error);
      }
      return;
    }
    const replies: (() => void)[] = [];
    try {
      this.#file.exec('begin immediate');
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

async function settled<R>(run: () => R): Promise<R> {
  return run();
}
