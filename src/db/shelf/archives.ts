// Folders of the shelf. Which books are in one is a field of the book, so that a page of a folder is one index range.

import type { TableSchema } from '../schema.ts';
import { sortKey } from './sort-key.ts';

export const archivesSchema: TableSchema = { name: 'archives', stores: { 1: 'archiveId,nameKey' } };

export interface ArchiveRow {
  archiveId: string;
  name: string;
  /** For sorting. */
  nameKey: string;
}

export function archiveRow(archiveId: string, name: string): ArchiveRow {
  return { archiveId, name, nameKey: sortKey(name) };
}
