// When to sync: soon after the reader did something, when the service is reached again, at an interval, and when
// asked. One window of an account does it for all of them. Never on the way of a page turn, never twice at once.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Transport } from '../transport.ts';
import { retryDelay } from './backoff.ts';
import { drainOutbox } from './outbox.ts';
import { booksToSettle, pullMarks, pullPlaces, pullShelf } from './pull.ts';

/** After the reader's last action, in milliseconds: long enough for the page to be painted and read. */
const quietTime = 4_000;
const interval = 5 * 60_000;
/** Books whose marks are read along in one sync. */
const booksPerSync = 50;

export interface SyncState {
  phase: 'idle' | 'running';
  /** Unix seconds of the last complete sync; 0 never. */
  lastDone: number;
  /** Why the last one stopped; absent after a complete one. */
  problem?: ErrorCode;
}

export interface Sync {
  state: StoreApi<SyncState>;
  /** Runs a sync now (or joins the running one); resolves when it is over, however it ended. */
  now(): Promise<void>;
  /** The reader did something; it will be sent when things are quiet. */
  soon(): void;
  /** Marks and places of a book that is being opened; a failure leaves what is stored. */
  book(bookId: string): Promise<void>;
  stop(): void;
}

export interface SyncParts {
  database: Database;
  transport: Transport;
  deviceId: string;
  account: string;
  report: (error: unknown) => void;
}

export function startSync(parts: SyncParts): Sync {
  const state = createStore<SyncState>(() => ({ phase: 'idle', lastDone: 0 }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let stopped = false;

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void now(), milliseconds);
  };
  const run = async () => {
    state.setState({ phase: 'running' });
    try {
      await onlyHere(parts.account, () => syncOnce(parts));
      failures = 0;
      state.setState({ phase: 'idle', lastDone: Math.floor(Date.now() / 1000) }, true);
      schedule(interval);
    } catch (error) {
      // The account was closed meanwhile, and its store with it.
      if (stopped) return;
      failures += 1;
      if (!(error instanceof AppError)) parts.report(error);
      state.setState({ phase: 'idle', problem: error instanceof AppError ? error.code : 'internal' });
      schedule(retryDelay(failures, Math.random()) * 1000);
    }
  };
  const now = () => {
    if (stopped) return Promise.resolve();
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    state,
    now,
    soon: () => schedule(quietTime),
    book: (bookId) => syncBook(parts, bookId),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** What is here goes first, so that the reply already contains it. */
async function syncOnce({ database, transport, deviceId }: SyncParts): Promise<void> {
  await drainOutbox({ database, transport, deviceId });
  const read = await pullShelf(database, transport);
  const books = [...new Set([...(await booksToSettle(database)), ...read])].slice(0, booksPerSync);
  for (const bookId of books) await pullMarks(database, transport, bookId);
}

async function syncBook({ database, transport, report }: SyncParts, bookId: string): Promise<void> {
  try {
    await pullPlaces(database, transport, bookId);
    await pullMarks(database, transport, bookId);
  } catch (error) {
    if (!(error instanceof AppError)) report(error);
  }
}

/** Several windows may show the account; one at a time syncs, and the others wait for their turn. */
async function onlyHere(account: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`octavo-sync-${account}`, work);
}
