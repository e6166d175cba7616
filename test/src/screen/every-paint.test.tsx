// No view paints without saying so: whatever changes on the screen between two pictures lies in a region that was
// planned, in every view, and nothing in any of them moves by itself.

import { expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { Application } from '../../../src/app/application.ts';
import { contains, type Region } from '../../../src/screen/region.ts';
import { press, runApplication, until } from '../app/running-application.ts';

interface Devtools {
  send(method: 'Page.captureScreenshot', options: object): Promise<{ data: string }>;
}

const size = { width: 480, height: 640, dpi: 96 };
/** Rows of a section of the settings that are tried: all are made of the same few controls. */
const rowsLooked = 3;

/** What is on the screen, in the window's own pixels. */
async function picture(): Promise<ImageData> {
  await afterPaint();
  const frame = window.frameElement?.getBoundingClientRect();
  const clip = { x: frame?.x ?? 0, y: frame?.y ?? 0, width: innerWidth, height: innerHeight, scale: 1 };
  const { data } = await (cdp() as unknown as Devtools).send('Page.captureScreenshot', { format: 'png', clip });
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(innerWidth, innerHeight);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, innerWidth, innerHeight);
  return context.getImageData(0, 0, innerWidth, innerHeight);
}

/**
 * Squares of pixels that differ and that no region covers: the first few. Single pixels are two drawings of the same
 * rounded corner, of which the browser draws only as much again as it must.
 */
function unsaid(before: ImageData, after: ImageData, regions: readonly Region[]): string[] {
  const { width, height } = before;
  const differs = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) > 2;
  };
  const found: string[] = [];
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      if (!differs(x, y) || !differs(x + 1, y) || !differs(x, y + 1) || !differs(x + 1, y + 1)) continue;
      if (!regions.some((region) => contains(region, { x, y, width: 2, height: 2 }))) found.push(`${x},${y}`);
      if (found.length > 4) return found;
    }
  }
  return found;
}

/** Does something and looks whether all of what changed was planned. */
function watching(application: Application) {
  let before: ImageData | undefined;
  return async (name: string, act: () => Promise<unknown> | unknown): Promise<void> => {
    before ??= await picture();
    const said = application.screen.log().length;
    await act();
    const after = await picture();
    // The plan of the frame that was painted last.
    await afterPaint();
    const regions = application.screen
      .log()
      .slice(said)
      .flatMap(({ plan }) => plan);
    expect(unsaid(before, after, regions), name).toEqual([]);
    expect(moving(), name).toEqual([]);
    before = after;
  };
}

/** Elements whose style would move or scroll something by itself. */
function moving(): string[] {
  return [...document.querySelectorAll('#app, #app *')].flatMap((element) => {
    const style = getComputedStyle(element);
    const moves =
      style.animationName !== 'none' ||
      style.transitionDuration.split(', ').some((time) => time !== '0s') ||
      style.scrollBehavior !== 'auto' ||
      /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
    return moves ? [`${element.tagName}.${element.className}`] : [];
  });
}

const key = (name: string) => {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
};
const type = (text: string) => {
  const field = document.activeElement as HTMLInputElement;
  field.value += text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
};

it('the shelf, its menus and dialogs', async () => {
  const books = Array.from({ length: 40 }, (_, index) => ({ title: `Book ${index}`, author: 'A. Writer' }));
  const { application } = await runApplication({ books, size });
  await until(() => document.querySelector('.entry-title'));
  const see = watching(application);
  await see('focus', () => key('ArrowDown'));
  await see('focus again', () => key('ArrowRight'));
  await see('next page', () => key('PageDown'));
  await see('previous page', () => key('PageUp'));
  for (const button of document.querySelectorAll<HTMLElement>('.screen-header button, footer button, nav button')) {
    if (!button.isConnected || button.matches(':disabled')) continue;
    const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
    if (/add|import|notes|account|settings|sync/i.test(name)) continue;
    await see(`press ${name}`, () => button.click());
    await see(`leave ${name}`, () => key('Escape'));
  }
  await see('the account', () => application.routes.go({ name: 'account' }));
  await see('back to the shelf', () => application.showShelf());
  await see('no notes', () => application.showNotes());
});

it('the settings, every section and every row', async () => {
  const { application } = await runApplication({ size });
  const see = watching(application);
  await see('the view', () => application.routes.go({ name: 'settings' }));
  const tabs = () => [...document.querySelectorAll<HTMLElement>('.section-tabs button')];
  for (let at = 0; at < tabs().length; at++) {
    const name = tabs()[at]?.textContent ?? '';
    await see(name, () => tabs()[at]?.click());
    // The developer's view lies over the page and is not the panel's.
    if (name === 'About') continue;
    const rows = () => [...document.querySelectorAll('.setting-control')];
    for (let index = 0; index < Math.min(rowsLooked, rows().length); index++) {
      const control = [...(rows()[index]?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])].at(-1);
      if (!control) continue;
      const what = `${name}: ${control.getAttribute('aria-label') ?? control.textContent}`;
      await see(what, () => control.click());
      if (document.querySelector('.dialog, .menu')) await see(`${what}, left`, () => key('Escape'));
      if (name === 'Language') await see('back to English', () => press('English'));
    }
  }
});

it('signing in, and what is typed', async () => {
  const { application } = await runApplication({
    size,
    account: { state: 'local', account: `local-${crypto.randomUUID()}` },
  });
  const see = watching(application);
  await see('sign in', () => application.showSignIn());
  await see('the code', () => until(() => document.body.textContent?.includes('WDJB')));
  await see('back', () => application.routes.back());
  const search = document.querySelector<HTMLElement>('button[aria-label="Search"]');
  if (!search) return;
  await see('search', () => search.click());
  for (const letter of 'abc') await see(letter, () => type(letter));
  await page.viewport(size.width, size.height);
});
