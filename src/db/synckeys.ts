// How far each incremental list has been read from the service.

import type { TableSchema } from './schema.ts';

export const synckeysSchema: TableSchema = { name: 'synckeys', stores: { 1: 'name' } };

export interface SyncKeyRow {
  /** `shelf`, or `marks:{bookId}`, `chapters:{bookId}`. */
  name: string;
  synckey: number;
}
