// The settings, section by section.

import { afterEach, vi } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import type { Database } from '../../src/db/database.ts';
import { storeFile, storeOriginal } from '../../src/db/reading/resources.ts';
import { press, runApplication, until } from '../src/app/running-application.ts';
import { sampleBook } from '../src/db/temporary-database.ts';
import { beginLook, look } from './look.ts';

beginLook();
afterEach(() => vi.restoreAllMocks());

/** Three books: one that is finished, one with its pages, and one that was not read for long. */
async function fillStorage(database: Database): Promise<void> {
  const now = Date.now() / 1000;
  await database.books.bulkPut([
    sampleBook('b_1', { finished: 1, readAt: now }),
    sampleBook('b_2', { readAt: now }),
    sampleBook('b_3', { readAt: 1_600_000_000 }),
  ]);
  for (const [index, bookId] of ['b_1', 'b_2', 'b_3'].entries()) {
    await storeFile(database, bookId, new Blob([new Uint8Array((index + 1) * 1_300_000)]), 1, 1_600_000_000);
  }
  await storeOriginal(database, 'b_2', new Blob([new Uint8Array(12_000_000)]), 1);
  // What this machine has left, and grants, is no part of the look.
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 8.2e9, usage: 1.1e9 });
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(true);
}

look('settings', async (size, picture) => {
  const { application } = await runApplication({ size });
  const { session } = application.state.getState();
  // The first one takes off the shelf what the service does not know.
  await session.syncNow();
  await fillStorage(session.database);
  application.routes.go({ name: 'settings' });
  await afterPaint();
  const tabs = () => [...document.querySelectorAll<HTMLElement>('.section-tabs button')];
  for (const [index, tab] of tabs().entries()) {
    tab.click();
    await afterPaint();
    if (tab.textContent === 'Storage') await until(() => document.querySelector('.storage-section'));
    await picture(String(index + 1));
  }
  tabs()[3]?.click();
  await press('Free… Finished books');
  await picture('free');
});
