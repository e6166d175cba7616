// Checks that no files need each other in a circle: then neither can be read, tested or moved without the other.
// Types alone are no need; a file that only names another's types runs without it.

import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { root } from '../run.ts';
import { importsOf } from './imports.ts';
import { sourceFiles } from './source-files.ts';

const typesOnly = /(?:^|[\s;}])(?:import|export)\s+type\s[^'"`;]*?from\s*['"][^'"]+['"]/g;

/** Paths by the file that needs them → the files of each circle, in the order in which they need each other. */
export function circlesOf(needs: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (path: string): void => {
    const before = way.indexOf(path);
    if (before >= 0) {
      circles.push(way.slice(before));
      return;
    }
    if (done.has(path)) return;
    way.push(path);
    for (const needed of needs.get(path) ?? []) follow(needed);
    way.pop();
    done.add(path);
  };
  for (const path of needs.keys()) follow(path);
  return circles;
}

/** What a file needs of the project to run. */
export function neededBy(path: string, text: string): string[] {
  return importsOf(text.replaceAll(typesOnly, ''))
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(path), target)).replaceAll('\\', '/'));
}

export async function checkImportCircles(): Promise<string[]> {
  const needs = new Map<string, string[]>();
  for (const path of await sourceFiles()) {
    if (!path.endsWith('.css')) needs.set(path, neededBy(path, await readFile(join(root, path), 'utf8')));
  }
  return circlesOf(needs).map((circle) => `${[...circle, circle[0]].join(' → ')}: they need each other`);
}
