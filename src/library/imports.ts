// Files on their way to the shelf. Hands each file to the main process in pieces, one file at a time; from its
// commit on, main finishes by itself, and its events only tell how far it is.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../api/errors.ts';
import type { Bridge, ImportProgress, IpcResult } from '../../api/ipc.ts';
import { tenths } from '../ui/progress-bar.tsx';
import type { LocalStanding } from './local/imports-of-books.ts';
import type { KeptBook } from './local/keep-file.ts';

const pieceSize = 1024 * 1024;

export interface ImportsState {
  list: readonly ImportProgress[];
}

export interface Imports {
  state: StoreApi<ImportsState>;
  add(files: readonly File[]): Promise<void>;
  /** Takes one off the list and its bytes off the disk, however far it is; where that fails, the list says so. */
  remove(importId: string): Promise<void>;
  /** Takes those off whose books the reader removed from the local shelf: they are not to come with a sign-in. */
  dropRemoved(): Promise<void>;
  close(): void;
}

export type Failure = { code: string; message: string };

type Handed = Pick<ImportProgress, 'importId' | 'toRead'>;

type Keep = (file: File, importId: string) => Promise<KeptBook | Failure>;

/** By which import, and which one it is. */
export interface ImportedBook extends Pick<ImportProgress, 'importId' | 'bookId' | 'toRead'> {
  /** The reader added or opened it here and waits for it; it did not come by itself. */
  asked: boolean;
}

export interface ImportsParts {
  /** Whose imports are shown, besides those of nobody. */
  account: string;
  /** A book has come onto the shelf, or is there already. */
  onBook: (book: ImportedBook) => void;
  /** Keeps a file that was handed over on the local shelf; absent with an account. Answers why it cannot. */
  keepLocally: () => Keep | undefined;
  /** How the local shelf stands to the book of this import. */
  standing: (importId: string) => Promise<LocalStanding>;
  report: (error: unknown) => void;
  /** What to say of a file that ends early. */
  unreadable: () => string;
}

export function openImports(bridge: Bridge, parts: ImportsParts): Imports {
  const state = createStore<ImportsState>(() => ({ list: [] }));
  let queue: Promise<void> = Promise.resolve();

  const put = (progress: ImportProgress) => {
    const { list } = state.getState();
    const known = list.find(({ importId }) => importId === progress.importId);
    if (known && looksSame(known, progress)) return;
    state.setState({
      list: known ? list.map((item) => (item === known ? progress : item)) : [...list, progress],
    });
    if (progress.stage === 'done' && known?.stage !== 'done') tell(progress);
  };
  const tell = (book: Pick<ImportProgress, 'importId' | 'bookId' | 'toRead'>) =>
    parts.onBook({ ...book, asked: added.has(book.importId) || book.toRead === true });
  const take = (importId: string) =>
    state.setState(({ list }) => ({ list: list.filter((item) => item.importId !== importId) }));
  const addOne = async (file: File) => {
    const importId = await handOver(bridge, file, put, parts.unreadable(), (opened) => {
      own.add(opened);
      added.add(opened);
    });
    const keep = importId ? parts.keepLocally() : undefined;
    if (importId && keep) await keepOne(file, { importId }, keep);
  };
  const keepOne = async (file: File, { importId, toRead = false }: Handed, keep: Keep) => {
    const fail = (error: Failure) =>
      put({ importId, name: file.name, total: file.size, stage: 'failed', done: 0, error });
    try {
      const kept = await keep(file, importId);
      if ('code' in kept || kept.existed) await bridge.call('import.cancel', { importId });
      if ('code' in kept) return fail(kept);
      if (kept.existed) take(importId);
      tell({ importId, bookId: kept.bookId, toRead });
    } catch (error) {
      // The main process still has the file; it is kept at the next start, where there is room by then.
      fail(failureToKeep(error));
      throw error;
    }
  };
  /** Handed over by this page, which keeps them by itself. */
  const own = new Set<string>();
  /** Those of them that the reader added in this window. */
  const added = new Set<string>();
  const listen = (progress: ImportProgress) => {
    // The main process may have heard already that somebody else signed in.
    if (progress.account !== undefined && progress.account !== parts.account) return;
    put(progress);
    if (progress.stage !== 'waiting' || own.has(progress.importId) || !parts.keepLocally()) return;
    own.add(progress.importId);
    queue = queue.then(() => keepOther(progress)).catch(parts.report);
  };
  /** What came in otherwise: named on the command line, opened from the desktop, found in the watched folder. */
  const keepOther = async ({ importId, name, total, toRead }: ImportProgress) => {
    const keep = parts.keepLocally();
    const standing = await parts.standing(importId);
    if (standing === 'removed') return remove(importId);
    if (!keep || standing === 'kept') return;
    const file = await readImport(bridge, importId, name, total);
    if (file) await keepOne(file, { importId, ...(toRead && { toRead }) }, keep);
  };
  const remove = async (importId: string) => {
    const item = state.getState().list.find((one) => one.importId === importId);
    take(importId);
    // What failed here may wait in the main process, which would bring it back at its next start.
    const removed = await bridge.call('import.cancel', { importId });
    if (item && !removed.ok) put({ ...item, stage: 'failed', error: failureOf(removed) });
  };
  const stopListening = bridge.on('import.progress', listen);
  void bridge.call('import.list', {}).then((result) => {
    if (result.ok) for (const progress of result.value) listen(progress);
  });

  return {
    state,
    add(files) {
      // Whatever happens to one file, the next one has its turn.
      for (const file of files) queue = queue.then(() => addOne(file)).catch(parts.report);
      return queue;
    },
    remove,
    async dropRemoved() {
      for (const { importId } of state.getState().list) {
        if ((await parts.standing(importId)) === 'removed') await remove(importId);
      }
    },
    close: stopListening,
  };
}

