// What the store's search asks of each kind of thing that can be found: the ids in their order, and a page of them as the
// wire carries it. A new kind is one more of these in store-search.ts.

import type { Params, Reply } from '../../../../api/route.ts';
import type { store } from '../../../../api/store.ts';
import type { Caller, Reading } from '../../reading.ts';

type Route = (typeof store)['routes']['GET /store/search'];
export type SearchParams = Params<Route>;
export type SearchGroup = Reply<Route>['results'][number];
export type ScopeNumber = SearchGroup['scope'];

export interface SearchScope {
  scope: ScopeNumber;
  title: string;
  type: SearchGroup['type'];
  /** Best first, at most `mostFound`; only what the caller may see. */
  find(reading: Reading, caller: Caller, params: SearchParams): Promise<string[]>;
  /** Those of the ids that are still there for the caller; `first` is the place of the first one. */
  show(reading: Reading, caller: Caller, params: SearchParams, ids: readonly string[], first: number): Promise<Shown>;
}

export interface Shown {
  books: SearchGroup['books'];
  items: SearchGroup['items'];
}

/** Nobody goes through more; counts end there too. */
export const mostFound = 500;
