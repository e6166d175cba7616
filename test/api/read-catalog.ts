// Reads the catalog's tables from `catalog.md`. Must know nothing of the contract that is compared with them.

import { readFileSync } from 'node:fs';

export interface CatalogRow {
  method: string;
  /** As in the table: with `{resource_url}` and `<name>`. */
  path: string;
  params: string[];
}

export interface CatalogDomain {
  title: string;
  /** The number in the heading. */
  count: number;
  rows: CatalogRow[];
}

export interface SdkOperation {
  name: string;
  method: string;
  path: string;
}

const text = readFileSync(new URL('catalog.md', import.meta.url), 'utf8');

function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

export function readDomains(): CatalogDomain[] {
  const domains: CatalogDomain[] = [];
  for (const line of text.split('\n')) {
    const heading = /^### (.+) \((\d+)\)$/.exec(line);
    if (heading?.[1]) domains.push({ title: heading[1], count: Number(heading[2]), rows: [] });
    if (!/^\| (GET|POST|GET or POST) +\|/.test(line)) continue;
    const [method = '', path = '', names = ''] = cells(line);
    const params = names === '-' ? [] : names.split(',').map((name) => name.trim());
    domains.at(-1)?.rows.push({ method, path, params });
  }
  return domains;
}

export function readSdkOperations(): SdkOperation[] {
  return text
    .split('\n')
    .filter((line) => /^\| \d+ +\|/.test(line))
    .map((line) => {
      const [, name = '', method = '', path = ''] = cells(line);
      return { name, method, path };
    });
}
