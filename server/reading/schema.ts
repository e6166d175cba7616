// All tables of the reading service's database; the rows stand by theme in `schema/`. Times are Unix seconds, flags 0
// or 1, lists and objects JSON text. Every `sync_key` is a raise of the counter named beside it; rows of one key range
// are read by one index.

import type { AccountsTables } from './schema/accounts.ts';
import type { AdministrationTables } from './schema/administration.ts';
import type { BooksTables } from './schema/books.ts';
import type { ConversionsTables } from './schema/conversions.ts';
import type { DeliveryTables } from './schema/delivery.ts';
import type { FormatsTables } from './schema/formats.ts';
import type { ImportsTables } from './schema/imports.ts';
import type { MarksTables } from './schema/marks.ts';
import type { NotesTables } from './schema/notes.ts';
import type { ProgressTables } from './schema/progress.ts';
import type { PublicationsTables } from './schema/publications.ts';
import type { PurchasesTables } from './schema/purchases.ts';
import type { RelationsTables } from './schema/relations.ts';
import type { ReviewsTables } from './schema/reviews.ts';
import type { SearchTables } from './schema/search.ts';
import type { ShelfTables } from './schema/shelf.ts';
import type { StoreTables } from './schema/store.ts';
import type { SyncTables } from './schema/sync.ts';
import type { UsersTables } from './schema/users.ts';

export interface ReadingSchema
  extends AccountsTables,
    AdministrationTables,
    BooksTables,
    DeliveryTables,
    FormatsTables,
    ConversionsTables,
    ImportsTables,
    MarksTables,
    NotesTables,
    ProgressTables,
    PublicationsTables,
    PurchasesTables,
    RelationsTables,
    ReviewsTables,
    SearchTables,
    ShelfTables,
    StoreTables,
    SyncTables,
    UsersTables {}
