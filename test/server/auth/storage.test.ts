// The rules of storage on every kind of database: in memory, SQLite, PostgreSQL, and through a plugin that stands for the
// distributed databases which speak PostgreSQL's protocol.

import { describe, expect, test } from 'vitest';
import { forEachDatabase } from '../databases.ts';
import { storageRules } from './storage-rules.ts';
import { seen } from './strict-wire-plugin.ts';

const plugin = new URL('./strict-wire-plugin.ts', import.meta.url).pathname;

describe('memory', () => storageRules(async () => 'memory'));

forEachDatabase((name, open) => {
  storageRules(() => open.url());
  if (name === 'postgres') {
    describe('through a plugin, as a distributed database', () => {
      storageRules(async () => `plugin://${plugin}?to=${encodeURIComponent(await open.url())}`);
      test('was asked, and made transactions run again', () => {
        expect(seen.statements).toBeGreaterThan(100);
        expect(seen.restarts).toBeGreaterThan(3);
      });
    });
  }
});
