// How far each incremental list has been read from the service, and which lists are known to have more.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const synckeysSchema: TableSchema = { name: 'synckeys', stores: { 1: 'name' } };

export interface SyncKeyRow {
  /** `shelf`, `notebooks`, `marks:{bookId}`, or `stale:{bookId}` for a book whose marks may have changed at the service. */
  name: string;
  /** Of a stale book: the synckey of the list that told it. */
  synckey: number;
  /** Of the shelf: when it was last read, Unix seconds. */
  readAt?: number;
}

const stalePrefix = 'stale:';
export const notebooksList = 'notebooks';

/** Kept until the marks are read, so that a sync that is interrupted or has too many books goes on later. */
export async function expectMarks(database: Database, bookIds: Iterable<string>, synckey: number): Promise<void> {
  await database.synckeys.bulkPut([...bookIds].map((bookId) => ({ name: stalePrefix + bookId, synckey })));
}

/** A page of the list that tells in which books marks changed, and what it expects, are kept together. */
export async function notebooksWereRead(
  database: Database,
  changed: readonly string[],
  synckey: number,
): Promise<void> {
  await database.transaction('rw', database.synckeys, async () => {
    await expectMarks(database, changed, synckey);
    await database.synckeys.put({ name: notebooksList, synckey });
  });
}

/** Books whose marks are still to be read. */
export async function staleMarks(database: Database, limit: number): Promise<string[]> {
  const names = await database.synckeys.where('name').startsWith(stalePrefix).limit(limit).primaryKeys();
  return names.map((name) => name.slice(stalePrefix.length));
}

/** What a reading of the marks that begins now will answer. */
export async function staleSince(database: Database, bookId: string): Promise<number | undefined> {
  return (await database.synckeys.get(stalePrefix + bookId))?.synckey;
}

/** The marks were read; a change told meanwhile stays expected. */
export async function marksWereRead(database: Database, bookId: string, since: number | undefined): Promise<void> {
  await database.transaction('rw', database.synckeys, async () => {
    if ((await staleSince(database, bookId)) === since) await database.synckeys.delete(stalePrefix + bookId);
  });
}
