// Rows that keep replays and incremental lists right.

/** Client-made ids of edits that were applied, so that a replay changes nothing. */
export interface AppliedEventRow {
  vid: string;
  event_id: string;
  /** Of the mark or whatever the event was about. */
  target: string;
  applied_at: number;
}

/** Up to which key tombstones of a list were deleted. */
export interface SyncFloorRow {
  owner: string;
  collection: string;
  floor: number;
  /** How often tombstones were deleted. */
  purges: number;
}

/** Facts about this database itself, such as the number that tells its life from another server's. */
export interface FactRow {
  name: string;
  value: string;
}

export interface SyncTables {
  applied_events: AppliedEventRow;
  sync_floors: SyncFloorRow;
  facts: FactRow;
}
