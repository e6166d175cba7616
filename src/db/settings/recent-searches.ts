// What was searched for in books lately, the latest first.

import { setting } from './settings.ts';

export interface RecentSearches {
  queries: readonly string[];
}

export const recentSearches = setting<RecentSearches>('recentSearches', { queries: [] });

const kept = 12;

export function withSearch({ queries }: RecentSearches, query: string): RecentSearches {
  return { queries: [query, ...queries.filter((one) => one !== query)].slice(0, kept) };
}
