// Original pages whose places are those of the text that was made of them: words are found and shown on them, keys come
// to their marks, thoughts have their signs, lists name their pages, and a part of a page is come back to.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { ThoughtRow } from '../../../src/db/marks/thoughts.ts';
import { chooseForm } from '../../../src/db/settings/shown-forms.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { markedOnPages } from '../book/pages/marks-shown.ts';
import { buildPdf, pageObject } from '../book/pdf/build-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom, type RoomOptions } from './reader-room.tsx';

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

/** On the fifth page a word is divided at a line's end. */
const linesOf = (page: number) =>
  Array.from({ length: 30 }, (_, line) => {
    if (page === 5 && line === 9) return 'It has one remark-';
    if (page === 5 && line === 10) return 'able word of its own';
    return `Page ${page} line ${line + 1} of words`;
  });

const original = () =>
  buildPdf({
    outline: Array.from({ length: 6 }, (_, n) => [`Part ${n + 1}`, `/Dest [${pageObject(n)} 0 R /Fit]`] as const),
    pages: Array.from({ length: 6 }, (_, n) => ({
      lines: linesOf(n + 1).map((words, line) => [40, 560 - line * 18, words] as const),
    })),
  });

const textOf = (page: number) => linesOf(page).join(' ').replace('remark- able', 'remarkable');
const chapters = [
  [1, 2, 3],
  [4, 5, 6],
].map((pages) => pages.map(textOf).join(' '));
const quote = 'Page 5 line 4 of words';
const start = chapters[1]?.indexOf(quote) ?? 0;

/** The fourth to sixth page are the second chapter. */
async function openPages(options: Partial<RoomOptions> = {}): Promise<ReaderRoom> {
  const edition = buildEpub(chapters.map((text, n) => ({ name: `${n + 1}.xhtml`, data: page(`<p>${text}</p>`) })));
  const room = await openRoom({ signedOut: true, file: await edition, ...options });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  await chooseForm(room.database, room.bookId, 'pages');
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? Promise.resolve(new Response(original())) : fetched(input, init),
  );
  return room;
}

const firstLine = (room: ReaderRoom) =>
  room.main().querySelector('.page-leaf[style*="visible"] .page-text span')?.textContent;
const foundHere = () => markedOnPages('octavo-found-here');

async function openMenu(room: ReaderRoom): Promise<(string | null)[]> {
  room.key('Enter');
  const names = () => [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  await expect.poll(names).toContain('Contents');
  return names();
}

it('are searched as they stand, over the ends of lines, and led back from', async () => {
  const room = await openPages();
  await room.open({ at: { chapterUid: 2, offset: 0 } });
  expect(firstLine(room)).toBe('Page 4 line 1 of words');
  const before = room.place();
  expect(await openMenu(room)).toContain('Search');
  room.press('Search');
  await expect.poll(() => document.querySelector('.search-form')).toBeTruthy();
  const field = document.querySelector<HTMLInputElement>('.search-form input') as HTMLInputElement;
  field.value = 'remarkable word';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await afterPaint();
  document.querySelector<HTMLFormElement>('.search-form')?.requestSubmit();
  const match = () => document.querySelector<HTMLButtonElement>('.search-match');
  await expect.poll(() => match()?.textContent).toMatch(/line 9 of words It has one remarkable word of its own.*5$/);
  expect(document.querySelector('.search-chapter')?.textContent).toBe('Part 5');
  await room.turned(() => match()?.click());
  expect(firstLine(room)).toBe('Page 5 line 1 of words');
  expect(foundHere()).toEqual(['remark-\nable word']);
  expect(room.place().chapterUid).toBe(2);
  room.key('Escape');
  await expect.poll(foundHere).toEqual([]);
  await room.turned(() => room.key('Backspace'));
  expect(room.place()).toEqual(before);
});

it('have signs beside thoughts of the text, which keys come to, and lists that name the page', async () => {
  const room = await openPages();
  const about = { bookId: room.bookId, bookVersion: 1, chapterUid: 2, start, end: start + quote.length, createTime: 1 };
  await room.database.thoughts.put({
    ...{ ...about, thoughtId: 't', content: 'So it is', visibility: 'private', abstract: quote, textQuote: quote },
    editTimes: { content: 1, visibility: 1 },
  } as ThoughtRow);
  await room.database.marks.put({
    ...{ ...about, bookmarkId: 'm', type: 1, style: 0, colorStyle: 0, markText: quote, textQuote: quote },
    editTimes: { style: 1, colorStyle: 1 },
  });
  await room.open({ at: { chapterUid: 2, offset: start } });
  expect(firstLine(room)).toBe('Page 5 line 1 of words');
  const signs = () => [...document.querySelectorAll<HTMLElement>('.margin-sign.own')];
  // They come with the marks, which are looked for once the page is there.
  await expect.poll(() => signs().length).toBe(1);
  const line = room.main().querySelectorAll('.page-leaf[style*="visible"] .page-text span')[3]?.getBoundingClientRect();
  const middle = signs()[0]?.getBoundingClientRect();
  expect(Math.abs((line?.y ?? 0) - (middle?.y ?? 99))).toBeLessThan(30);
  await room.turned(() => room.key('PageDown'));
  expect(signs()).toEqual([]);
  await room.turned(() => room.key('PageUp'));
  expect(signs()).toHaveLength(1);

  room.key('l');
  await expect.poll(() => document.querySelector('.press-frame')).toBeTruthy();
  room.key('Enter');
  await expect.poll(() => document.body.textContent).toContain('So it is');
  room.key('Escape');
  await afterPaint();
  await openMenu(room);
  room.press('Contents');
  await expect.poll(() => document.querySelector('.navigation-tabs')).toBeTruthy();
  const pagesNamed = (row: string) =>
    [...document.querySelectorAll(`${row} .contents-page`)].map((one) => one.textContent);
  expect(pagesNamed('.contents-entry')).toEqual(['1', '2', '3', '4', '5', '6']);
  room.press('Marks');
  await expect.poll(() => pagesNamed('.marks-entry')).toEqual(['5']);
});

it('open at the part of a page that was read last', async () => {
  const account = `test-${crypto.randomUUID()}`;
  const room = await openPages({ account });
  await room.open({ at: { chapterUid: 1, offset: 0 } });
  await openMenu(room);
  room.press('Text');
  await expect.poll(() => room.button('Width')).toBeTruthy();
  for (let more = 0; more < 4; more++) room.press('Zoom: More');
  await expect.poll(() => document.body.textContent).toContain('200 %');
  room.key('Escape');
  await afterPaint();
  for (let turns = 0; turns < 3; turns++) await room.turned(() => room.key('PageDown'));
  const { progress } = room.main().dataset;
  const { place } = { place: room.place() };
  await expect.poll(async () => (await room.database.positions.get(room.bookId))?.mine?.progress).toBeGreaterThan(0);
  room.leave();
  const again = await openPages({ account });
  await again.open();
  expect(again.main().dataset.progress).toBe(progress);
  expect(again.place()).toEqual(place);
});

it('offer no search where they have no text', async () => {
  const drawing = '0 0 0 rg 100 200 200 200 re f';
  const room = await openRoom({ file: buildPdf({ pages: [{ drawing }, { drawing }] }) });
  await room.open();
  room.key('/');
  await afterPaint();
  expect(document.querySelector('.sheet')).toBeNull();
  expect(await openMenu(room)).not.toContain('Search');
});
