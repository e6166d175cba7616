// Holds what the pages say to what is there: settings, files and tasks.

import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { configReference } from '../../server/base/config/config.ts';
import { settingsSchema } from '../../server/settings.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFile(`${root}${path}`, 'utf8');
const pages = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));

test('the page on running the services has the settings as they are', async () => {
  expect(await read('docs/running.md')).toContain(configReference(settingsSchema));
});

test('every setting of the authorization server that the page names exists', async () => {
  const section = (await read('docs/running.md'))
    .split('\n## ')
    .find((part) => part.startsWith('Authorization server'));
  const names = [...(section ?? '').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(4);
  const settings = await read('docs/authorization-server-settings.md');
  for (const name of names) expect(settings).toContain(`\`${name}\``);
});

test('files that pages link to or name are there', async () => {
  const missing: string[] = [];
  for (const page of pages) {
    const text = await read(page);
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => join(dirname(page), target));
    // What stands in words is named from the root, and begins with one of its folders.
    const named = [...text.matchAll(/`((?:api|assets|build|docs|electron|server|src|test)\/[\w./-]*)`/g)].map(
      ([, target = '']) => target,
    );
    for (const path of [...linked, ...named]) if (!existsSync(`${root}${path}`)) missing.push(`${page}: ${path}`);
  }
  expect(missing).toEqual([]);
});

test('every task that a page names exists', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  for (const page of pages) {
    for (const [, name = ''] of (await read(page)).matchAll(/npm run (?:--silent )?([a-z:]+)/g)) {
      expect(Object.keys(scripts), `${page}: ${name}`).toContain(name);
    }
  }
});
