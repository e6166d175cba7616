// No view paints without saying so: whatever changes on the screen between two pictures lies in a region that was
// planned, in every view, and nothing in any of them moves by itself.

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press, runApplication, until } from '../app/running-application.ts';
import { watching } from './watch-paints.ts';

const size = { width: 480, height: 640, dpi: 96 };
/** Rows of a section of the settings that are tried: all are made of the same few controls. */
const rowsLooked = 3;

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
  expect(tabs().length).toBeGreaterThan(4);
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
