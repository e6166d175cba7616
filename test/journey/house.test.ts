// The main job from end to end: a person drops a book on the shelf, reads, marks, loses power, and finds everything
// again, here and on a second device. Both services and the client run as `npm start` runs them.

import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../build/build.ts';
import { attach, booksFolder, dropFile, Installation, startClient, waitFor } from './installation.ts';
import { drawnMarks, leaveBook, openBook, placeOf, type SeenPlace, selectWords, tap, turned } from './reader-page.ts';

const user = 'ann:a-long-enough-passphrase';
/** Slow machines are slow; what never comes is found out all the same. */
const patient = { timeout: 30_000 };

interface RealBook {
  title: string;
  file: string;
  /** The page progresses from right to left. */
  rtl: boolean;
  turns: number;
}

const realBooks: RealBook[] = [
  { title: 'Moby Dick', file: 'real/moby-dick.epub', rtl: false, turns: 12 },
  { title: '草枕', file: 'idpf/kusamakura-japanese-vertical-writing.epub', rtl: true, turns: 4 },
  { title: 'Le Vrai Régime anti-cancer', file: 'idpf/regime-anticancer-arabic.epub', rtl: true, turns: 4 },
];

type Place = Omit<SeenPlace, 'progress'>;

/** The share of the book is an estimate until all its chapters were counted, so it says nothing about the place. */
function samePlace({ cfi, chapterUid, chapterOffset }: SeenPlace): Place {
  return { cfi, chapterUid, chapterOffset };
}

const house = new Installation();
let browser: Browser;
let page: Page;

async function openHouse(): Promise<void> {
  await house.start(['--headless', '--user', user]);
  ({ browser, page } = await attach(house.debugPort));
  await page.getByRole('button', { name: 'A Short Guide to Octavo' }).waitFor();
}

beforeAll(async () => {
  await build();
  await openHouse();
});
afterAll(async () => {
  await browser?.close();
  await house.stop();
  await house.remove();
});

test('the first start brings the sample books in and signs the client in', async () => {
  await page.getByRole('button', { name: 'Octavo 简明指南' }).waitFor();
  await expect.poll(() => page.getByText('In sync').count(), patient).toBe(1);
});

describe.skipIf(!existsSync(booksFolder))('a real book', () => {
  const found = new Map<string, { place: Place; words: string }>();

  test.each(realBooks)('$title is dropped, opened, turned by key and tap, and marked', async (book) => {
    await dropFile(page, join(booksFolder, book.file), book.file.split('/').at(-1) ?? '');
    const first = await openBook(page, book.title);
    expect(Number(first.progress)).toBeLessThan(5);
    let place = first;
    for (let turn = 0; turn < book.turns; turn++) {
      place = await turned(page, () =>
        turn % 2 === 0 ? page.keyboard.press('PageDown') : tap(page, book.rtl ? 0.1 : 0.9),
      );
    }
    expect(Number(place.progress)).toBeGreaterThan(Number(first.progress));
    const back = await turned(page, () => page.keyboard.press(book.rtl ? 'ArrowRight' : 'ArrowLeft'));
    expect(Number(back.progress)).toBeLessThanOrEqual(Number(place.progress));
    place = await turned(page, () => tap(page, book.rtl ? 0.1 : 0.9));
    let words = await selectWords(page);
    // Half-titles and pictures have nothing to mark.
    for (let turn = 0; !words && turn < 6; turn++) {
      await turned(page, () => page.keyboard.press('PageDown'));
      words = await selectWords(page);
    }
    if (!words) throw new Error('No page has text to mark.');
    expect(words.length).toBeGreaterThan(2);
    await page.getByRole('menu').getByRole('button').nth(1).click();
    await expect.poll(() => drawnMarks(page), patient).toContain(words);
    found.set(book.title, { place: samePlace(await placeOf(page)), words });
    await leaveBook(page);
  });

  test('after a kill of every process, places and marks are there', async () => {
    // The last book is open when the power fails.
    const last = realBooks.at(-1) as RealBook;
    await openBook(page, last.title);
    house.killAll();
    await browser.close().catch(() => undefined);
    await openHouse();
    for (const book of realBooks) {
      const expected = found.get(book.title);
      expect(samePlace(await openBook(page, book.title))).toEqual(expected?.place);
      await expect.poll(() => drawnMarks(page), patient).toContain(expected?.words);
      await leaveBook(page);
    }
  });

  test('a second client of the account shows the same after one sync, and comes back to the shelf from a hang', async () => {
    await expect.poll(() => page.getByText('In sync').count(), patient).toBe(1);
    const second = await startClient(house, 'second', { OCTAVO_PAGE_PATIENCE: '6000' });
    try {
      const other = await attach(second.debugPort);
      for (const book of realBooks) {
        const expected = found.get(book.title);
        const place = await openBook(other.page, book.title);
        expect(samePlace(place)).toEqual(expected?.place);
        await expect.poll(() => drawnMarks(other.page), patient).toContain(expected?.words);
        await leaveBook(other.page);
      }
      const { title } = realBooks[0] as RealBook;
      await openBook(other.page, title);
      await hang(other.page);
      await waitFor('the page that was loaded again', () =>
        second.lines.filter((line) => line === 'painted').length > 1 ? true : undefined,
      );
      await other.browser.close();
      const back = await attach(second.debugPort);
      const question = back.page.getByRole('dialog').filter({ hasText: title });
      await question.getByRole('button', { name: 'Try again' }).click();
      await back.page.locator('main[data-stage="open"][data-place-cfi]').waitFor();
      expect(samePlace(await placeOf(back.page))).toEqual(found.get(title)?.place);
      await back.browser.close();
    } finally {
      await ended(second.child);
    }
  });
});

test('Ctrl-C stops everything and leaves nothing behind', async () => {
  await browser.close();
  expect(await house.stop()).toBe(0);
  expect(house.survivors()).toEqual([]);
});

/** The page does something for ever from now on. */
async function hang(page: Page): Promise<void> {
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 0);
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
