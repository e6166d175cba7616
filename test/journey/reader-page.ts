// What a reader does and sees in the client's page.

import type { Page } from 'playwright';
import { selectionName as selection } from '../../src/book/highlights/mark-css.ts';

export interface SeenPlace {
  cfi: string;
  chapterUid: string;
  chapterOffset: string;
  progress: string;
}

/** Opens the book from the shelf and waits for its first page. */
export async function openBook(page: Page, title: string): Promise<SeenPlace> {
  await page.getByRole('button', { name: title }).first().click();
  await page.locator('main[data-stage="open"][data-place-cfi]').waitFor();
  return placeOf(page);
}

export async function leaveBook(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('main[data-stage="open"]').waitFor({ state: 'detached' });
}

export async function placeOf(page: Page): Promise<SeenPlace> {
  return page.locator('main[data-stage="open"]').evaluate(({ dataset }) => ({
    cfi: dataset.placeCfi ?? '',
    chapterUid: dataset.chapterUid ?? '',
    chapterOffset: dataset.chapterOffset ?? '',
    progress: dataset.progress ?? '',
  }));
}

/** Does something that turns the page and waits until another place is shown. */
export async function turned(page: Page, turn: () => Promise<void>): Promise<SeenPlace> {
  const before = await placeOf(page);
  await turn();
  await page.waitForFunction(
    (cfi) => document.querySelector<HTMLElement>('main[data-stage="open"]')?.dataset.placeCfi !== cfi,
    before.cfi,
  );
  return placeOf(page);
}

/** Taps at a share of the page's width, at half its height. */
export async function tap(page: Page, share: number): Promise<void> {
  const size = page.viewportSize() ?? (await page.evaluate(() => ({ width: innerWidth, height: innerHeight })));
  await page.mouse.click(size.width * share, size.height / 2);
}

/** Draws over a few words of the shown page with the pointer, and answers them; undefined on a page without text. */
export async function selectWords(page: Page): Promise<string | undefined> {
  const line = await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) {
      const inside = frame.contentDocument;
      if (!inside || getComputedStyle(frame).visibility !== 'visible') continue;
      const box = frame.getBoundingClientRect();
      const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if ((node.nodeValue ?? '').trim().length < 40) continue;
        const range = inside.createRange();
        range.selectNodeContents(node);
        const rect = [...range.getClientRects()].find(
          ({ left, top, right, bottom, width, height }) =>
            Math.max(width, height) > 120 && left >= 0 && top >= 0 && right <= box.width && bottom <= box.height,
        );
        if (rect) return { x: box.x + rect.x, y: box.y + rect.y, width: rect.width, height: rect.height };
      }
    }
    return undefined;
  });
  if (!line) return undefined;
  const isVertical = line.height > line.width;
  const from = isVertical
    ? { x: line.x + line.width / 2, y: line.y + 4 }
    : { x: line.x + 4, y: line.y + line.height / 2 };
  const length = Math.min(180, Math.max(line.width, line.height) - 12);
  const to = isVertical ? { x: from.x, y: from.y + length } : { x: from.x + length, y: from.y };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await drag(page, (from.x + to.x) / 2, (from.y + to.y) / 2);
  await drag(page, to.x, to.y);
  await page.mouse.up();
  await page.getByRole('menu').waitFor();
  // A mark leaves white space at its ends out.
  return (await drawnWords(page)).find(({ drawing }) => drawing === selection)?.words.trim();
}

/**
 * Moves with the button held. Chromium answers such a move only with the next frame, and a page that is drawn over
 * without anything else changing may have none; the move itself is done at once.
 */
async function drag(page: Page, x: number, y: number): Promise<void> {
  const moved = page.mouse.move(x, y);
  moved.catch(() => undefined);
  await Promise.race([moved, page.waitForTimeout(300)]);
}

/** The words under marks that are drawn on the loaded pages. */
export async function drawnMarks(page: Page): Promise<string[]> {
  return (await drawnWords(page)).filter(({ drawing }) => drawing !== selection).map(({ words }) => words);
}

/** What the reader draws over words, by the name of the drawing. */
function drawnWords(page: Page): Promise<{ drawing: string; words: string }[]> {
  return page.evaluate(() => {
    const drawn: { drawing: string; words: string }[] = [];
    for (const frame of document.querySelectorAll('iframe')) {
      const highlights = (frame.contentWindow as (Window & { CSS: typeof CSS }) | null)?.CSS.highlights;
      for (const [drawing, ranges] of highlights?.entries() ?? []) {
        for (const range of ranges) drawn.push({ drawing, words: range.toString() });
      }
    }
    return drawn;
  });
}
