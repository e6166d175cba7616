// The entries of a shelf as rows: reading them, merging an addition or a removal into them, writing them back.
// Each side of an entry keeps the time of its newest edit, and an older edit that arrives later changes nothing.

import { AppError } from '../../../api/errors.ts';
import { claimEdit, type Edit, editTimeOf } from '../edits.ts';
import { isPublicationId } from '../publications/publication-access.ts';
import type { Caller, Reading, Trx } from '../reading.ts';
import type { ShelfEntryRow } from '../schema/shelf.ts';
import { noteInterest } from '../store/note-changes.ts';
import { withSyncKeys, writeSyncKey } from '../sync-key.ts';

export type Kind = ShelfEntryRow['kind'];
export interface Item {
  kind: Kind;
  id: string;
}

/** One change of a shelf under way. */
export interface ShelfChange {
  trx: Trx;
  vid: string;
  /** Unix seconds. */
  now: number;
  /** When the person made it. */
  time: number;
  takeKey(): number;
}

export const shelfCollection = 'shelf';
export const largestShelf = 10_000;

/** Runs one edit of the caller's shelf; a repeated one answers `unchanged`. */
export async function changeShelf<R extends object>(
  reading: Reading,
  { vid }: Pick<Caller, 'vid'>,
  edit: Edit,
  unchanged: R,
  work: (change: ShelfChange) => Promise<R>,
): Promise<R & { synckey: number }> {
  const now = reading.now();
  const { counter, result } = await reading.database.transaction((trx) =>
    withSyncKeys(trx, vid, shelfCollection, async (takeKey) => {
      if (!(await claimEdit(reading, trx, vid, edit, 'shelf'))) return unchanged;
      return work({ trx, vid, now, time: editTimeOf(edit, now), takeKey });
    }),
  );
  return { ...result, synckey: writeSyncKey(counter, reading.life) };
}

export function itemsOf(ids: { bookIds?: string[]; albumIds?: string[] }): Item[] {
  return [
    ...[...new Set(ids.bookIds)].map((id) => ({
      kind: isPublicationId(id) ? ('account' as const) : ('book' as const),
      id,
    })),
    ...[...new Set(ids.albumIds)].map((id) => ({ kind: 'album' as const, id })),
  ];
}

export const itemKey = (kind: Kind, id: string) => `${kind} ${id}`;

/** Rows of the named items, tombstones included, by `itemKey`. */
export async function readEntries(trx: Trx, vid: string, items: Item[]): Promise<Map<string, ShelfEntryRow>> {
  if (items.length === 0) return new Map();
  const rows = await trx
    .selectFrom('shelf_entries')
    .selectAll()
    .where('vid', '=', vid)
    .where((where) => where.or(kindsOf(items).map(([kind, ids]) => where('kind', '=', kind).and('item_id', 'in', ids))))
    .execute();
  return new Map(rows.map((row) => [itemKey(row.kind, row.item_id), row]));
}

export function kindsOf(items: Item[]): [Kind, string[]][] {
  const byKind = Map.groupBy(items, (item) => item.kind);
  return [...byKind].map(([kind, list]) => [kind, list.map((item) => item.id)]);
}

export async function writeEntries(trx: Trx, rows: ShelfEntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('shelf_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'kind', 'item_id']).doUpdateSet((row) => ({
        sync_key: row.ref('excluded.sync_key'),
        removed_at: row.ref('excluded.removed_at'),
        presence_time: row.ref('excluded.presence_time'),
        added_at: row.ref('excluded.added_at'),
        read_at: row.ref('excluded.read_at'),
        is_secret: row.ref('excluded.is_secret'),
        secret_time: row.ref('excluded.secret_time'),
        is_finished: row.ref('excluded.is_finished'),
        top_order: row.ref('excluded.top_order'),
        top_time: row.ref('excluded.top_time'),
        placed_time: row.ref('excluded.placed_time'),
        promote_id: row.ref('excluded.promote_id'),
      })),
    )
    .execute();
  for (const [vid, ofReader] of Map.groupBy(rows, (row) => row.vid)) {
    await noteInterest(
      trx,
      vid,
      ofReader.flatMap((row) => (row.kind === 'book' ? [row.item_id] : [])),
    );
  }
}

