import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configReference } from '../../server/base/config/config.ts';
import { settingsSchema } from '../../server/settings.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

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
