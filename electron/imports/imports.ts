// The list of imports: takes files in pieces, finishes each one in the background, one after the other, and keeps the
// failed ones until the reader has seen them. Unfinished ones go on at the next start and when the network returns.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../api/errors.ts';
import type { ImportProgress } from '../../api/ipc.ts';
import { isDiskFull } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Requests } from '../requests/requests.ts';
import type { Spool, SpoolEntry } from './spool.ts';
import { uploadBook } from './upload.ts';

/** Each belongs to the account that was in use when it was begun, or to none: nobody else hears of it. */
export interface Imports {
  /** `toRead`: the reader wants to see it as soon as it is there. */
  open(name: string, size: number, toRead?: boolean): Promise<string>;
  chunk(importId: string, offset: number, bytes: Uint8Array): Promise<void>;
  commit(importId: string): Promise<void>;
  /** Puts a file on the list that nothing could be taken of, until it is dismissed or the process ends. */
  refuse(name: string, error: AppError): void;
  /** No more bytes of it come: they go, and the list says why. Nothing where it was taken away or has failed meanwhile. */
  giveUp(importId: string, error: AppError): Promise<void>;
  /** Bytes of a complete import, for a page that keeps the book without an account. */
  read(importId: string, offset: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Takes it away, however far it is. What cannot be removed stays on the list. */
  cancel(importId: string): Promise<void>;
  list(): ImportProgress[];
  /** Takes away all that belong to this account; rejects where one cannot be removed, after it has tried them all. */
  forget(account: string): Promise<void>;
  /** Look again: the network or the account is back. */
  resume(): void;
  stop(): Promise<void>;
}

interface Parts {
  spool: Spool;
  requests: Requests;
  /** The account in use, with or without a session: whose imports are told of. */
  account(): string | undefined;
  /** Whether it can send them. */
  isSignedIn(): boolean;
  progress(progress: ImportProgress): void;
  log: Log;
  /** Milliseconds before a failed attempt is repeated while online. */
  retryPause?: number;
  /** Milliseconds without another piece after which a page is taken for gone. */
  patience?: number;
  /** Imports that may be on their way or failed at once. */
  most?: number;
}

const maxSize = 2 * 2 ** 30;
const readSize = 1 << 20;
/** Not the file's fault: the import waits and is tried again. */
const passing = [
  'offline',
  'timeout',
  'upstream_unavailable',
  'shutting_down',
  'too_many_requests',
  'not_signed_in',
  'session_expired',
  'cancelled',
  'disk_full',
];
/** Attempts that reached the service and came to nothing, before an import counts as failed. */
const maxAttempts = 8;
/** A renderer must not be flooded: bytes between two reports of one upload. */
const reportEvery = 256 * 1024;

interface Running {
  entry: SpoolEntry;
  shown: ImportProgress;
  stop: AbortController;
  /** The reader wants it gone. For good: one that cannot be removed stays on the list, and is not worked on. */
  removed: boolean;
  /** Removals and records of its failure come one after another: this is the end of the last one. Never rejects. */
  settled: Promise<void>;
  attempts: number;
  /** When its newest piece came; milliseconds. */
  heardAt: number;
}

export function createImports(parts: Parts): Imports {
  const { spool, requests, account, isSignedIn, log, retryPause = 15_000, patience = 120_000, most = 500 } = parts;
  const all = new Map<string, Running>();
  const ending = new AbortController();
  let working: Promise<void> | undefined;
  let again = false;
  let wake = new AbortController();

  for (const entry of spool.found) {
    // Its bytes came from a page that is gone, and cannot be completed.
    if (entry.stage === 'reading') interrupt(add(entry));
    else if (entry.sha256 && entry.error && passing.includes(entry.error.code)) add(anew(entry));
    else add(entry);
  }

  function add(entry: SpoolEntry): Running {
    const done = entry.stage === 'failed' ? 0 : entry.size;
    const shown: ImportProgress = {
      importId: entry.importId,
      name: entry.name,
      stage: entry.stage,
      done: entry.stage === 'reading' ? 0 : done,
      total: entry.size,
      ...(entry.account === undefined ? {} : { account: entry.account }),
      ...(entry.error ? { error: entry.error } : {}),
    };
    const running = {
      ...{ entry, shown, stop: new AbortController(), removed: false },
      ...{ settled: Promise.resolve(), attempts: 0, heardAt: Date.now() },
    };
    all.set(entry.importId, running);
    return running;
  }

  /** What work that has not ended yet still tells of one that is taken away is no news. */
  function show(running: Running, change: Partial<ImportProgress>): void {
    if (!running.removed) tell(running, change);
  }

  function tell(running: Running, change: Partial<ImportProgress>): void {
    running.shown = { ...running.shown, ...change };
    if (isOurs(running)) parts.progress(running.shown);
  }

  /** Of the account in use, or of none. */
  function isOurs({ entry }: Running): boolean {
    return entry.account === undefined || entry.account === account();
  }

  /**
   * What the reader can finish or dismiss: not what another account has here, nor a book that is complete on a shelf
   * without an account, which nobody sends.
   */
  function counts(running: Running): boolean {
    const { account: owner, stage } = running.entry;
    return isOurs(running) && (owner !== undefined || stage !== 'waiting');
  }

  const counted = () => [...all.values()].filter(counts).length;

  function find(importId: string): Running {
    return all.get(importId) ?? notFound();
  }

  /** One that the page may look into or take away. */
  function findOurs(importId: string): Running | undefined {
    const running = all.get(importId);
    return running && isOurs(running) ? running : undefined;
  }

  function fail(running: Running, error: AppError): void {
    const shown = { code: error.code, message: error.message };
    running.entry.stage = 'failed';
    running.entry.error = shown;
    running.settled = running.settled
      .then(() => spool.save(running.entry))
      .catch((cause: unknown) => log.error('An import could not be recorded', { cause }));
    tell(running, { stage: 'failed', error: shown });
  }

  function interrupt(running: Running): void {
    fail(running, new AppError('cancelled', 'It was interrupted; add the file again.'));
  }

  // A page that was closed or loaded anew sends no more pieces, and says no word of it.
  const listening = setInterval(() => {
    for (const running of all.values()) {
      if (running.entry.stage === 'reading' && Date.now() - running.heardAt > patience) interrupt(running);
    }
  }, patience / 4).unref();

  /** What cannot be removed is put on the list again as failed, and answered. */
  async function remove(running: Running): Promise<AppError | undefined> {
    const { importId, name } = running.entry;
    running.removed = true;
    running.stop.abort();
    all.delete(importId);
    try {
      const removal = running.settled.then(() => spool.remove(running.entry));
      // Why it fails is said here.
      running.settled = removal.catch(() => undefined);
      await removal;
      return undefined;
    } catch (cause) {
      log.error('An import could not be removed', { name, cause: describeError(cause) });
      const message = 'The import could not be removed; the log says why.';
      const error = new AppError('internal', message, undefined, { cause });
      all.set(importId, running);
      fail(running, error);
      return error;
    }
  }

  function refuse(name: string, owner: string | undefined, { code, message }: AppError): void {
    // The list is bounded: its last place says that it is full.
    if (counted() > most) return;
    const running = add({
      ...{ importId: randomUUID(), name, size: 0, stage: 'failed', createdAt: Date.now() },
      ...(owner === undefined ? {} : { account: owner }),
      error: { code, message },
    });
    show(running, {});
  }

  /** Its book is on the shelf. What is left of it on the disk is found to be there already at the next start. */
  async function finish({ entry, stop, settled }: Running, bookId: string): Promise<void> {
    all.delete(entry.importId);
    stop.abort();
    log.info('A file was imported', { name: entry.name, bookId });
    await settled;
    await spool.remove(entry).catch((cause: unknown) => {
      log.warn('An import could not be removed', { name: entry.name, cause: describeError(cause) });
    });
  }

  async function send(running: Running, owner: string): Promise<'done' | 'later'> {
    const { entry } = running;
    const signal = AbortSignal.any([running.stop.signal, ending.signal]);
    let reported = 0;
    const report = (stage: ImportProgress['stage'], done: number) => {
      if (stage === running.shown.stage && done < entry.size && done - reported < reportEvery) return;
      reported = done;
      show(running, { stage, done });
    };
    try {
      entry.sha256 ??= await spool.seal(entry);
      const bookId = await uploadBook(entry, entry.sha256, { requests, spool, report, signal, account: owner });
      show(running, { stage: 'done', done: entry.size, bookId });
      await finish(running, bookId);
      return 'done';
    } catch (cause) {
      // A record that was being written has made its folder anew, or could not be removed because of that.
      if (running.removed) await remove(running);
      if (signal.aborted) return 'done';
      const error = isDiskFull(cause) ? new AppError('disk_full', undefined, undefined, { cause }) : cause;
      if (error instanceof AppError && passing.includes(error.code) && running.attempts < maxAttempts) {
        if (error.code !== 'offline') running.attempts++;
        // The others may do better.
        all.delete(entry.importId);
        all.set(entry.importId, running);
        log.info('An import waits', { name: entry.name, reason: error.code });
        show(running, { stage: 'waiting', done: 0 });
        return 'later';
      }
      log.warn('An import failed', { name: entry.name, cause: describeError(error) });
      fail(
        running,
        error instanceof AppError ? error : new AppError('internal', 'The import failed; the log says why.'),
      );
      return 'done';
    }
  }

  function next(): [Running, owner: string] | undefined {
    const current = account();
    if (current === undefined || !isSignedIn()) return undefined;
    const found = [...all.values()].find(
      (running) => !running.removed && running.entry.stage === 'waiting' && isOurs(running),
    );
    return found && [found, current];
  }

  async function work(): Promise<void> {
    do {
      again = false;
      for (let found = next(); found && !ending.signal.aborted; found = next()) {
        if ((await send(...found)) === 'done') continue;
        await wait(retryPause, undefined, { signal: AbortSignal.any([ending.signal, wake.signal]) }).catch(
          () => undefined,
        );
        if (wake.signal.aborted) wake = new AbortController();
      }
    } while (again && !ending.signal.aborted);
  }
  function resume(): void {
    if (ending.signal.aborted) return;
    again = true;
    wake.abort();
    working ??= work()
      .catch((error: unknown) => log.error('Imports stopped', { cause: error }))
      .finally(() => {
        working = undefined;
      });
  }

  return {
    async open(name, size, toRead = false) {
      if (size === 0) throw new AppError('bad_book', 'The file is empty.');
      if (size > maxSize) throw new AppError('too_large', 'The file is larger than 2 GB.');
      if (counted() >= most) throw new AppError('limit_reached', 'Too many imports wait; finish or dismiss some.');
      const entry = await onDisk(() => spool.add(name || 'book', size, account()));
      show(add(entry), toRead ? { toRead } : {});
      return entry.importId;
    },
    async chunk(importId, offset, bytes) {
      const running = find(importId);
      const { entry } = running;
      if (entry.stage !== 'reading') throw new AppError('conflict', 'That import is complete already.');
      const length = await spool.length(entry);
      if (offset > length || offset + bytes.byteLength > entry.size) {
        const message = `Bytes at ${offset} do not follow the ${length} that are there, of ${entry.size}.`;
        throw new AppError('bad_argument', message, { length });
      }
      running.heardAt = Date.now();
      await onDisk(() => spool.write(entry, offset, bytes));
      show(running, { done: Math.max(length, offset + bytes.byteLength) });
    },
    async commit(importId) {
      const running = find(importId);
      const { entry } = running;
      if (entry.stage === 'waiting') return;
      const length = await spool.length(entry);
      if (length !== entry.size) {
        throw new AppError('bad_argument', `Only ${length} of ${entry.size} bytes are there.`, { length });
      }
      const sha256 = await onDisk(() => spool.seal(entry));
      const committed: SpoolEntry = { ...entry, sha256, stage: 'waiting' };
      await onDisk(() => spool.save(committed));
      if (running.removed) throw (await remove(running)) ?? new AppError('not_found', 'That import was taken away.');
      running.entry = committed;
      show(running, { stage: 'waiting' });
      resume();
    },
    refuse: (name, error) => refuse(name, account(), error),
    async giveUp(importId, error) {
      const running = all.get(importId);
      if (running?.entry.stage !== 'reading') return;
      const { name, account: owner } = running.entry;
      if (!(await remove(running))) refuse(name, owner, error);
    },
    async read(importId, offset) {
      const { entry } = findOurs(importId) ?? notFound();
      if (entry.stage === 'reading') throw new AppError('conflict', 'The import is not complete yet.');
      return spool.readAt(entry, offset, readSize);
    },
    cancel: async (importId) => {
      const running = findOurs(importId);
      const failed = running && (await remove(running));
      if (failed) throw failed;
    },
    list: () => [...all.values()].filter(isOurs).map(({ shown }) => shown),
    async forget(owner) {
      const own = [...all.values()].filter(({ entry }) => entry.account === owner);
      const failed = (await Promise.all(own.map(remove))).find((error) => error !== undefined);
      if (failed) throw failed;
    },
    resume,
    async stop() {
      clearInterval(listening);
      ending.abort();
      await working;
      // What failed is recorded by then: the next start would try it anew.
      await Promise.all([...all.values()].map(({ settled }) => settled));
    },
  };
}

function notFound(): never {
  throw new AppError('not_found', 'That import is finished or was taken away.');
}

/** It had to be given up although nothing was wrong with the file; a new start is a new chance. */
function anew({ error: _past, ...entry }: SpoolEntry): SpoolEntry {
  return { ...entry, stage: 'waiting' };
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('disk_full', undefined, undefined, { cause: error });
    throw error;
  }
}
