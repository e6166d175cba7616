// The incremental list of a shelf: entries, progress and folders, each read by one index up to one common key.

import type { ExpressionBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { ShelfBook } from '../../../api/nouns/book.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { shelf } from '../../../api/shelf.ts';
import { bookOnWire, type WireBook, wireColumns } from '../books/book-access.ts';
import { shelfProgress } from '../progress/progress-rows.ts';
import { readPublications } from '../publications/publication-access.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ProgressRow } from '../schema/progress.ts';
import type { PublicationRow } from '../schema/publications.ts';
import type { ArchiveRow, ShelfEntryRow } from '../schema/shelf.ts';
import { cutPage, type ListState, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { readAllAccounts, shelfAccount } from './shelf-accounts.ts';
import { itemsOf, kindsOf, shelfCollection } from './shelf-entries.ts';
import { foldersOf, idsOf, isAlbum, isBook, type MemberRow } from './shelf-folders.ts';

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
      const accounts = await accountsOf(reading, vid, page.parts.entries);
      const hasAccounts = page.parts.entries.some((row) => row.kind === 'account');
      return {
        ...emptyChanges,
        synckey: writeSyncKey(page.upTo, reading.life, loading),
        clearAll: asked.clearAll,
        restored: asked.restored,
        hasMore: page.hasMore,
        bookCount: books + albums,
        pureBookCount: books,
        ...changesOf(page.parts, accounts, reading.life, asked.from === 0),
        ...(hasAccounts ? { mp: await readAllAccounts(reading.database.kysely, vid) } : {}),
        ...(params.onlyBookid ? { books: [], bookIds: presentIds(page.parts.entries) } : {}),
      };
    },

    'POST /shelf/syncbook': async ({ vid }: Caller, params: Params<Routes['POST /shelf/syncbook']>) => {
      const items = itemsOf(params);
      const { state } = await readState(reading, vid);
      const parts = await readNamed(reading, vid, kindsOf(items));
      const there = new Set(parts.entries.filter((row) => row.removed_at === 0).map((row) => row.item_id));
      const accounts = await accountsOf(reading, vid, parts.entries);
      const { books, bookProgress } = changesOf({ ...parts, archives: [], members: [] }, accounts, reading.life, true);
      return {
        synckey: writeSyncKey(state.counter, reading.life),
        books,
        bookProgress,
        albums: [],
        removed: items.filter((item) => !there.has(item.id)).map((item) => item.id),
        archive: [...Map.groupBy(parts.members, (row) => row.archive_id)].map(([archiveId, members]) => ({
          archiveId,
          bookIds: idsOf(members, isBook),
          albumIds: idsOf(members, isAlbum),
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
interface Parts extends Record<string, { sync_key: number }[]> {
  entries: EntryRow[];
  progress: ProgressRow[];
  archives: ArchiveRow[];
  members: MemberRow[];
}

type Accounts = ReadonlyMap<string, PublicationRow>;

/** Of those that stand on the shelf; asks nothing where there are none. */
function accountsOf(reading: Reading, vid: string, entries: readonly EntryRow[]): Promise<Accounts> {
  const ids = entries.filter((row) => row.kind === 'account' && row.removed_at === 0).map((row) => row.item_id);
  return readPublications(reading.database.kysely, vid, ids);
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
function changesOf(parts: Parts, accounts: Accounts, life: number, first: boolean) {
  const present = parts.entries.filter((row) => row.removed_at === 0);
  const gone = first ? [] : parts.entries.filter((row) => row.removed_at !== 0);
  return {
    books: present.filter(isBook).flatMap((row) => shelfBook(row, accounts)),
    bookProgress: parts.progress.map((row) => shelfProgress(row, life)),
    removed: idsOf(gone, isBook),
    albumRemoved: idsOf(gone, isAlbum),
    archive: foldersOf(parts.archives, parts.members, first),
    removedArchive: first ? [] : parts.archives.filter((row) => row.removed_at !== 0).map((row) => row.archive_id),
  };
}

function presentIds(rows: EntryRow[]): string[] {
  return idsOf(
    rows.filter((row) => row.removed_at === 0),
    isBook,
  );
}

/** Nothing for an account that went meanwhile. */
function shelfBook(row: EntryRow, accounts: Accounts): Static<typeof ShelfBook>[] {
  const account = accounts.get(row.item_id);
  if (row.kind === 'account') return account ? [shelfAccount(row, account)] : [];
  const book = {
    ...bookOnWire(row as WireBook),
    secret: row.is_secret ? (1 as const) : (0 as const),
    readUpdateTime: row.read_at,
    finishReading: row.is_finished ? (1 as const) : (0 as const),
    paid: 1 as const,
    updateTime: row.updated_at ?? 0,
    isTop: row.top_order > 0 ? (1 as const) : (0 as const),
    deepLink: `octavo://books/${encodeURIComponent(row.item_id)}`,
  };
  return [book];
}
