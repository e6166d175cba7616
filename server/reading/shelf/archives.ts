// Folders of the shelf: creating, renaming, filling and deleting them. An entry is in at most one folder.

import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../../api/errors.ts';
import { mostFolders } from '../../../api/limits.ts';
import type { Params } from '../../../api/route.ts';
import type { shelf } from '../../../api/shelf.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ArchiveMemberRow, ArchiveRow } from '../schema/shelf.ts';
import {
  changeShelf,
  type Item,
  itemKey,
  itemsOf,
  kindsOf,
  readEntries,
  removeEntries,
  type ShelfChange,
  writeEntries,
} from './shelf-entries.ts';

type Routes = (typeof shelf)['routes'];
const outOfFolders = '0';

export function archiveRoutes(reading: Reading) {
  return {
    'POST /shelf/archive': async (caller: Caller, params: Params<Routes['POST /shelf/archive']>) => {
      checkName(params);
      const archiveId = params.archiveId ?? newArchiveId(caller.vid, params.eventId);
      // Audiobooks of a book are entries of that book.
      const items = itemsOf({ ...params, bookIds: [...(params.bookIds ?? []), ...(params.lectureBookIds ?? [])] });
      const unchanged = { archiveId, name: params.name ?? '', unknownIds: [] };
      return changeShelf(reading, caller, params, unchanged, async (change) => {
        const name = archiveId === outOfFolders ? '' : await keepArchive(change, archiveId, params.name);
        return { archiveId, name, unknownIds: await placeEntries(change, archiveId, items) };
      });
    },

    'POST /shelf/deleteArchive': async (caller: Caller, params: Params<Routes['POST /shelf/deleteArchive']>) =>
      changeShelf(reading, caller, params, { removedArchive: [], removed: [] }, async (change) => {
        const known = await readArchives(change, [params.archiveId]);
        if (known.length === 0) throw new AppError('not_found', 'There is no such folder.', params);
        return deleteArchives(change, known, params.removeBooks === 1);
      }),
  };
}

function checkName({ archiveId, name }: Params<Routes['POST /shelf/archive']>): void {
  if (name === undefined && archiveId === undefined) {
    throw new AppError('bad_argument', 'A new folder needs a name.', { name: 'is missing' });
  }
  if (name?.trim() === '')
    throw new AppError('bad_argument', 'A folder’s name has at least one letter.', { name: 'is blank' });
}

/** Of an edit that is sent again the same, so that both replies name the one folder that was made. */
function newArchiveId(vid: string, eventId: string | undefined): string {
  const made = eventId === undefined ? randomBytes(10) : createHash('sha256').update(`${vid} ${eventId}`).digest();
  return `a_${made.subarray(0, 10).toString('hex')}`;
}

async function readArchives(change: ShelfChange, archiveIds: string[]): Promise<ArchiveRow[]> {
  if (archiveIds.length === 0) return [];
  return change.trx
    .selectFrom('archives')
    .selectAll()
    .where('vid', '=', change.vid)
    .where('archive_id', 'in', archiveIds)
    .execute();
}

/** Creates, renames or revives the folder; answers its name. */
async function keepArchive(change: ShelfChange, archiveId: string, name: string | undefined): Promise<string> {
  const [row] = await readArchives(change, [archiveId]);
  const gone = !row || (row.removed_at !== 0 && row.edit_time > change.time);
  if (gone && (row || name === undefined)) throw new AppError('not_found', 'There is no such folder.', { archiveId });
  if (row && row.removed_at === 0 && (name === undefined || name === row.name || row.edit_time > change.time)) {
    return row.name;
  }
  if (name === undefined) throw new AppError('not_found', 'That folder was deleted.', { archiveId });
  if (!row) await checkRoom(change);
  await writeArchives(change, [
    {
      vid: change.vid,
      archive_id: archiveId,
      name,
      sync_key: change.takeKey(),
      removed_at: 0,
      edit_time: change.time,
      created_at: row?.created_at ?? change.now,
    },
  ]);
  return name;
}

async function checkRoom(change: ShelfChange): Promise<void> {
  const { total } = await change.trx
    .selectFrom('archives')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('vid', '=', change.vid)
    .where('removed_at', '=', 0)
    .executeTakeFirstOrThrow();
  if (Number(total) >= mostFolders) throw new AppError('limit_reached', `A shelf has at most ${mostFolders} folders.`);
}

/** Puts entries that are on the shelf into a folder, which is made when there is none of that id or name. */
export async function placeInFolder(
  change: ShelfChange,
  folder: { archiveId: string; name: string },
  items: Item[],
): Promise<void> {
  const ofName = await change.trx
    .selectFrom('archives')
    .select(['archive_id', 'removed_at'])
    .where('vid', '=', change.vid)
    .where('name', '=', folder.name)
    .execute();
  const archiveId = ofName.find((row) => row.removed_at === 0)?.archive_id ?? folder.archiveId;
  // A name that its owner gave it since stays.
  const [there] = await readArchives(change, [archiveId]);
  if (there?.removed_at !== 0) await keepArchive(change, archiveId, folder.name);
  await placeEntries(change, archiveId, items);
}

