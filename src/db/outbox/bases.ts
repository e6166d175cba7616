// The service's own state of rows that the reader changed and the service has not settled yet. A row is always its
// base plus the unsettled events in order, so that an edit which loses against a newer one elsewhere goes back to
// exactly what the service says.

import type { Database } from '../database.ts';
import type { MarkRow } from '../marks/marks.ts';
import type { ThoughtRow } from '../marks/thoughts.ts';
import type { TableSchema } from '../schema.ts';
import type { ArchiveRow } from '../shelf/archives.ts';

export const basesSchema: TableSchema = { name: 'bases', stores: { 1: '[kind+id],topic' } };

/** What edits change about a book; the rest of its row is not theirs to take back. */
export interface BookEdits {
  onShelf: 0 | 1;
  folder: string;
  isTop: 0 | 1;
  secret: 0 | 1;
  finished: 0 | 1;
  addedAt: number;
}

/** `row` is absent where the service has none. */
export type BaseRow =
  | { kind: 'book'; id: string; topic: string; row?: BookEdits }
  | { kind: 'archive'; id: string; topic: string; row?: ArchiveRow }
  | { kind: 'mark'; id: string; topic: string; row?: MarkRow }
  | { kind: 'thought'; id: string; topic: string; row?: ThoughtRow };

export type BaseKind = BaseRow['kind'];

/** Nothing that the reader did to it waits for the service. */
export async function unchanged(database: Database, kind: BaseKind, id: string): Promise<boolean> {
  return (await database.bases.get([kind, id])) === undefined;
}
