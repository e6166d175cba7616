// Books on their way onto this device because the reader asked for them, before a journey above all: one after another,
// behind whatever is read meanwhile. An opening of one of them joins its download.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type ErrorCode } from '../../api/errors.ts';
import type { Database } from '../db/database.ts';
import { loadFile, loadOriginal } from '../db/reading/load-file.ts';
import { isFull } from '../db/reading/make-room.ts';
import { shownForm } from '../db/settings/shown-forms.ts';
import { type BookRow, isLocalBook } from '../db/shelf/books.ts';
import type { ShelfEntry } from '../db/shelf/shelf-page.ts';
import type { ShelfState } from './shelf-state.ts';

export interface Download {
  bookId: string;
  title: string;
  stage: 'waiting' | 'running' | 'failed';
  /** Of the running one: 0–10. */
  tenths: number;
  /** Why it failed. */
  error?: { code: ErrorCode; message: string };
}

export interface Downloads {
  state: StoreApi<{ list: readonly Download[] }>;
  /** Those of the books that are not here and can be fetched; without those beyond what one list takes. */
  add(bookIds: readonly string[]): Promise<void>;
  /** Those that failed set out again. */
  retry(): void;
  /** Takes them off the list, however far they are. */
  remove(bookIds: readonly string[]): void;
  close(): void;
}

export interface DownloadsParts {
  database: Database;
  /** The file is here. */
  onStored: (bookId: string) => void;
  /** Unix seconds. */
  now: () => number;
  report: (error: unknown) => void;
}

const mostListed = 500;
/** What stands in the way of all the others as well. */
const general: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'not_signed_in',
  'session_expired',
  'upstream_unavailable',
  'shutting_down',
  'too_many_requests',
  'disk_full',
]);

export const mayBeFetched = ({ bookId, downloaded }: BookRow) => downloaded === 0 && !isLocalBook(bookId);

/** Its mark on the page of the shelf that is shown; nothing else moves there. */
export function markDownloaded(state: StoreApi<ShelfState>, bookId: string): void {
  const { shown } = state.getState();
  const isIt = (entry: ShelfEntry) => entry.kind === 'book' && entry.book.bookId === bookId;
  if (!shown.entries.some(isIt)) return;
  const marked = (entry: ShelfEntry): ShelfEntry =>
    entry.kind === 'book' && isIt(entry) ? { ...entry, book: { ...entry.book, downloaded: 1 } } : entry;
  state.setState({ shown: { ...shown, entries: shown.entries.map(marked) } });
}

export function createDownloads({ database, onStored, now, report }: DownloadsParts): Downloads {
  const state = createStore<{ list: readonly Download[] }>(() => ({ list: [] }));
  let running: { bookId: string; abort: AbortController } | undefined;
  let closed = false;

  const change = (bookId: string, next: Partial<Download>) =>
    state.setState(({ list }) => ({ list: list.map((one) => (one.bookId === bookId ? { ...one, ...next } : one)) }));
  const take = (bookIds: readonly string[]) =>
    state.setState(({ list }) => ({ list: list.filter(({ bookId }) => !bookIds.includes(bookId)) }));
  const fail = (bookId: string, problem: unknown) => {
    if (!(problem instanceof AppError)) report(problem);
    const { code, message } = problem instanceof AppError ? problem : new AppError('internal');
    const isLost = ({ stage, bookId: other }: Download) =>
      other === bookId || (stage === 'waiting' && general.has(code));
    state.setState(({ list }) => ({
      list: list.map((one) => (isLost(one) ? { ...one, stage: 'failed', error: { code, message } } : one)),
    }));
  };
  const fetchOne = async (bookId: string, signal: AbortSignal) => {
    let unkept: unknown;
    const assertKept = () => {
      if (isFull(unkept)) {
        report(unkept);
        throw new AppError('disk_full', undefined, undefined, { cause: unkept });
      }
      if (unkept) throw unkept;
    };
    const parts = { database, now, waits: true as const, report: (error: unknown) => (unkept = error) };
    const { version } = await loadFile(parts, bookId, (tenths) => change(bookId, { tenths }), signal);
    assertKept();
    if ((await shownForm(database, bookId)) === 'pages') {
      await loadOriginal(parts, bookId, version, () => undefined, signal);
      assertKept();
    }
    // Read while the service was out of reach, a file is of no known version.
    if ((await database.resources.where('bookId').equals(bookId).count()) === 0) throw new AppError('offline');
  };
  const run = async () => {
    for (;;) {
      const next = state.getState().list.find(({ stage }) => stage === 'waiting');
      if (!next || closed) return;
      const { bookId } = next;
      const abort = new AbortController();
      running = { bookId, abort };
      change(bookId, { stage: 'running', tenths: 0 });
      try {
        await fetchOne(bookId, abort.signal);
        if (closed) return;
        onStored(bookId);
        take([bookId]);
      } catch (error) {
        if (closed) return;
        if (!abort.signal.aborted) fail(bookId, error);
      } finally {
        running = undefined;
      }
    }
  };
  const start = () => {
    if (!running && !closed) void run();
  };

  return {
    state,
    async add(bookIds) {
      const rows = await database.books.bulkGet([...bookIds]);
      const { list } = state.getState();
      const under = new Set(list.filter(({ stage }) => stage !== 'failed').map(({ bookId }) => bookId));
      const added = rows
        .flatMap((row) => (row && mayBeFetched(row) && !under.has(row.bookId) ? [row] : []))
        .map(({ bookId, title }): Download => ({ bookId, title, stage: 'waiting', tenths: 0 }));
      const again = new Set(added.map(({ bookId }) => bookId));
      const others = list.filter(({ bookId }) => !again.has(bookId));
      state.setState({ list: [...others, ...added].slice(0, mostListed) });
      start();
    },
    retry() {
      const waiting = ({ bookId, title }: Download): Download => ({ bookId, title, stage: 'waiting', tenths: 0 });
      state.setState(({ list }) => ({ list: list.map((one) => (one.stage === 'failed' ? waiting(one) : one)) }));
      start();
    },
    remove(bookIds) {
      take(bookIds);
      if (running && bookIds.includes(running.bookId)) running.abort.abort();
    },
    close() {
      closed = true;
      running?.abort.abort();
    },
  };
}
