// When to sync: soon after the reader did something, when the service is reached again, at an interval, and when
// asked. One window of an account does it for all of them. Never on the way of a page turn, never twice at once.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { spareTime } from '../../book/after-paint.ts';
import type { Database } from '../../db/database.ts';
import { countEvents } from '../../db/outbox/events.ts';
import { marksWereRead, staleSince } from '../../db/sync/synckeys.ts';
import type { Transport } from '../transport.ts';
import { retryDelay } from './backoff.ts';
import { freeRemoved } from './free-removed.ts';
import { drainOutbox } from './outbox.ts';
import { booksToRead, pullMarks, pullNotebooks, pullPlaces, pullShelf, pullThoughts } from './pull.ts';
import { passing } from './verdict.ts';

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
  /** Resolves when a sync that began after this call is over, however it ended. */
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
  let next: Promise<void> | undefined;
  /** The running sync has begun to read; before that, it serves whoever comes. */
  let begun = false;
  /** Something was recorded that the running sync may not have seen. */
  let changed = false;
  let failures = 0;
  let stopped = false;
  const meet = meetService(parts);
  const freeFiles = freeing(parts, () => stopped);
  /** Off the shelf, with files that are to be freed: also by a sync that broke off behind it. */
  const removed = new Set<string>();

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void now(), milliseconds);
  };
  const run = async () => {
    clearTimeout(timer);
    begun = false;
    state.setState({ phase: 'running' });
    let pause = interval;
    try {
      const isComplete = await onlyHere(parts.account, () => {
        begun = true;
        changed = false;
        return syncOnce(parts, meet, removed);
      });
      if (!isComplete) pause = quietTime;
      failures = 0;
      state.setState({ phase: 'idle', lastDone: Math.floor(Date.now() / 1000) }, true);
      void freeFiles(removed);
    } catch (error) {
      // The account was closed meanwhile, and its store with it.
      if (stopped) return;
      failures += 1;
      if (!(error instanceof AppError)) parts.report(error);
      state.setState({ phase: 'idle', problem: error instanceof AppError ? error.code : 'internal' });
      pause = retryDelay(failures, Math.random()) * 1000;
    }
    // What the reader did meanwhile has its own, shorter time.
    if (!changed) schedule(pause);
  };
  const start = () => {
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const now = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    if (!running) return start();
    if (!begun) return running;
    // The running one may be past what the caller wants to see.
    next ??= running.then(() => {
      next = undefined;
      return now();
    });
    return next;
  };
  return {
    state,
    now,
    soon: () => {
      changed = true;
      schedule(quietTime);
    },
    book: (bookId) => syncBook(parts, bookId),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Once, before the first edits are sent: any answer lets the main process measure the clock that dates them. */
function meetService({ database, transport }: SyncParts): () => Promise<void> {
  let met = false;
  return async () => {
    if (!met && (await countEvents(database)).waiting > 0) await transport.call('GET /shelf/sync', { count: 1 });
    met = true;
  };
}

/** Behind each complete sync, for what was taken off the shelf; behind the first one for what was taken off before. */
function freeing({ database, transport, report }: SyncParts, isStopped: () => boolean) {
  let began = false;
  return async (removed: Set<string>) => {
    const isFirst = !began;
    began = true;
    try {
      await freeRemoved(database, transport, removed);
      if (!isFirst) return;
      await spareTime();
      if (!isStopped()) await freeRemoved(database, transport);
    } catch (error) {
      // Without the service the files stay, until another sync, or start for those of before.
      if (!isStopped() && !(error instanceof AppError)) report(error);
    }
  };
}

/** What is here goes first, so that the reply already contains it. False when there is more to read. */
async function syncOnce(
  { database, transport, deviceId }: SyncParts,
  meet: () => Promise<void>,
  removed: Set<string>,
): Promise<boolean> {
  await meet();
  await drainOutbox({ database, transport, deviceId });
  await pullShelf(database, transport, removed);
  await pullThoughts(database, transport);
  await pullNotebooks(database, transport);
  const books = await booksToRead(database, booksPerSync + 1);
  for (const bookId of books.slice(0, booksPerSync)) await readMarks({ database, transport }, bookId);
  // What a reply gave reason to tell is sent soon.
  return books.length <= booksPerSync && (await countEvents(database)).waiting === 0;
}

/** A book that the service refuses to tell about must not keep the others waiting. */
async function readMarks({ database, transport }: Pick<SyncParts, 'database' | 'transport'>, bookId: string) {
  const stale = await staleSince(database, bookId);
  try {
    await pullMarks(database, transport, bookId);
  } catch (error) {
    if (!(error instanceof AppError) || passing.has(error.code)) throw error;
    await marksWereRead(database, bookId, stale);
  }
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
async function onlyHere<T>(account: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`octavo-sync-${account}`, work);
}
