// What is kept on this device as session facts: how much it is, what is left, and which books' files could go. Measured when
// the reader looks at it, and not before.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Database } from '../../db/database.ts';
import { unixSeconds } from '../../db/outbox/service-time.ts';
import { type StorageSizes, storageSizes } from '../../db/reading/storage-sizes.ts';
import { mayGo, removeFiles, type StoredBook, storedBooks } from '../../db/reading/stored-books.ts';

/** Not read for that long; seconds. */
const long = 90 * 24 * 60 * 60;

export interface Freeable {
  bookIds: readonly string[];
  bytes: number;
}

/** Books that the reader is done with, and others that have not been opened for three months. */
export type FreeableKind = 'finished' | 'unread';

export interface Measured {
  sizes: StorageSizes;
  /** Bytes; absent where the browser does not tell. */
  free?: number;
  /** Whether the browser keeps it when the disk is full. */
  persisted: boolean;
  freeable: Record<FreeableKind, Freeable>;
}

export interface Storage {
  /** Absent until it was measured. */
  state: StoreApi<{ measured?: Measured }>;
  measure(): Promise<void>;
  /** Frees what was measured, without what is open by now, and measures anew. */
  free(kind: FreeableKind): Promise<void>;
}

export type Device = Pick<StorageManager, 'estimate' | 'persisted'>;

export function createStorage(database: Database, device: Device = navigator.storage): Storage {
  const state = createStore<{ measured?: Measured }>(() => ({}));
  const measure = async () => {
    const [stored, fetchable, { quota, usage }, persisted] = await Promise.all([
      storedBooks(database),
      mayGo(database),
      device.estimate(),
      device.persisted(),
    ]);
    const sizes = await storageSizes(database, stored);
    const known = quota !== undefined && usage !== undefined;
    state.setState({
      measured: {
        ...{ sizes, persisted, freeable: freeableOf(stored.filter(fetchable), unixSeconds()) },
        ...(known ? { free: Math.max(0, quota - usage) } : {}),
      },
    });
  };
  return {
    state,
    measure,
    async free(kind) {
      const { measured } = state.getState();
      if (measured) await removeFiles(database, measured.freeable[kind].bookIds);
      await measure();
    },
  };
}

/** What is pinned is wanted at hand. */
function freeableOf(stored: readonly StoredBook[], now: number): Record<FreeableKind, Freeable> {
  const loose = stored.filter(({ book }) => !book?.isTop);
  const finished = loose.filter(({ book }) => book?.finished);
  const unread = loose.filter(({ book, usedAt }) => !book?.finished && now - usedAt > long);
  return { finished: freeable(finished), unread: freeable(unread) };
}

function freeable(books: readonly StoredBook[]): Freeable {
  return {
    bookIds: books.map(({ bookId }) => bookId),
    bytes: books.reduce((all, { bytes, originalBytes }) => all + bytes + originalBytes, 0),
  };
}