/** Puts items on the shelf that the caller may see; answers those that were not there. */
export async function addEntries(change: ShelfChange, items: Item[], promoteId = ''): Promise<Item[]> {
  const stored = await readEntries(change.trx, change.vid, items);
  const finished = await readFinished(change, items);
  const added: Item[] = [];
  const rows = items.flatMap((item) => {
    const row = stored.get(itemKey(item.kind, item.id));
    if (row && row.removed_at === 0) {
      // Known to be wanted at that time, so that an older removal which arrives later loses.
      return change.time > row.presence_time ? [{ ...row, presence_time: change.time }] : [];
    }
    if (row && row.presence_time > change.time) return [];
    added.push(item);
    return [
      { ...freshEntry(change, item, promoteId, row), is_finished: finished.has(itemKey(item.kind, item.id)) ? 1 : 0 },
    ];
  });
  await count(change, added, 1);
  await writeEntries(change.trx, rows);
  return added;
}

/** Books that were marked as finished, perhaps while they were on no shelf. */
async function readFinished({ trx, vid }: ShelfChange, items: Item[]): Promise<Set<string>> {
  const bookIds = items.filter((item) => item.kind === 'book').map((item) => item.id);
  if (bookIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('book_states')
    .select('book_id')
    .where('vid', '=', vid)
    .where('book_id', 'in', bookIds)
    .where('status', '=', 'finished')
    .execute();
  return new Set(rows.map((row) => itemKey('book', row.book_id)));
}

function freshEntry(change: ShelfChange, item: Item, promoteId: string, before?: ShelfEntryRow): ShelfEntryRow {
  return {
    vid: change.vid,
    kind: item.kind,
    item_id: item.id,
    sync_key: change.takeKey(),
    removed_at: 0,
    presence_time: change.time,
    added_at: change.time,
    read_at: before?.read_at ?? 0,
    is_secret: before?.is_secret ?? 0,
    secret_time: before?.secret_time ?? 0,
    is_finished: 0,
    top_order: 0,
    top_time: change.time,
    placed_time: change.time,
    promote_id: promoteId,
  };
}

/** Takes entries off the shelf unless they were added later; answers those that went. */
export async function removeEntries(change: ShelfChange, items: Item[]): Promise<Item[]> {
  const stored = await readEntries(change.trx, change.vid, items);
  const rows = items.flatMap((item) => {
    const row = stored.get(itemKey(item.kind, item.id));
    if (row?.removed_at !== 0 || row.presence_time > change.time) return [];
    return [{ ...row, removed_at: change.now, presence_time: change.time, top_order: 0, sync_key: change.takeKey() }];
  });
  const removed = rows.map((row) => ({ kind: row.kind, id: row.item_id }));
  await count(change, removed, -1);
  await writeEntries(change.trx, rows);
  return removed;
}

/** Keeps the shelf's size beside the account, so that no sync counts rows: books, and whatever else stands there. */
async function count(change: ShelfChange, items: Item[], sign: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  const books = items.filter((item) => item.kind === 'book').length * sign;
  const others = items.length * sign - books;
  const size = await change.trx
    .updateTable('users')
    .set((row) => ({ shelf_books: row('shelf_books', '+', books), shelf_albums: row('shelf_albums', '+', others) }))
    .where('vid', '=', change.vid)
    .returning(['shelf_books', 'shelf_albums'])
    .executeTakeFirstOrThrow();
  if (sign === 1 && size.shelf_books + size.shelf_albums > largestShelf) {
    throw new AppError('limit_reached', `A shelf holds at most ${largestShelf} entries.`, { limit: largestShelf });
  }
}
