// What the shelf shows right now. Session facts only: books live in the store.

import type { ShelfFilter, ShelfPage, ShelfSort } from '../db/shelf/shelf-page.ts';
import type { Grid, ShelfLayout } from './shelf-grid.ts';

export interface ShelfState {
  folder: { archiveId: string; name: string } | undefined;
  /** Page to return to when a folder is left. */
  pageBefore: number;
  filter: ShelfFilter;
  /** `undefined`: the search field is closed. */
  search: string | undefined;
  sort: ShelfSort;
  layout: ShelfLayout;
  grid: Grid;
  shown: ShelfPage;
  /** bookId → object URL of a stored cover; '' where the book is known to have none. */
  covers: ReadonlyMap<string, string>;
  /** Ids that are selected; `undefined` outside of selecting. */
  selected: ReadonlySet<string> | undefined;
  /** Books have come by themselves since the page was read. */
  news: boolean;
  /** The store refused the last change; nothing of it was kept. */
  notSaved: boolean;
}

/** How the reader likes the shelf; kept in the settings. */
export interface ShelfTaste {
  sort: ShelfSort;
  layout: ShelfLayout;
}
