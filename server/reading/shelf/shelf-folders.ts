// Folders of a shelf as they are synchronised: those that changed themselves, and those that something came into or went
// out of. Knows rows, asks nothing.

import type { Static } from 'typebox';
import type { Archive } from '../../../api/nouns/shelf-entry.ts';
import type { ArchiveMemberRow, ArchiveRow, EntryKind } from '../schema/shelf.ts';

/** Of a folder that was not deleted: a folder's own removal says it all. */
export type MemberRow = ArchiveMemberRow & { name: string };

type Kinded = { kind: EntryKind; item_id: string };
export const isAlbum = (row: Kinded) => row.kind === 'album';
/** Accounts stand among the books. */
export const isBook = (row: Kinded) => !isAlbum(row);

export function idsOf(rows: readonly Kinded[], isOfKind: (row: Kinded) => boolean): string[] {
  return rows.filter(isOfKind).map((row) => row.item_id);
}

/** `first`: the copy starts from nothing, so that tombstones say nothing to it. */
export function foldersOf(
  archives: readonly ArchiveRow[],
  members: readonly MemberRow[],
  first: boolean,
): Static<typeof Archive>[] {
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
    if (isBook(row)) (row.removed_at === 0 ? bookIds : removed).push(row.item_id);
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
