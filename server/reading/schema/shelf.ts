// Rows of shelves and their folders.

/** An account is a publication that the reader follows. */
export type EntryKind = 'book' | 'album' | 'account';

/**
 * An entry of a shelf, or its tombstone. sync_key: counter `shelf` of the reader. Each `…_time` is when the person made
 * the newest edit of that side; a later one wins.
 */
export interface ShelfEntryRow {
  vid: string;
  kind: EntryKind;
  /** bookId, also of an account, or albumId. */
  item_id: string;
  sync_key: number;
  /** When the service stored the removal; 0 while it is on the shelf. */
  removed_at: number;
  presence_time: number;
  added_at: number;
  read_at: number;
  is_secret: number;
  secret_time: number;
  is_finished: number;
  /** 0 not pinned; else place among the pinned, largest first. */
  top_order: number;
  top_time: number;
  /** When it was last moved between folders. */
  placed_time: number;
  promote_id: string;
}

/** A folder of the shelf, or its tombstone. sync_key: counter `shelf`. */
export interface ArchiveRow {
  vid: string;
  archive_id: string;
  name: string;
  sync_key: number;
  removed_at: number;
  /** When it was made, renamed or deleted last. */
  edit_time: number;
  created_at: number;
}

/** That an entry is, or was, in a folder. sync_key: counter `shelf`. */
export interface ArchiveMemberRow {
  vid: string;
  archive_id: string;
  kind: EntryKind;
  item_id: string;
  sync_key: number;
  removed_at: number;
}

export interface ShelfTables {
  shelf_entries: ShelfEntryRow;
  archives: ArchiveRow;
  archive_members: ArchiveMemberRow;
}
