// What one reader's shelf has to be after any edits, in any order of arrival: the rules of the contract on plain maps.
// Each side of an entry keeps the time of its newest edit; an older edit that arrives later changes nothing.

export interface ShelfEntry {
  isThere: boolean;
  presenceTime: number;
  isSecret: boolean;
  secretTime: number;
  /** 0: not pinned; else its place, largest first. */
  top: number;
  topTime: number;
  folder: string | undefined;
  placedTime: number;
}

interface Folder {
  name: string;
  isThere: boolean;
  editTime: number;
}

interface State {
  status: 'none' | 'reading' | 'finished';
  time: number;
}

/** What the service answers instead of doing it. */
export type Refused = 404 | 410;

export class ShelfModel {
  readonly entries = new Map<string, ShelfEntry>();
  readonly folders = new Map<string, Folder>();
  readonly states = new Map<string, State>();

  entry(bookId: string): ShelfEntry | undefined {
    const entry = this.entries.get(bookId);
    return entry?.isThere ? entry : undefined;
  }

  add(bookIds: readonly string[], time: number): string[] {
    return bookIds.filter((bookId) => {
      const before = this.entries.get(bookId);
      if (before && before.presenceTime > time) return false;
      if (before?.isThere) {
        before.presenceTime = time;
        return false;
      }
      const { isSecret = false, secretTime = 0 } = before ?? {};
      const fresh = { isThere: true, presenceTime: time, top: 0, topTime: time, folder: undefined, placedTime: time };
      this.entries.set(bookId, { ...fresh, isSecret, secretTime });
      return true;
    });
  }

  remove(bookIds: readonly string[], time: number): string[] {
    return bookIds.filter((bookId) => {
      const entry = this.entry(bookId);
      if (!entry || entry.presenceTime > time) return false;
      Object.assign(entry, { isThere: false, presenceTime: time, top: 0, folder: undefined });
      return true;
    });
  }

  keepSecret(bookIds: readonly string[], isSecret: boolean, time: number): void {
    for (const bookId of bookIds) {
      const entry = this.entry(bookId);
      if (entry && entry.secretTime <= time) Object.assign(entry, { isSecret, secretTime: time });
    }
  }

  pin(bookIds: readonly string[], isTop: boolean, time: number): void {
    for (const [index, bookId] of bookIds.entries()) {
      const entry = this.entry(bookId);
      if (entry && entry.topTime <= time) Object.assign(entry, { top: isTop ? time * 1000 - index : 0, topTime: time });
    }
  }

  /** `id` '0' is the shelf itself. */
  place(id: string, name: string, bookIds: readonly string[], time: number): Refused | undefined {
    if (id !== '0') {
      const folder = this.folders.get(id);
      if (folder && !folder.isThere && folder.editTime > time) return 404;
      const isNews = !folder?.isThere || (folder.name !== name && folder.editTime <= time);
      if (isNews) this.folders.set(id, { name, isThere: true, editTime: time });
    }
    for (const bookId of bookIds) {
      const entry = this.entry(bookId);
      if (entry && entry.placedTime <= time)
        Object.assign(entry, { folder: id === '0' ? undefined : id, placedTime: time });
    }
    return undefined;
  }

  deleteFolder(id: string, removeBooks: boolean, time: number): Refused | undefined {
    const folder = this.folders.get(id);
    if (!folder) return 404;
    if (!folder.isThere || folder.editTime > time) return undefined;
    const inside = [...this.entries].filter(([, entry]) => entry.folder === id);
    for (const [, entry] of inside) entry.folder = undefined;
    if (removeBooks)
      this.remove(
        inside.map(([bookId]) => bookId),
        time,
      );
    Object.assign(folder, { isThere: false, editTime: time });
    return undefined;
  }

  mark(bookId: string, asked: 'reading' | 'finished', isCancel: boolean, time: number): void {
    const state = this.states.get(bookId) ?? { status: 'none', time: 0 };
    if (state.time > time) return;
    const kept = state.status === asked ? 'none' : state.status;
    this.states.set(bookId, { status: isCancel ? kept : asked, time });
  }

  status(bookId: string): State['status'] {
    return this.states.get(bookId)?.status ?? 'none';
  }

  /** Ids by place, those that were pinned last first. */
  pinned(): string[] {
    const there = [...this.entries].filter(([, entry]) => entry.isThere && entry.top > 0);
    return there.sort(([, a], [, b]) => b.top - a.top).map(([bookId]) => bookId);
  }

  /** In the shape of a comparison with a copy that was made by `/shelf/sync`. */
  state(): object {
    const there = [...this.entries].filter(([, entry]) => entry.isThere).sort(byId);
    return {
      books: Object.fromEntries(
        there.map(([bookId, entry]) => [
          bookId,
          {
            secret: entry.isSecret ? 1 : 0,
            isTop: entry.top > 0 ? 1 : 0,
            finishReading: this.status(bookId) === 'finished' ? 1 : 0,
          },
        ]),
      ),
      folders: Object.fromEntries(
        [...this.folders]
          .filter(([, folder]) => folder.isThere)
          .sort(byId)
          .map(([id, { name }]) => [id, name]),
      ),
      places: Object.fromEntries(there.flatMap(([bookId, { folder }]) => (folder ? [[bookId, folder]] : []))),
    };
  }
}

function byId([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
