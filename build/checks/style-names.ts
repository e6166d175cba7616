// Checks that no two rooms give rules to the same class: style sheets are one name space, in which the second room's
// rules would change the first one's page unseen. Classes of `ui/` are made to be used, and added to, by all.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run.ts';
import { roomOf } from './imports.ts';
import { sourceFiles } from './source-files.ts';

export async function checkStyleNames(): Promise<string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const path of (await sourceFiles()).filter((name) => name.startsWith('src/') && name.endsWith('.css'))) {
    for (const name of classesRuled(await readFile(join(root, path), 'utf8'))) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(path)));
    }
  }
  return [...rooms]
    .filter(([, ruling]) => ruling.size > 1 && !ruling.has('src/ui'))
    .map(([name, ruling]) => `.${name} has rules in ${[...ruling].join(' and ')}.`);
}

/** The first class of each selector: what its rule is about. */
function classesRuled(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g);
  return [...rules].flatMap(([, selectors = '']) =>
    selectors.split(',').flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []),
  );
}
