// Folders of the shelf. Which books are in one is a field of the book, so that a page of a folder is one index range.

import type { TableSchema } from '../schema.ts';

export const archivesSchema: TableSchema = { name: 'archives', stores: { 1: 'archiveId,nameKey' } };

export interface ArchiveRow {
  archiveId: string;
  name: string;
  /** Folded name, for sorting. */
  nameKey: string;
}
