// The incremental list of a shelf: entries, progress and folders, each read by one index up to one common key.

import type { ExpressionBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { ShelfBook } from '../../../api/nouns/book.ts';
import type { Archive } from '../../../api/nouns/shelf-entry.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { shelf } from '../../../api/shelf.ts';
import { bookOnWire, type WireBook, wireColumns } from '../books/book-access.ts';
import { shelfProgress } from '../progress/progress-rows.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ProgressRow } from '../schema/progress.ts';
import type { ArchiveMemberRow, ArchiveRow, ShelfEntryRow } from '../schema/shelf.ts';
import { cutPage, type ListState, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { itemsOf, kindsOf, shelfCollection } from './shelf-entries.ts';

type Routes = (typeof shelf)['routes'];
type Changes = Reply<Routes['GET /shelf/sync']>;
const pageSize = 500;

export function shelfSyncRoutes(reading: Reading) {
  return {
    'GET /shelf/sync': async ({ vid }: Caller, params: Params<Routes['GET /shelf/sync']>): Promise<Changes> => {
      const { state, books, albums } = await readState(reading, vid);
      const asked = readSyncKey(params.synckey, reading.life, state);
      const limit = params.count ?? pageSize;
      const parts = await readParts(reading, vid, { after: asked.from, upTo: state.counter, limit });
      const page = cutPage(parts, limit, state.counter);
      const loading = asked.loading && page.hasMore ? state : undefined;
      return {
        ...emptyChanges,
        synckey: writeSyncKey(page.upTo, reading.life, loading),
        clearAll: asked.clearAll,
        restored: asked.restored,
        hasMore: page.hasMore,
        bookCount: books + albums,
        pureBookCount: books,
        ...changesOf(page.parts, reading.life, asked.from === 0),
        ...(params.onlyBookid ? { books: [], bookIds: presentIds(page.parts.entries) } : {}),
      };
    },

    'POST /shelf/syncbook': async ({ vid }: Caller, params: Params<Routes['POST /shelf/syncbook']>) => {
      const items = itemsOf(params);
      const { state } = await readState(reading, vid);
      const parts = await readNamed(reading, vid, kindsOf(items));
      const there = new Set(parts.entries.filter((row) => row.removed_at === 0).map((row) => row.item_id));
      const { books, bookProgress } = changesOf({ ...parts, archives: [], members: [] }, reading.life, true);
      return {
        synckey: writeSyncKey(state.counter, reading.life),
        books,
        bookProgress,
        albums: [],
        removed: items.filter((item) => !there.has(item.id)).map((item) => item.id),
        archive: [...Map.groupBy(parts.members, (row) => row.archive_id)].map(([archiveId, members]) => ({
          archiveId,
          bookIds: idsOf(members, 'book'),
          albumIds: idsOf(members, 'album'),
        })),
        timestamp: reading.now(),
      };
    },
  };
}

const emptyChanges = {
  archive: [],
  removedArchive: [],
  lectureBooks: [],
  lectureSynckey: 0,
  lectureUpdate: [],
  lectureRemoved: [],
  albums: [],
};

async function readState(reading: Reading, vid: string) {
  const row = await reading.database.kysely
    .selectFrom('users as u')
    .leftJoin('sync_counters as c', (join) =>
      join.onRef('c.owner', '=', 'u.vid').on('c.collection', '=', shelfCollection),
    )
    .leftJoin('sync_floors as f', (join) =>
      join.onRef('f.owner', '=', 'u.vid').on('f.collection', '=', shelfCollection),
    )
    .select(['u.shelf_books', 'u.shelf_albums', 'c.value', 'f.floor', 'f.purges'])
    .where('u.vid', '=', vid)
    .executeTakeFirstOrThrow();
  const state: ListState = { counter: row.value ?? 0, floor: row.floor ?? 0, purges: row.purges ?? 0 };
  return { state, books: row.shelf_books, albums: row.shelf_albums };
}

/** A shelf entry joined with its book; the book's columns are null for an album. */
type EntryRow = ShelfEntryRow & Partial<WireBook>;
type MemberRow = ArchiveMemberRow & { name: string };
interface Parts extends Record<string, { sync_key: number }[]> {
  entries: EntryRow[];
  progress: ProgressRow[];
  archives: ArchiveRow[];
  members: MemberRow[];
}

function selectEntries(reading: Reading, vid: string) {
  return reading.database.kysely
    .selectFrom('shelf_entries')
    .leftJoin('books', (join) => join.onRef('books.book_id', '=', 'shelf_entries.item_id').on('kind', '=', 'book'))
    .leftJoin('covers', 'covers.book_id', 'books.book_id')
    .select(wireColumns.map((name) => `books.${name}` as const))
    .selectAll('shelf_entries')
    .select('covers.sha256 as cover_sha256')
    .where('shelf_entries.vid', '=', vid);
}

async function readParts(
  reading: Reading,
  vid: string,
  window: { after: number; upTo: number; limit: number },
): Promise<Parts> {
  if (window.after >= window.upTo) return { entries: [], progress: [], archives: [], members: [] };
  const db = reading.database.kysely;
  const inWindow = (where: ExpressionBuilder<{ any: { sync_key: number } }, 'any'>) =>
    where.and([where('sync_key', '>', window.after), where('sync_key', '<=', window.upTo)]);
  const page = window.limit + 1;
  const entries = selectEntries(reading, vid)
    .where(inWindow as never)
    .orderBy('sync_key')
    .limit(page);
  const progress = db
    .selectFrom('progress')
    .selectAll()
    .where('vid', '=', vid)
    .where(inWindow as never);
  const archives = db
    .selectFrom('archives')
    .selectAll()
    .where('vid', '=', vid)
    .where(inWindow as never);
  const members = selectMembers(reading, vid)
    .where('archive_members.sync_key', '>', window.after)
    .where('archive_members.sync_key', '<=', window.upTo)
    .orderBy('archive_members.sync_key')
    .limit(page);
  return {
    entries: (await entries.execute()) as unknown as EntryRow[],
    progress: await progress.orderBy('sync_key').limit(page).execute(),
    archives: await archives.orderBy('sync_key').limit(page).execute(),
    members: await members.execute(),
  };
}

/** Members with their folder's name, without those of deleted folders: a folder's own removal says it all. */
function selectMembers(reading: Reading, vid: string) {
  return reading.database.kysely
    .selectFrom('archive_members')
    .innerJoin('archives', (join) =>
      join
        .onRef('archives.vid', '=', 'archive_members.vid')
        .onRef('archives.archive_id', '=', 'archive_members.archive_id'),
    )
    .selectAll('archive_members')
    .select('archives.name')
    .where('archive_members.vid', '=', vid)
    .where('archives.removed_at', '=', 0);
}

async function readNamed(reading: Reading, vid: string, kinds: [string, string[]][]) {
  if (kinds.length === 0) return { entries: [], progress: [], members: [] };
  const db = reading.database.kysely;
  const entries = selectEntries(reading, vid).where((where) =>
    where.or(kinds.map(([kind, ids]) => where('kind', '=', kind as 'book').and('item_id', 'in', ids))),
  );
  const bookIds = kinds.flatMap(([kind, ids]) => (kind === 'book' ? ids : []));
  const progress = db.selectFrom('progress').selectAll().where('vid', '=', vid).where('book_id', 'in', bookIds);
  const members = selectMembers(reading, vid)
    .where('archive_members.removed_at', '=', 0)
    .where((where) =>
      where.or(kinds.map(([kind, ids]) => where('kind', '=', kind as 'book').and('item_id', 'in', ids))),
    );
  return {
    entries: (await entries.execute()) as unknown as EntryRow[],
    progress: bookIds.length > 0 ? await progress.execute() : [],
    members: await members.execute(),
  };
}

/** `first`: the copy starts from nothing, so that tombstones say nothing to it. */
function changesOf(parts: Parts, life: number, first: boolean) {
  const present = parts.entries.filter((row) => row.removed_at === 0);
  const gone = first ? [] : parts.entries.filter((row) => row.removed_at !== 0);
  return {
    books: present.filter((row) => row.kind === 'book').map(shelfBook),
    bookProgress: parts.progress.map((row) => shelfProgress(row, life)),
    removed: gone.filter((row) => row.kind === 'book').map((row) => row.item_id),
    albumRemoved: gone.filter((row) => row.kind === 'album').map((row) => row.item_id),
    archive: foldersOf(parts, first),
    removedArchive: first ? [] : parts.archives.filter((row) => row.removed_at !== 0).map((row) => row.archive_id),
  };
}

function presentIds(rows: EntryRow[]): string[] {
  return idsOf(
    rows.filter((row) => row.removed_at === 0),
    'book',
  );
}

function shelfBook(row: EntryRow): Static<typeof ShelfBook> {
  return {
    ...bookOnWire(row as WireBook),
    secret: row.is_secret ? 1 : 0,
    readUpdateTime: row.read_at,
    finishReading: row.is_finished ? 1 : 0,
    paid: 1,
    updateTime: row.updated_at ?? 0,
    isTop: row.top_order > 0 ? 1 : 0,
    deepLink: `octavo://books/${encodeURIComponent(row.item_id)}`,
  };
}

/** Folders that changed themselves, and those that something came into or went out of. */
function foldersOf({ archives, members }: Parts, first: boolean): Static<typeof Archive>[] {
  const folders = new Map<string, Static<typeof Archive>>();
  const folder = (archiveId: string, name: string) => {
    const known = folders.get(archiveId) ?? { archiveId, name, ...emptyFolder() };
    folders.set(archiveId, known);
    return known;
  };
  for (const row of archives) if (row.removed_at === 0) folder(row.archive_id, row.name);
  for (const row of members) {
    if (first && row.removed_at !== 0) continue;
    const { bookIds, removed, albumIds, albumRemoved } = folder(row.archive_id, row.name);
    if (row.kind === 'book') (row.removed_at === 0 ? bookIds : removed).push(row.item_id);
    else (row.removed_at === 0 ? albumIds : albumRemoved).push(row.item_id);
  }
  return [...folders.values()];
}

function emptyFolder() {
  return { bookIds: [], removed: [], lectureBookIds: [], lectureRemoved: [], albumIds: [], albumRemoved: [] } as Omit<
    Static<typeof Archive>,
    'archiveId' | 'name'
  >;
}

function idsOf(rows: { kind: string; item_id: string }[], kind: string): string[] {
  return rows.filter((row) => row.kind === kind).map((row) => row.item_id);
}
