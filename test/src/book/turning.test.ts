// What a turn finds: every page is scrolled to in one way, and the chapters beside are laid out and take part in frames.

import { expect, it } from 'vitest';
import { openBook } from '../../../src/book/open-book.ts';
import { buildEpub, page, prose } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownWindow } from './shown-frame.ts';

const frames = (container: Element) => [...container.querySelectorAll('iframe')];

it.each([
  ['to the right', '', ({ left }: DOMRect) => left],
  ['to the left', 'direction: rtl', ({ right }: DOMRect, width: number) => right - width],
  ['downwards', 'writing-mode: vertical-rl', ({ top }: DOMRect) => top],
])('the first page %s is scrolled to as the others are, and stands where they do', async (_, css, before) => {
  const container = makeContainer();
  const style = css ? `<style>body { ${css} }</style>` : '';
  const book = await openBook(await buildEpub([{ name: 'one.xhtml', data: page(prose(60), style) }]), { container });
  const view = await book.show(container, plainStyle);
  const { document, innerWidth, innerHeight } = shownWindow(container);
  const scrolled = () => Math.abs(shownWindow(container).scrollX) + Math.abs(shownWindow(container).scrollY);
  const start = scrolled();
  expect(start).toBeGreaterThan(0);
  expect(before(document.body.getBoundingClientRect(), innerWidth)).toBe(0);
  await view.next();
  const step = css.startsWith('writing') ? innerHeight : innerWidth;
  expect(scrolled()).toBe(start + step);
  const { pages = 0 } = view.place() ?? {};
  const last = await view.goTo({ section: 0, offset: Number.MAX_SAFE_INTEGER });
  expect([last.page, scrolled()]).toEqual([pages - 1, start + (pages - 1) * step]);
  await view.goTo({ section: 0, offset: 0 });
  expect(scrolled()).toBe(start);
  book.close();
  container.remove();
});

it('what else scrolls a page is put back, in the frame of a turn too', async () => {
  const container = makeContainer();
  const book = await openBook(await buildEpub([{ name: 'one.xhtml', data: page(prose(60)) }]), { container });
  const view = await book.show(container, plainStyle);
  const scrolled = () => shownWindow(container).scrollX;
  const start = scrolled();
  shownWindow(container).scrollBy(40, 0);
  await expect.poll(scrolled).toBe(start);
  const turned = view.next();
  const step = shownWindow(container).innerWidth;
  await expect.poll(scrolled, { interval: 0 }).toBe(start + step);
  shownWindow(container).scrollBy(40, 0);
  expect(scrolled()).toBe(start + step + 40);
  await turned;
  expect(scrolled()).toBe(start + step);
  shownWindow(container).scrollBy(-40, 0);
  await expect.poll(scrolled).toBe(start + step);
  book.close();
  container.remove();
});

it('the chapter after is a part of frames again once all of it is laid out', async () => {
  const container = makeContainer();
  const chapters = ['one', 'two'].map((name) => ({ name: `${name}.xhtml`, data: page(prose(40, name)) }));
  const book = await openBook(await buildEpub(chapters), { container });
  const view = await book.show(container, plainStyle);
  const states = () =>
    frames(container).map(({ contentDocument, style }) => [
      contentDocument?.body.textContent.includes('two0w0'),
      style.visibility,
      style.contentVisibility,
    ]);
  await expect.poll(states, { timeout: 20_000 }).toContainEqual([true, 'hidden', 'visible']);
  await view.goTo({ section: 0, offset: Number.MAX_SAFE_INTEGER });
  await view.next();
  expect(states()).toContainEqual([true, 'visible', 'visible']);
  book.close();
  container.remove();
});