/** A panel repaints for a new stage or a new tenth, and for nothing less. */
function looksSame(a: ImportProgress, b: ImportProgress): boolean {
  return a.stage === b.stage && tenths(a.done, a.total) === tenths(b.done, b.total);
}

/** The import's id when every byte is with the main process; what went wrong is told by `put`. */
export async function handOver(
  bridge: Bridge,
  file: File,
  put: (progress: ImportProgress) => void = () => undefined,
  unreadable = '',
  onOpened: (importId: string) => unknown = () => undefined,
): Promise<string | undefined> {
  const name = file.name.slice(-255);
  const base = { name, total: file.size };
  const opened = await bridge.call('import.open', { name, size: file.size });
  if (!opened.ok) {
    put({ ...base, importId: crypto.randomUUID(), stage: 'failed', done: 0, error: failureOf(opened) });
    return undefined;
  }
  const { importId } = opened.value;
  await onOpened(importId);
  const fail = (error: Failure) => {
    put({ ...base, importId, stage: 'failed', done: 0, error });
    return undefined;
  };
  for (let offset = 0; offset < file.size; offset += pieceSize) {
    put({ ...base, importId, stage: 'reading', done: offset });
    const bytes = await readPiece(file, offset);
    if (!bytes) {
      await bridge.call('import.cancel', { importId });
      return fail({ code: 'bad_argument', message: unreadable });
    }
    const sent = await bridge.call('import.chunk', { importId, offset, bytes });
    if (!sent.ok) return fail(failureOf(sent));
  }
  const committed = await bridge.call('import.commit', { importId });
  return committed.ok ? importId : fail(failureOf(committed));
}

/** `undefined` when the import is over by now. */
async function readImport(bridge: Bridge, importId: string, name: string, size: number): Promise<File | undefined> {
  // Each a Blob, which the browser may keep on its disk: a file may be larger than this page's memory.
  const pieces: Blob[] = [];
  for (let offset = 0; offset < size; ) {
    const read = await bridge.call('import.read', { importId, offset });
    if (!read.ok || read.value.bytes.length === 0) return undefined;
    pieces.push(new Blob([read.value.bytes]));
    offset += read.value.bytes.length;
  }
  return new File(pieces, name);
}

/** `undefined` when the file vanished or changed while it was read. */
async function readPiece(file: File, offset: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.slice(offset, offset + pieceSize).arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function failureToKeep(error: unknown): Failure {
  const isFull = error instanceof Error && error.name === 'QuotaExceededError';
  const { code, message } = new AppError(isFull ? 'disk_full' : 'internal');
  return { code, message };
}

function failureOf(result: Extract<IpcResult<unknown>, { ok: false }>): Failure {
  return { code: result.code, message: result.message };
}
