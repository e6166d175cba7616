import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configReference } from '../../server/base/config.ts';
import { settingsSchema } from '../../server/settings.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the page on running the services has the settings as they are', async () => {
  expect(await read('docs/running.md')).toContain(configReference(settingsSchema));
});

test('every setting of the authorization server is on that page', async () => {
  const page = await read('docs/running.md');
  const source = await read('server/cli/authsrv/read-settings.ts');
  const names = new Set([...source.matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/g)].map((match) => match[1]));
  names.delete('DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY');
  expect(names.size).toBeGreaterThan(10);
  for (const name of names) expect(page, name).toContain(`\`${name}\``);
});

test('files that pages link to are there', async () => {
  for (const path of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/running.md']) {
    const folder = path.includes('/') ? 'docs/' : '';
    for (const [, target = ''] of (await read(path)).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      await expect(
        readFile(new URL(`../../${folder}${target}`, import.meta.url)),
        `${path}: ${target}`,
      ).resolves.toBeDefined();
    }
  }
});

test('every task that a page names exists', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  for (const path of ['README.md', 'CONTRIBUTING.md', 'docs/running.md']) {
    for (const [, name = ''] of (await read(path)).matchAll(/npm run (?:--silent )?([a-z:]+)/g)) {
      expect(Object.keys(scripts), `${path}: ${name}`).toContain(name);
    }
  }
});
