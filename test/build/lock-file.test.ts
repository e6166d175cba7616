import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
}
const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock;

test('the lock file carries no download addresses', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('the lock file names the optional packages of every platform, without which npm ci refuses it', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
