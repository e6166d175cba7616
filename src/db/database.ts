// One database per account on this device. Opens it with every table's indexes and upgrade steps; must not know
// what the rows mean. Deleting an account's data ends here as well.

import Dexie, { type Table } from 'dexie';
import { followTransactions } from './close-database.ts';
import { type MarkRow, marksSchema } from './marks/marks.ts';
import { type OthersThoughtsRow, othersThoughtsSchema, type PopularRow, popularSchema } from './marks/popular.ts';
import { type ThoughtIdRow, type ThoughtRow, thoughtIdsSchema, thoughtsSchema } from './marks/thoughts.ts';
import { type BaseKind, type BaseRow, basesSchema } from './outbox/bases.ts';
import { type EventRow, eventsSchema } from './outbox/events.ts';
import { type ChapterRow, chaptersSchema } from './reading/chapters.ts';
import {
  type DictionaryPageRow,
  type DictionaryRow,
  dictionariesSchema,
  dictionaryPagesSchema,
  dictionaryTextsSchema,
  type LookupRow,
  lookupsSchema,
} from './reading/dictionaries.ts';
import { type FontRow, fontsSchema } from './reading/fonts.ts';
import { type PageCountRow, pageCountsSchema } from './reading/page-counts.ts';
import { type PanelPictureRow, panelPicturesSchema } from './reading/panel-pictures.ts';
import { type PositionRow, positionsSchema } from './reading/positions.ts';
import { type ResourceRow, resourcesSchema } from './reading/resources.ts';
import { latestVersion, type TableSchema } from './schema.ts';
import { type SettingRow, settingsSchema } from './settings/settings.ts';
import { type ArchiveRow, archivesSchema } from './shelf/archives.ts';
import { type BookRow, booksSchema } from './shelf/books.ts';
import { type CoverRow, coversSchema } from './shelf/covers.ts';
import { type SyncKeyRow, synckeysSchema } from './sync/synckeys.ts';

export interface Tables {
  books: Table<BookRow, string>;
  archives: Table<ArchiveRow, string>;
  chapters: Table<ChapterRow, [string, number]>;
  resources: Table<ResourceRow, string>;
  positions: Table<PositionRow, string>;
  marks: Table<MarkRow, string>;
  thoughts: Table<ThoughtRow, string>;
  thoughtIds: Table<ThoughtIdRow, string>;
  events: Table<EventRow, number, Omit<EventRow, 'seq'>>;
  bases: Table<BaseRow, [BaseKind, string]>;
  synckeys: Table<SyncKeyRow, string>;
  covers: Table<CoverRow, string>;
  settings: Table<SettingRow, string>;
  fonts: Table<FontRow, number, Omit<FontRow, 'id'>>;
  dictionaries: Table<DictionaryRow, string>;
  dictionaryPages: Table<DictionaryPageRow, [string, string, number]>;
  dictionaryTexts: Table<{ dictionaryId: string; text: Blob }, string>;
  lookups: Table<LookupRow, string>;
  popular: Table<PopularRow, [string, number]>;
  othersThoughts: Table<OthersThoughtsRow, [string, number, string]>;
  pageCounts: Table<PageCountRow, [string, number, string]>;
  panelPictures: Table<PanelPictureRow, string>;
}

export type Database = Dexie & Tables;

/** Every table, in every version. */
export const schemas: readonly TableSchema[] = [
  booksSchema,
  archivesSchema,
  chaptersSchema,
  resourcesSchema,
  positionsSchema,
  marksSchema,
  thoughtsSchema,
  thoughtIdsSchema,
  eventsSchema,
  basesSchema,
  synckeysSchema,
  coversSchema,
  settingsSchema,
  fontsSchema,
  pageCountsSchema,
  panelPicturesSchema,
  dictionariesSchema,
  dictionaryPagesSchema,
  dictionaryTextsSchema,
  lookupsSchema,
  popularSchema,
  othersThoughtsSchema,
];

const nameOf = (account: string): string => `octavo-${account}`;

/** Opens (and upgrades, if it is older) the account's database. */
export async function openDatabase(account: string, tables = schemas): Promise<Database> {
  // The reader's data are worth the wait for the disk; "relaxed" would report writes that a power cut takes back.
  const database = new Dexie(nameOf(account), { chromeTransactionDurability: 'strict' });
  for (let version = 1; version <= latestVersion(tables); version++) declareVersion(database, version, tables);
  followTransactions(database);
  await database.open();
  return database as Database;
}

function declareVersion(database: Dexie, version: number, tables: readonly TableSchema[]): void {
  const stores = Object.fromEntries(
    tables.flatMap(({ name, stores }) => (stores[version] === undefined ? [] : [[name, stores[version]]])),
  );
  database
    .version(version)
    .stores(stores)
    .upgrade(async (transaction) => {
      for (const { name, upgrades } of tables) await upgrades?.[version]?.(transaction.table(name));
    });
}

/** Deletes everything that this device keeps of the account. */
export async function deleteDatabase(account: string): Promise<void> {
  await Dexie.delete(nameOf(account));
}
