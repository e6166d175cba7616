// Work that is done after the answer: kept in the database with what caused it, run at least once, again after a crash.
// Must not know any kind of job; the same interface stands on our own table (SQLite) or on pg-boss (PostgreSQL).

import type { Kysely, Transaction } from 'kysely';
import type { Log } from '../log.ts';

export interface JobContext {
  /** Aborted when the service stops; a job that ends by it is run again. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  log: Log;
}

export type RunJob<T> = (data: T, context: JobContext) => Promise<void>;

export interface JobOptions {
  /** How often it is tried before it is given up; 5 unless told. */
  attempts?: number;
  /** How many of the kind run at once in this process; 1 unless told. */
  concurrency?: number;
}

export interface EnqueueOptions {
  /** While a job of the same kind and key is waiting or running, no second one is made. */
  key?: string;
  /** Unix seconds; not before. */
  runAt?: number;
}

/** As `EnqueueOptions` has the key. */
export interface KeyedJob {
  data: unknown;
  key: string;
}

export interface JobCounts {
  waiting: number;
  running: number;
  /** Given up, kept for 30 days. */
  failed: number;
}

export interface Jobs {
  /** Before `start`. A job runs at least once, so running it twice must be harmless. */
  define<T>(kind: string, run: RunJob<T>, options?: JobOptions): void;
  /** In a transaction, the job exists when that is committed, and only then. Answers its id, or its twin's. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  enqueue(on: Kysely<any> | Transaction<any>, kind: string, data: unknown, options?: EnqueueOptions): Promise<string>;
  /** Several jobs of a kind in one statement. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here.
  enqueueAll(on: Kysely<any> | Transaction<any>, kind: string, jobs: readonly KeyedJob[]): Promise<void>;
  /** Begins to run jobs; a process that only enqueues does not call it. */
  start(): Promise<void>;
  /** Takes no more, asks running ones to end, and waits for them. */
  stop(): Promise<void>;
  counts(): Promise<JobCounts>;
}
