// What stands on a reader's shelf: adding, deleting, hiding, pinning, and the state of named entries.
// Folders are in archives.ts, the incremental list in shelf-sync.ts.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import type { shelf } from '../../../api/shelf.ts';
import { readBooks } from '../books/book-access.ts';
import { readPublications } from '../publications/publication-access.ts';
import type { Caller, Reading } from '../reading.ts';
import { noteSecrecy } from '../reviews/hide-reading.ts';
import type { ShelfEntryRow } from '../schema/shelf.ts';
import { deleteArchivesById, leaveArchives } from './archives.ts';
import {
  addEntries,
  changeShelf,
  type Item,
  itemKey,
  itemsOf,
  readEntries,
  removeEntries,
  type ShelfChange,
  writeEntries,
} from './shelf-entries.ts';

type Routes = (typeof shelf)['routes'];
type BookRoutes = (typeof books)['routes'];

export function shelfRoutes(reading: Reading) {
  return {
    'POST /shelf/add': async (caller: Caller, params: Params<Routes['POST /shelf/add']>) => {
      const items = itemsOf(params);
      return changeShelf(reading, caller, params, { added: [], unknownIds: [] }, async (change) => {
        const known = await visibleItems(change, items, params.follow === 1);
        const added = await addEntries(change, known, params.promoteId);
        return { added: added.map((item) => item.id), unknownIds: idsWithout(items, known) };
      });
    },

    'POST /shelf/delete': async (caller: Caller, params: Params<Routes['POST /shelf/delete']>) =>
      changeShelf(reading, caller, params, { removed: [] }, async (change) => {
        const folders = await deleteArchivesById(change, params.archiveIds ?? []);
        const removed = await removeEntries(change, itemsOf(params));
        await leaveArchives(change, removed);
        return { removed: [...folders.removed, ...removed.map((item) => item.id)] };
      }),

    'POST /book/secret': async (caller: Caller, params: Params<BookRoutes['POST /book/secret']>) => {
      const items = itemsOf(params);
      return changeShelf(reading, caller, params, { changed: [], unknownIds: [] }, async (change) => {
        const turned: string[] = [];
        const edited = await editEntries(change, items, (row) => {
          if (row.secret_time > change.time) return undefined;
          if (row.is_secret !== params.private && row.kind === 'book') turned.push(row.item_id);
          return { ...row, is_secret: params.private, secret_time: change.time };
        });
        await noteSecrecy(reading, change.trx, change.vid, turned);
        return edited;
      });
    },
  };
}

/** Those of the items that exist for the caller. There are no albums yet that could be known. */
async function visibleItems({ trx, vid }: ShelfChange, items: Item[], accountsOnly: boolean): Promise<Item[]> {
  const idsOf = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map((item) => item.id);
  const books = accountsOnly ? new Map() : await readBooks(trx, vid, idsOf('book'));
  const accounts = await readPublications(trx, vid, idsOf('account'));
  return items.filter(({ kind, id }) => (kind === 'book' ? books.has(id) : kind === 'account' && accounts.has(id)));
}

/** Changes one side of entries that are on the shelf; `edit` answers undefined where a newer edit stands. */
export async function editEntries(
  change: ShelfChange,
  items: Item[],
  edit: (row: ShelfEntryRow) => ShelfEntryRow | undefined,
): Promise<{ changed: string[]; unknownIds: string[] }> {
  const stored = await readEntries(change.trx, change.vid, items);
  const known = items.filter(({ kind, id }) => stored.get(itemKey(kind, id))?.removed_at === 0);
  const rows = known.flatMap(({ kind, id }) => {
    const edited = edit(stored.get(itemKey(kind, id)) as ShelfEntryRow);
    return edited ? [{ ...edited, sync_key: change.takeKey() }] : [];
  });
  await writeEntries(change.trx, rows);
  return { changed: rows.map((row) => row.item_id), unknownIds: idsWithout(items, known) };
}

function idsWithout(items: Item[], known: Item[]): string[] {
  const there = new Set(known);
  return items.filter((item) => !there.has(item)).map((item) => item.id);
}