/** Moves entries into a folder, or out of all; answers the ids that are not on the shelf. */
async function placeEntries(change: ShelfChange, archiveId: string, items: Item[]): Promise<string[]> {
  const stored = await readEntries(change.trx, change.vid, items);
  const onShelf = items.filter(({ kind, id }) => stored.get(itemKey(kind, id))?.removed_at === 0);
  const moved = onShelf.filter(({ kind, id }) => (stored.get(itemKey(kind, id))?.placed_time ?? 0) <= change.time);
  await leaveArchives(change, moved, archiveId);
  if (archiveId !== outOfFolders) await joinArchive(change, moved, archiveId);
  const placed = moved.flatMap(({ kind, id }) => stored.get(itemKey(kind, id)) ?? []);
  await writeEntries(
    change.trx,
    placed.map((row) => ({ ...row, placed_time: change.time })),
  );
  const known = new Set(onShelf);
  return items.filter((item) => !known.has(item)).map((item) => item.id);
}

/** Ends the items' membership of every folder but `except`. */
export async function leaveArchives(change: ShelfChange, items: Item[], except = outOfFolders): Promise<void> {
  if (items.length === 0) return;
  const rows = await change.trx
    .selectFrom('archive_members')
    .selectAll()
    .where('vid', '=', change.vid)
    .where('removed_at', '=', 0)
    .where('archive_id', '<>', except)
    .where((where) => where.or(kindsOf(items).map(([kind, ids]) => where('kind', '=', kind).and('item_id', 'in', ids))))
    .execute();
  await writeMembers(
    change,
    rows.map((row) => ({ ...row, removed_at: change.now, sync_key: change.takeKey() })),
  );
}

async function joinArchive(change: ShelfChange, items: Item[], archiveId: string): Promise<void> {
  if (items.length === 0) return;
  const there = await change.trx
    .selectFrom('archive_members')
    .select(['kind', 'item_id'])
    .where('vid', '=', change.vid)
    .where('archive_id', '=', archiveId)
    .where('removed_at', '=', 0)
    .where((where) => where.or(kindsOf(items).map(([kind, ids]) => where('kind', '=', kind).and('item_id', 'in', ids))))
    .execute();
  const known = new Set(there.map((row) => itemKey(row.kind, row.item_id)));
  const joining = items.filter((item) => !known.has(itemKey(item.kind, item.id)));
  await writeMembers(
    change,
    joining.map(({ kind, id }) => ({
      vid: change.vid,
      archive_id: archiveId,
      kind,
      item_id: id,
      sync_key: change.takeKey(),
      removed_at: 0,
    })),
  );
}

/** Deletes folders by id that were not edited later, with or without what is in them. */
export async function deleteArchives(change: ShelfChange, archives: ArchiveRow[], removeBooks: boolean) {
  const gone = archives.filter((row) => row.removed_at === 0 && row.edit_time <= change.time);
  if (gone.length === 0) return { removedArchive: [], removed: [] };
  const archiveIds = gone.map((row) => row.archive_id);
  const members = await change.trx
    .selectFrom('archive_members')
    .select(['kind', 'item_id'])
    .where('vid', '=', change.vid)
    .where('archive_id', 'in', archiveIds)
    .where('removed_at', '=', 0)
    .execute();
  const items = members.map((row) => ({ kind: row.kind, id: row.item_id }));
  await leaveArchives(change, items);
  const removed = removeBooks ? await removeEntries(change, items) : [];
  await writeArchives(
    change,
    gone.map((row) => ({ ...row, removed_at: change.now, edit_time: change.time, sync_key: change.takeKey() })),
  );
  return { removedArchive: archiveIds, removed: removed.map((item) => item.id) };
}

export async function deleteArchivesById(change: ShelfChange, archiveIds: string[]) {
  return deleteArchives(change, await readArchives(change, archiveIds), true);
}

async function writeArchives(change: ShelfChange, rows: ArchiveRow[]): Promise<void> {
  await change.trx
    .insertInto('archives')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'archive_id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        sync_key: row.ref('excluded.sync_key'),
        removed_at: row.ref('excluded.removed_at'),
        edit_time: row.ref('excluded.edit_time'),
      })),
    )
    .execute();
}

async function writeMembers(change: ShelfChange, rows: ArchiveMemberRow[]): Promise<void> {
  if (rows.length === 0) return;
  await change.trx
    .insertInto('archive_members')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'kind', 'item_id', 'archive_id']).doUpdateSet((row) => ({
        sync_key: row.ref('excluded.sync_key'),
        removed_at: row.ref('excluded.removed_at'),
      })),
    )
    .execute();
}
