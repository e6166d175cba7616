// The reader and the notes at the sizes they have to fit, in two languages and three ways of writing: nothing is cut
// off, nothing scrolls. VITE_PICTURES=1 puts pictures of them into dist/views.

import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { Language } from '../../../src/strings/languages.ts';
import { readRealBook, realBooks } from '../book/real-books.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { dragOver } from './select-words.ts';

const sizes = [
  { name: 'tablet', width: 1404, height: 1872, dpi: 227 },
  { name: 'small-tablet', width: 1072, height: 1448, dpi: 300 },
  { name: 'narrow', width: 480, height: 800, dpi: 96 },
];
const books = [
  { name: 'moby', file: 'real/moby-dick.epub', title: 'Moby-Dick; or, The Whale', author: 'Herman Melville', at: 9 },
  {
    name: 'kusamakura',
    file: 'idpf/kusamakura-japanese-vertical-writing.epub',
    title: '草枕',
    author: '夏目漱石',
    at: 3,
  },
  {
    name: 'arabic',
    file: 'idpf/regime-anticancer-arabic.epub',
    title: 'النظام الغذائي المضاد للسرطان',
    author: '',
    at: 3,
  },
];
const languages: Language[] = ['en', 'zh-Hans'];

afterEach(closeRooms);

async function picture(name: string): Promise<void> {
  await afterPaint();
  expectFits(name);
  if (import.meta.env.VITE_PICTURES) await page.screenshot({ path: `../../../dist/views/${name}.png` });
}

function expectFits(where: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    const { overflowX, overflowY } = getComputedStyle(element);
    expect([overflowX, overflowY]).not.toContain('scroll');
    expect([overflowX, overflowY]).not.toContain('auto');
  }
  for (const element of document.querySelectorAll<HTMLElement>('#app button, #app .sheet, #app .mark-menu')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    expect(box.left, `${where} ${element.outerHTML}`).toBeGreaterThanOrEqual(-1);
    expect(box.top, `${where} ${element.outerHTML}`).toBeGreaterThanOrEqual(-1);
    expect(box.right, `${where} ${element.outerHTML}`).toBeLessThanOrEqual(window.innerWidth + 1);
    expect(box.bottom, `${where} ${element.outerHTML}`).toBeLessThanOrEqual(window.innerHeight + 1);
  }
}

function press(name: string): void {
  const button = [...document.querySelectorAll<HTMLButtonElement>('#app button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (!button) throw new Error(`There is no button ${name}.`);
  button.click();
}

/** Selects some words well inside of the page. */
async function select(room: ReaderRoom): Promise<void> {
  const inside = room.frame().contentDocument as Document;
  const { clientWidth, clientHeight } = room.frame();
  const nodes = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    for (let start = 0; start + 4 < node.length; start += 40) {
      const range = inside.createRange();
      range.setStart(node, start);
      range.setEnd(node, Math.min(node.length, start + 30));
      const { left, top, right, bottom } = range.getBoundingClientRect();
      if (left < 0 || right > clientWidth || top < clientHeight * 0.05 || bottom > clientHeight * 0.9) continue;
      await dragOver(node, start, range.endOffset);
      return;
    }
  }
  throw new Error('There is no text to select.');
}

for (const size of sizes) {
  for (const book of books) {
    for (const language of languages) {
      if (book.name !== 'moby' && language === 'zh-Hans' && size.name !== 'tablet') continue;
      const label = `${book.name}-${size.name}-${language}`;
      it.skipIf(!realBooks.includes(book.file))(`shows ${label}`, async () => {
        const room = await openRoom({ ...size, ...book, file: await readRealBook(book.file) });
        const { session } = room.application.state.getState();
        await session.settings.changeLanguage({ language });
        const strings = (await import('../../../src/strings/languages.ts')).stringsOf(language);
        await room.open({ at: { chapterUid: book.at, offset: 0 } });
        await room.turned(() => room.key('PageDown'));
        await select(room);
        await picture(`reader-${label}-selection`);
        press(strings.reader.mark.styles[2]);
        await expect.poll(() => document.querySelector('.mark-menu')).toBeNull();
        await select(room);
        press(strings.reader.mark.styles[1]);
        await expect.poll(() => document.querySelector('.mark-menu')).toBeNull();
        room.key('b');
        await expect.poll(() => document.querySelector('.ribbon')).toBeTruthy();
        await picture(`reader-${label}-page`);
        room.key('Enter');
        await picture(`reader-${label}-menu`);
        for (const [panel, button] of [
          ['contents', strings.reader.menu.contents],
          ['go-to', strings.reader.menu.goTo],
          ['type', strings.reader.menu.type],
          ['facts', strings.reader.menu.facts],
        ] as const) {
          room.key('Enter');
          await afterPaint();
          press(button);
          await picture(`reader-${label}-${panel}`);
          room.key('Escape');
          await afterPaint();
        }
        room.key('Enter');
        await afterPaint();
        press(strings.reader.menu.notes);
        await expect.poll(() => document.querySelector('.note-row')).toBeTruthy();
        await picture(`notes-${label}`);
      });
    }
  }
}
