// Files on their way to the shelf. Hands each file to the main process in pieces, one file at a time; from its
// commit on, main finishes by itself, and its events only tell how far it is.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, ImportProgress, IpcResult } from '../../api/ipc.ts';
import { tenths } from '../ui/progress-bar.tsx';

const pieceSize = 1024 * 1024;

export interface ImportsState {
  list: readonly ImportProgress[];
}

export interface Imports {
  state: StoreApi<ImportsState>;
  add(files: readonly File[]): Promise<void>;
  /** Takes a finished or failed one off the list. */
  dismiss(importId: string): Promise<void>;
  cancel(importId: string): Promise<void>;
  close(): void;
}

type Failure = { code: string; message: string };

/** `onBook` is called when a book has come onto the shelf. `unreadable`: what to say of a file that ends early. */
export function openImports(bridge: Bridge, parts: { onBook: () => void; unreadable: () => string }): Imports {
  const state = createStore<ImportsState>(() => ({ list: [] }));
  let queue: Promise<void> = Promise.resolve();

  const put = (progress: ImportProgress) => {
    const { list } = state.getState();
    const known = list.find(({ importId }) => importId === progress.importId);
    if (known && looksSame(known, progress)) return;
    state.setState({
      list: known ? list.map((item) => (item === known ? progress : item)) : [...list, progress],
    });
    if (progress.stage === 'done' && known?.stage !== 'done') parts.onBook();
  };
  const take = (importId: string) =>
    state.setState(({ list }) => ({ list: list.filter((item) => item.importId !== importId) }));
  const stopListening = bridge.on('import.progress', put);
  void bridge.call('import.list', {}).then((result) => {
    if (result.ok) for (const progress of result.value) put(progress);
  });

  return {
    state,
    add(files) {
      for (const file of files) {
        queue = queue.then(() => handOver(bridge, file, put, parts.unreadable));
      }
      return queue;
    },
    async dismiss(importId) {
      take(importId);
      await bridge.call('import.dismiss', { importId });
    },
    async cancel(importId) {
      take(importId);
      await bridge.call('import.cancel', { importId });
    },
    close: stopListening,
  };
}

/** A panel repaints for a new stage or a new tenth, and for nothing less. */
function looksSame(a: ImportProgress, b: ImportProgress): boolean {
  return a.stage === b.stage && tenths(a.done, a.total) === tenths(b.done, b.total);
}

async function handOver(
  bridge: Bridge,
  file: File,
  put: (progress: ImportProgress) => void,
  unreadable: () => string,
): Promise<void> {
  const name = file.name.slice(-255);
  const base = { name, total: file.size };
  const opened = await bridge.call('import.open', { name, size: file.size });
  if (!opened.ok) {
    put({ ...base, importId: crypto.randomUUID(), stage: 'failed', done: 0, error: failureOf(opened) });
    return;
  }
  const { importId } = opened.value;
  const fail = (error: Failure) => put({ ...base, importId, stage: 'failed', done: 0, error });
  for (let offset = 0; offset < file.size; offset += pieceSize) {
    put({ ...base, importId, stage: 'reading', done: offset });
    const bytes = await readPiece(file, offset);
    if (!bytes) {
      await bridge.call('import.cancel', { importId });
      return fail({ code: 'bad_argument', message: unreadable() });
    }
    const sent = await bridge.call('import.chunk', { importId, offset, bytes });
    if (!sent.ok) return fail(failureOf(sent));
  }
  const committed = await bridge.call('import.commit', { importId });
  if (!committed.ok) fail(failureOf(committed));
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

function failureOf(result: Extract<IpcResult<unknown>, { ok: false }>): Failure {
  return { code: result.code, message: result.message };
}
