// The contract against the catalog: every route and every parameter, in the catalog's order, and nothing beside it
// but the additions that are listed with their reasons.

import { describe, expect, it } from 'vitest';
import { catalog, isRouteName, routeNamed, routes } from '../../api/catalog.ts';
import type { Domain, Route, RouteKey } from '../../api/route.ts';
import { additions } from './additions.ts';
import { type CatalogRow, readDomains, readSdkOperations } from './read-catalog.ts';

const additionalRoutes = [
  'POST /shelf/top',
  'GET /user/allNotes',
  'GET /readdata/detail',
  'POST /ai/chatv2',
  'POST /ai/chat/suggest',
];

const pathParameters: Record<string, string> = { pdf_book_id: 'pdfBookId' };
const hosts: Record<string, Route['host']> = { resource_url: 'resource', web_url: 'web' };

/** A table row as the contract names it. */
function expected(row: CatalogRow): { key: string; host: Route['host']; alsoPost: boolean } {
  const host = /^\{(\w+)\}/.exec(row.path)?.[1];
  const path = row.path
    .replace(/^\{\w+\}/, '')
    .replace(/<(\w+)>/g, (_, name: string) => `:${pathParameters[name] ?? name}`);
  const alsoPost = row.method === 'GET or POST';
  return {
    key: `${alsoPost ? 'GET' : row.method} ${path}`,
    host: host === undefined ? undefined : hosts[host],
    alsoPost,
  };
}

const tables = readDomains();
const domains: readonly Domain[] = catalog;

describe('the catalog as copied', () => {
  it('has its 184 routes in 14 domains, and 40 operations', () => {
    expect(tables).toHaveLength(14);
    for (const table of tables) expect(table.rows, table.title).toHaveLength(table.count);
    expect(tables.flatMap((table) => table.rows)).toHaveLength(184);
    expect(readSdkOperations()).toHaveLength(40);
  });
});

describe('the contract', () => {
  it('has the catalog’s domains in its order, then the additional routes', () => {
    expect(domains.map((domain) => domain.title)).toEqual([
      ...tables.map((table) => table.title),
      'Additional endpoints',
    ]);
  });

  it.each(tables.map((table, index) => ({ table, index })))('declares the routes of $table.title in order', (one) => {
    const declared = Object.entries<Route>(domains[one.index]?.routes ?? {}).map(([key, route]) => ({
      key,
      host: route.host,
      alsoPost: route.alsoPost === true,
    }));
    expect(declared).toEqual(one.table.rows.map(expected));
  });

  it('declares the additional routes', () => {
    expect(Object.keys(domains.at(-1)?.routes ?? {})).toEqual(additionalRoutes);
    expect(Object.keys(routes)).toHaveLength(184 + additionalRoutes.length);
  });

  const rows = tables.flatMap((table) => table.rows).map((row) => ({ ...expected(row), row }));
  it.each(rows)('takes exactly the parameters of $key', ({ key, row }) => {
    const declared = Object.keys(
      domains.flatMap((domain) => Object.entries(domain.routes)).find(([k]) => k === key)?.[1].params.properties ?? {},
    );
    const extra = additions[key as RouteKey] ?? [];
    expect([...declared].sort()).toEqual([...row.params, ...extra].sort());
  });

  it('lists only additions that are needed', () => {
    const keys = new Map(rows.map(({ key, row }) => [key, row]));
    for (const [key, names] of Object.entries(additions)) {
      const row = keys.get(key);
      expect(row, key).toBeDefined();
      expect(
        names.filter((name) => row?.params.includes(name)),
        key,
      ).toEqual([]);
    }
  });

  it('has a route for every operation of the SDK', () => {
    for (const operation of readSdkOperations()) {
      const methods = operation.method.split(' then ');
      const paths = operation.path.split(' then ');
      methods.forEach((method, i) => {
        expect(isRouteName(`${method} ${paths[i]}`), operation.name).toBe(true);
      });
    }
  });

  it('finds a route by name, and no inherited or unknown one', () => {
    expect(routeNamed('GET /shelf/sync')).toBe(routes['GET /shelf/sync']);
    expect(isRouteName('GET /nowhere')).toBe(false);
    expect(isRouteName('constructor')).toBe(false);
  });
});
