import { describe, expect, test } from 'vitest';
import { circlesOf, neededBy } from '../../build/checks/import-circles.ts';
import { forbiddenImports, importsOf } from '../../build/checks/imports.ts';

describe('imports point down', () => {
  test.each([
    ['src/reader/view.tsx', '../ui/button.tsx'],
    ['src/app/router.tsx', '../reader/view.tsx'],
    ['src/reader/view.tsx', '../../api/shelf.ts'],
    ['server/main.ts', './reading/shelf.ts'],
    ['server/bridges/opds.ts', '../reading/books.ts'],
    ['electron/sign-in/login.ts', '../../api/signing.ts'],
  ])('%s may import %s', (file, target) => {
    expect(forbiddenImports(file, `import { x } from '${target}';`)).toEqual([]);
  });

  test.each([
    ['src/reader/view.tsx', '../library/shelf.tsx'],
    ['src/ui/button.tsx', '../db/tables.ts'],
    ['src/book/zip.ts', '../app/router.tsx'],
    ['server/auth/engine.ts', '../reading/shelf.ts'],
    ['server/reading/shelf/shelf.ts', '../../auth/engine.ts'],
    ['server/accounts/pages.ts', '../auth/engine.ts'],
    ['server/base/http/http.ts', '../../reading/shelf.ts'],
    ['electron/sign-in/login.ts', '../../server/base/log.ts'],
    ['src/app/bridge.ts', '../../electron/vault/vault.ts'],
    ['api/shelf.ts', '../server/base/log.ts'],
    ['api/shelf.ts', 'node:fs'],
    ['src/reader/view.tsx', 'dexie'],
    ['src/reader/view.tsx', 'epubjs/src/epubcfi.js'],
  ])('%s may not import %s', (file, target) => {
    expect(forbiddenImports(file, `import { x } from '${target}';`)).toHaveLength(1);
  });

  test('sees every way to import', () => {
    const text = `import a from './a.ts';\nimport './b.css';\nexport { c } from './c.ts';\nimport type {\n  D,\n} from './d.ts';\nconst e = await import('./e.ts');`;
    expect(importsOf(text)).toEqual(['./a.ts', './b.css', './c.ts', './d.ts', './e.ts']);
  });
});

describe('files that need each other', () => {
  test('are told once, in their order', () => {
    const needs = new Map([
      ['a.ts', ['b.ts', 'd.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts', 'd.ts']],
      ['d.ts', []],
    ]);
    expect(circlesOf(needs)).toEqual([['b.ts', 'c.ts']]);
  });

  test('do so by what they run, not by what they name', () => {
    const text = `import type { A } from './a.ts';\nimport { type B, b } from '../b.ts';\nexport type { C } from './c.ts';\nimport 'd';`;
    expect(neededBy('src/x/y.ts', text)).toEqual(['src/b.ts']);
  });
});
