// A reading service in memory, as simple as its rules allow: one counter per list, newest edit per field, removals
// that win only over older edits, events known by their ids. Tests hold the client's copy against it.

import { AppError } from '../../api/errors.ts';
import { type ModelReviews, modelReviews } from './model-reviews.ts';

// biome-ignore lint/suspicious/noExplicitAny: the model takes requests as they come; their shape is the client's to prove.
export type Loose = any;
type Params = Record<string, Loose>;

interface Stored {
  key: number;
  removedAt: number;
  editTime: number;
  times: Record<string, number>;
  value: Record<string, Loose>;
}

export interface ServiceModel {
  call(route: string, params: Params): Loose;
  addBook(book: { bookId: string; title: string; author?: string; cover?: string; at?: number }): void;
  /** Everything a client must end up with, in comparable form. */
  books(): Map<string, Stored>;
  folders(): Map<string, Stored>;
  marks(): Map<string, Stored>;
  reviews(): ModelReviews['reviews'];
  places(): Map<string, { latest: Params; furthest: Params }>;
  /** Counts requests by route. */
  readonly requests: string[];
  /** Forgets all synckeys, as after a restore. */
  rebirth(): void;
  /** Answers what brings everything back to how it is now, as another life. */
  backup(): () => void;
}

export function createServiceModel(now: () => number): ServiceModel {
  const books = new Map<string, Stored>();
  const folders = new Map<string, Stored>();
  const marks = new Map<string, Stored>();
  const progress = new Map<string, Stored>();
  const seen = new Set<string>();
  const requests: string[] = [];
  let life = 1;
  const written = modelReviews(now, () => life);
  let shelfKey = 0;
  let marksKey = 0;

  const touch = (row: Stored, list: 'shelf' | 'marks') => {
    row.key = list === 'shelf' ? ++shelfKey : ++marksKey;
  };
  const set = (row: Stored | undefined, field: string, value: unknown, at: number) => {
    if (!row || row.removedAt || (row.times[field] ?? 0) > at) return;
    row.value[field] = value;
    row.times[field] = at;
    row.editTime = Math.max(row.editTime, at);
    touch(row, 'shelf');
  };
  const stored = (value: Record<string, Loose>, at: number): Stored => ({
    key: 0,
    removedAt: 0,
    editTime: at,
    times: {},
    value,
  });
  const removeBook = (row: Stored | undefined, at: number) => {
    if (!row || row.removedAt || row.editTime > at) return;
    row.removedAt = at;
    row.value = { ...row.value, folder: '', isTop: 0 };
    touch(row, 'shelf');
  };
  const at = (params: Params) => Math.min(params.editTime ?? now(), now());
  const bookOf = (id: string) => {
    const row = books.get(id);
    if (!row) throw new AppError('not_found');
    return row;
  };

  const shelfChanges = (from: number) => {
    const changed = [...books.values()].filter((row) => row.key > from);
    const changedFolders = [...folders.entries()].filter(([, row]) => row.key > from);
    const present = changed.filter((row) => !row.removedAt);
    const members = (id: string, inside: boolean) =>
      [...books.values()]
        .filter((row) => row.key > from && !row.removedAt && (row.value.folder === id) === inside)
        .filter((row) => inside || row.value.was?.includes(id))
        .map((row) => row.value.bookId);
    const told = [...folders.entries()].filter(([, row]) => !row.removedAt);
    return {
      books: present.map(({ value }) => wireBook(value)),
      bookProgress: [...progress.values()].filter((row) => row.key > from).map((row) => row.value.latest),
      removed: from === 0 ? [] : changed.filter((row) => row.removedAt).map((row) => row.value.bookId),
      archive: told
        .map(([archiveId, row]) => ({
          archiveId,
          name: row.value.name,
          bookIds: members(archiveId, true),
          removed: members(archiveId, false),
        }))
        .filter(
          ({ archiveId, bookIds, removed }) =>
            (folders.get(archiveId)?.key ?? 0) > from || bookIds.length + removed.length > 0,
        ),
      removedArchive: from === 0 ? [] : changedFolders.filter(([, row]) => row.removedAt).map(([id]) => id),
    };
  };
  const moveTo = (bookId: string, folder: string, time: number) => {
    const row = books.get(bookId);
    const before = row?.value.folder;
    set(row, 'folder', folder, time);
    if (row && before && before !== row.value.folder) row.value.was = [...(row.value.was ?? []), before];
  };

  const routes: Record<string, (params: Params) => Loose> = {
    ...written.routes,
    'GET /shelf/sync': ({ synckey = 0, count = 500 }) => {
      const known = Math.floor(synckey / 1_000_000) === life;
      const from = known ? synckey % 1_000_000 : 0;
      const all = shelfChanges(from);
      // Pages by key, as the service cuts them.
      const keys = [...books.values(), ...folders.values(), ...progress.values()]
        .map(({ key }) => key)
        .filter((key) => key > from)
        .sort((a, b) => a - b);
      const upTo = keys.length > count ? (keys[count - 1] as number) : shelfKey;
      const cut = upTo < shelfKey ? cutShelf(all, books, folders, progress, from, upTo) : all;
      return {
        synckey: life * 1_000_000 + upTo,
        clearAll: known ? 0 : 1,
        restored: known || synckey === 0 ? 0 : 1,
        hasMore: upTo < shelfKey ? 1 : 0,
        bookCount: 0,
        pureBookCount: 0,
        ...cut,
      };
    },
    'POST /shelf/add': (params) => {
      for (const id of params.bookIds) {
        const row = bookOf(id);
        if (row.removedAt > at(params) || !row.removedAt) continue;
        row.removedAt = 0;
        row.editTime = at(params);
        row.value.folder = '';
        row.value.isTop = 0;
        row.times.folder = at(params);
        row.times.isTop = at(params);
        touch(row, 'shelf');
      }
    },
    'POST /shelf/delete': (params) => {
      for (const id of params.bookIds) removeBook(books.get(id), at(params));
    },
    'POST /shelf/archive': (params) => {
      const id = params.archiveId;
      if (id !== '0') {
        const row = folders.get(id);
        if (row?.removedAt && row.editTime > at(params)) throw new AppError('not_found');
        if (!row || row.removedAt) {
          const created = stored({ name: params.name }, at(params));
          folders.set(id, created);
          touch(created, 'shelf');
        } else if ((row.times.name ?? 0) <= at(params)) set(row, 'name', params.name, at(params));
      }
      for (const bookId of params.bookIds) moveTo(bookId, id === '0' ? '' : id, at(params));
    },
    'POST /shelf/deleteArchive': (params) => {
      const row = folders.get(params.archiveId);
      if (!row) throw new AppError('not_found');
      if (row.removedAt || row.editTime > at(params)) return;
      row.editTime = at(params);
      row.removedAt = at(params);
      touch(row, 'shelf');
      for (const book of books.values()) {
        if (book.value.folder !== params.archiveId) continue;
        if (params.removeBooks && !book.removedAt) {
          book.removedAt = at(params);
          book.value.isTop = 0;
        }
        book.value.folder = '';
        touch(book, 'shelf');
      }
    },
    'POST /shelf/top': (params) => {
      for (const id of params.bookIds) set(books.get(id), 'isTop', params.isTop, at(params));
    },
    'POST /book/secret': (params) => {
      for (const id of params.bookIds) set(books.get(id), 'secret', params.private, at(params));
    },
    'POST /book/markstatus': (params) => {
      const row = bookOf(params.bookId);
      row.value.finishReading = params.isCancel ? 0 : 1;
      touch(row, 'shelf');
    },
    'POST /book/addBookmark': (params) => {
      const id = `${params.bookId}_${params.chapterUid}_${params.range}`;
      const row = marks.get(id);
      const time = at(params);
      if (row && row.removedAt > time) return;
      if (!row || row.removedAt) {
        const { eventId: _e, editTime: _t, deviceId: _d, ...value } = params;
        const created = { ...stored({ ...value, bookmarkId: id }, time), times: { style: time, colorStyle: time } };
        marks.set(id, created);
        touch(created, 'marks');
      } else changeMark(row, params, time);
    },
    'POST /book/updateBookmark': (params) => {
      const row = marks.get(params.bookmarkId);
      if (!row) throw new AppError('not_found');
      if (row.removedAt > at(params)) throw new AppError('gone');
      row.removedAt = 0;
      changeMark(row, params, at(params));
    },
    'POST /book/removeBookmark': (params) => {
      const row = marks.get(params.bookmarkId);
      if (!row) throw new AppError('not_found');
      if (row.removedAt || row.editTime > at(params)) return;
      row.removedAt = at(params);
      touch(row, 'marks');
    },
    'GET /book/bookmarklist': ({ bookId, synckey = 0, count = 500 }) => {
      const known = Math.floor(synckey / 1_000_000) === life;
      const from = known ? synckey % 1_000_000 : 0;
      const rows = [...marks.entries()]
        .filter(([, row]) => row.key > from && row.value.bookId === bookId)
        .sort(([, a], [, b]) => a.key - b.key);
      const page = rows.slice(0, count);
      const upTo = rows.length > count ? (page.at(-1)?.[1].key ?? from) : marksKey;
      return {
        synckey: life * 1_000_000 + upTo,
        clearAll: known ? 0 : 1,
        restored: known || synckey === 0 ? 0 : 1,
        hasMore: rows.length > count ? 1 : 0,
        updated: page.filter(([, row]) => !row.removedAt).map(([, row]) => wireMark(row)),
        removed: page.filter(([, row]) => row.removedAt).map(([id]) => id),
      };
    },
    'GET /user/notebooks': ({ synckey = 0 }) => {
      const known = Math.floor(synckey / 1_000_000) === life;
      const from = known ? synckey % 1_000_000 : 0;
      const changed = [...marks.values()].filter((row) => row.key > from);
      const bookIds = [...new Set(changed.map((row) => row.value.bookId))];
      const isFilled = (id: string) => [...marks.values()].some((row) => !row.removedAt && row.value.bookId === id);
      return {
        synckey: life * 1_000_000 + marksKey,
        clearAll: known ? 0 : 1,
        hasMore: 0,
        books: bookIds.filter(isFilled).map((bookId) => ({ bookId })),
        removed: bookIds.filter((bookId) => !isFilled(bookId)),
      };
    },
    'POST /book/batchUploadProgress': ({ books: records }) => ({
      results: records.map((record: Params) => {
        const place: Params = { ...record, updateTime: Math.min(record.timestamp, now()) };
        if (seen.has(record.random)) return { bookId: record.bookId, result: 'duplicate' };
        seen.add(record.random);
        const row: Stored = progress.get(record.bookId) ?? stored({ latest: place, furthest: place }, 0);
        if (place.updateTime >= row.value.latest.updateTime) row.value.latest = place;
        if (place.progress > row.value.furthest.progress) row.value.furthest = place;
        progress.set(record.bookId, row);
        touch(row, 'shelf');
        return { bookId: record.bookId, result: 'applied' };
      }),
      timestamp: now(),
    }),
    'GET /book/info': ({ bookId }) => wireBook(bookOf(bookId).value),
    'GET /book/getProgress': ({ bookId }) => {
      const row = progress.get(bookId);
      return { bookId, book: row?.value.latest ?? { updateTime: 0 }, furthest: row?.value.furthest };
    },
  };
  const changeMark = (row: Stored, params: Params, time: number) => {
    for (const field of ['style', 'colorStyle']) {
      if (params[field] === undefined || (row.times[field] ?? 0) > time) continue;
      row.value[field] = params[field];
      row.times[field] = time;
    }
    row.editTime = Math.max(row.editTime, time);
    touch(row, 'marks');
  };

  return {
    requests,
    call(route, params) {
      requests.push(route);
      const handler = routes[route];
      if (!handler) throw new AppError('not_found', `no ${route}`);
      // A review's own list of events answers with the review that one made.
      if (params.eventId !== undefined && !(route in written.routes)) {
        if (seen.has(params.eventId)) return {};
        const reply = handler(params);
        seen.add(params.eventId);
        return structuredClone(reply ?? {});
      }
      return structuredClone(handler(params) ?? {});
    },
    addBook({ bookId, title, author = '', cover = '', at: time = now() }) {
      const row = stored(
        { bookId, title, author, cover, folder: '', isTop: 0, secret: 0, finishReading: 0, updateTime: time },
        time,
      );
      books.set(bookId, row);
      touch(row, 'shelf');
    },
    books: () => books,
    folders: () => folders,
    marks: () => marks,
    reviews: () => written.reviews,
    places: () => new Map([...progress].map(([id, row]) => [id, row.value as { latest: Params; furthest: Params }])),
    rebirth() {
      life += 1;
    },
    backup() {
      const tables = [books, folders, marks, progress];
      const copies = tables.map((table) => structuredClone(table));
      const keys = [shelfKey, marksKey] as const;
      const restoreWritten = written.backup();
      return () => {
        for (const [index, table] of tables.entries()) {
          table.clear();
          for (const [id, row] of copies[index] ?? []) table.set(id, structuredClone(row));
        }
        [shelfKey, marksKey] = keys;
        restoreWritten();
        life += 1;
      };
    },
  };
}

