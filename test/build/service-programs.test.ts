// What the services start beside themselves has to be in their bundle, under the name by which they look for it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import bundles from '../../vite.node.config.ts';

const server = new URL('../../server', import.meta.url).pathname;

test('every program of a thread or process of the service is bundled', () => {
  const started = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/'\.\/([\w-]+)\.mjs'/g)])
    .map(([, name]) => name);
  expect(started).toContain('draw-process');
  const config = bundles({ command: 'build', mode: 'octavo' });
  expect(config).toMatchObject({
    build: { rolldownOptions: { input: Object.fromEntries(started.map((name) => [name, expect.any(String)])) } },
  });
});
