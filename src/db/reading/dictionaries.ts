// Dictionaries that the reader installed: what they are, their words in sorted pages, and their text as one file. Also
// which words were looked up. Nothing else has these files, so they are never evicted.

import type { Database } from '../database.ts';
import { dropOldest } from '../drop-oldest.ts';
import type { TableSchema } from '../schema.ts';

export const dictionariesSchema: TableSchema = { name: 'dictionaries', stores: { 3: 'dictionaryId,rank' } };
export const dictionaryPagesSchema: TableSchema = {
  name: 'dictionaryPages',
  stores: { 3: '[dictionaryId+first+part]' },
};
export const dictionaryTextsSchema: TableSchema = { name: 'dictionaryTexts', stores: { 3: 'dictionaryId' } };
export const lookupsSchema: TableSchema = { name: 'lookups', stores: { 3: 'word,at' } };

export interface DictionaryRow {
  dictionaryId: string;
  name: string;
  /** Words that can be looked up, other spellings included. */
  words: number;
  /** Bytes, all parts. */
  size: number;
  /** Types of the parts of every entry (StarDict), empty where each entry says its own. */
  types: string;
  /** Dictionaries are asked in this order. */
  rank: number;
  /** 0 while it is being installed: what is left of a broken installation is removed. */
  ready: 0 | 1;
  /** Unix seconds. */
  addedAt: number;
}

/** Some hundred words in order, with where each stands in the text. */
export interface DictionaryPageRow {
  dictionaryId: string;
  /** The first key of the page; several pages may begin with the same. */
  first: string;
  part: number;
  /** Folded, one a line, ascending. */
  keys: string;
  /** As they are written, in the same order. */
  words: string;
  /** Byte offset and length in the text, in turn. */
  places: Float64Array;
}

export interface LookupRow {
  /** As it stands in the book. */
  word: string;
  /** Unix seconds. */
  at: number;
  bookId: string;
}

const lookupsKept = 2000;

/** In the order in which they are asked; without what is not complete. */
export async function installedDictionaries(database: Database): Promise<DictionaryRow[]> {
  return (await database.dictionaries.orderBy('rank').toArray()).filter(({ ready }) => ready === 1);
}

export async function beginDictionary(database: Database, row: Omit<DictionaryRow, 'rank' | 'ready'>): Promise<void> {
  await database.transaction('rw', database.dictionaries, async () => {
    const last = await database.dictionaries.orderBy('rank').last();
    await database.dictionaries.add({ ...row, rank: (last?.rank ?? 0) + 1, ready: 0 });
  });
}

export async function addDictionaryPages(database: Database, pages: readonly DictionaryPageRow[]): Promise<void> {
  await database.dictionaryPages.bulkAdd([...pages]);
}

/** Only from here on is it used. */
export async function finishDictionary(
  database: Database,
  dictionaryId: string,
  facts: { words: number; text: Blob },
): Promise<void> {
  const { dictionaries, dictionaryTexts } = database;
  await database.transaction('rw', dictionaries, dictionaryTexts, async () => {
    await dictionaryTexts.put({ dictionaryId, text: facts.text });
    await dictionaries.update(dictionaryId, { words: facts.words, ready: 1 });
  });
}

export async function removeDictionary(database: Database, dictionaryId: string): Promise<void> {
  const { dictionaries, dictionaryPages, dictionaryTexts } = database;
  await database.transaction('rw', dictionaries, dictionaryPages, dictionaryTexts, async () => {
    await dictionaries.delete(dictionaryId);
    await dictionaryTexts.delete(dictionaryId);
    await dictionaryPages.where('[dictionaryId+first+part]').between([dictionaryId], [dictionaryId, []]).delete();
  });
}

/** After a start: what an installation left that was ended half-way. */
export async function removeUnfinished(database: Database, running: ReadonlySet<string>): Promise<void> {
  const rows = await database.dictionaries.orderBy('rank').toArray();
  for (const { dictionaryId, ready } of rows) {
    if (ready === 0 && !running.has(dictionaryId)) await removeDictionary(database, dictionaryId);
  }
}

/** Asked before the one above it from now on. */
export async function raiseDictionary(database: Database, dictionaryId: string): Promise<void> {
  await database.transaction('rw', database.dictionaries, async () => {
    const rows = await database.dictionaries.orderBy('rank').toArray();
    const at = rows.findIndex((row) => row.dictionaryId === dictionaryId);
    const [row, above] = [rows[at], rows[at - 1]];
    if (row && above)
      await database.dictionaries.bulkPut([
        { ...row, rank: above.rank },
        { ...above, rank: row.rank },
      ]);
  });
}

/** The pages that may hold a key, in order: those that begin with it, and the one before. */
export async function pagesWithKey(
  database: Database,
  dictionaryId: string,
  key: string,
): Promise<DictionaryPageRow[]> {
  const index = database.dictionaryPages.where('[dictionaryId+first+part]');
  const before = await index.between([dictionaryId], [dictionaryId, key], true, false).last();
  const from = await index.between([dictionaryId, key], [dictionaryId, key, []]).toArray();
  return before ? [before, ...from] : from;
}

export async function dictionaryText(database: Database, dictionaryId: string): Promise<Blob | undefined> {
  return (await database.dictionaryTexts.get(dictionaryId))?.text;
}

export async function keepLookup(database: Database, row: LookupRow): Promise<void> {
  await database.transaction('rw', database.lookups, async () => {
    await database.lookups.put(row);
    await dropOldest(database.lookups, 'at', lookupsKept);
  });
}

/** Newest first. */
export async function lookedUp(database: Database): Promise<LookupRow[]> {
  return database.lookups.orderBy('at').reverse().toArray();
}

export async function forgetLookups(database: Database, words?: readonly string[]): Promise<void> {
  if (words) await database.lookups.bulkDelete([...words]);
  else await database.lookups.clear();
}