function cutShelf(
  all: Record<string, Loose>,
  books: Map<string, Stored>,
  folders: Map<string, Stored>,
  progress: Map<string, Stored>,
  from: number,
  upTo: number,
) {
  const within = (row: Stored | undefined) => row !== undefined && row.key > from && row.key <= upTo;
  return {
    books: all.books.filter((book: Params) => within(books.get(book.bookId))),
    bookProgress: all.bookProgress.filter((place: Params) => within(progress.get(place.bookId))),
    removed: all.removed.filter((id: string) => within(books.get(id))),
    removedArchive: all.removedArchive.filter((id: string) => within(folders.get(id))),
    archive: all.archive
      .map((folder: Params) => ({
        ...folder,
        bookIds: folder.bookIds.filter((id: string) => within(books.get(id))),
        removed: folder.removed.filter((id: string) => within(books.get(id))),
      }))
      .filter(
        (folder: Params) => within(folders.get(folder.archiveId)) || folder.bookIds.length + folder.removed.length > 0,
      ),
  };
}

function wireBook(value: Record<string, Loose>) {
  return {
    bookId: value.bookId,
    title: value.title,
    author: value.author,
    cover: value.cover,
    version: 1,
    format: 'epub',
    language: 'en',
    isTop: value.isTop,
    secret: value.secret,
    finishReading: value.finishReading,
    readUpdateTime: 0,
    updateTime: value.updateTime,
  };
}

function wireMark({ value, times }: Stored) {
  return {
    bookVersion: 0,
    chapterName: '',
    ...value,
    contextAbstract: '',
    editTimes: { style: times.style ?? 0, colorStyle: times.colorStyle ?? 0 },
    unplaced: 0,
  };
}
