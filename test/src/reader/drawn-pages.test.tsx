// Documents in the reader: their panel, their password, and books that the service has as pages and as text.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { storedOriginal } from '../../../src/db/reading/resources.ts';
import { Broken } from '../book/broken-disk.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { markedOnPages } from '../book/pages/marks-shown.ts';
import { buildPdf, pageObject } from '../book/pdf/build-pdf.ts';
import { lockedPdf } from '../book/pdf/lock-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { dragOver, middleOf, pointer } from './select-words.ts';

afterEach(() => {
  closeRooms();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const linesOf = (page: number) => Array.from({ length: 30 }, (_, line) => `Page ${page} line ${line + 1} of words`);

const document_ = (pages: number) =>
  buildPdf({
    outline: Array.from({ length: pages }, (_, n) => [`Part ${n + 1}`, `/Dest [${pageObject(n)} 0 R /Fit]`] as const),
    pages: Array.from({ length: pages }, (_, n) => ({
      lines: linesOf(n + 1).map((words, line) => [40, 560 - line * 18, words] as const),
    })),
  });

const canvases = (room: ReaderRoom) => room.main().querySelectorAll('.page-leaf[style*="visible"] canvas').length;

async function openMenu(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  const names = () => [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  await expect.poll(names).toContain(button);
  room.press(button);
  await afterPaint();
}

it('shows pages as the reader wants them, and remembers it for the book', async () => {
  const account = `test-${crypto.randomUUID()}`;
  const room = await openRoom({ account, file: document_(3) });
  await room.open();
  expect(canvases(room)).toBe(1);
  await openMenu(room, 'Text');
  expect(room.button('Whole page').getAttribute('aria-pressed')).toBe('true');
  room.press('Width');
  await expect.poll(() => room.button('Width').getAttribute('aria-pressed')).toBe('true');
  room.press('Zoom: More');
  await expect.poll(() => document.body.textContent).toContain('125 %');
  room.leave();
  const again = await openRoom({ account });
  await again.open();
  await openMenu(again, 'Text');
  expect(document.body.textContent).toContain('125 %');
});

it('counts every press before the page shows the first of them, of each edge for itself', async () => {
  const room = await openRoom({ file: document_(2) });
  await room.open();
  await openMenu(room, 'Text');
  const rows = () => document.querySelector('.type-rows')?.textContent ?? '';
  for (let presses = 0; presses < 3; presses++) room.press('Zoom: More');
  await expect.poll(rows).toContain('175 %');
  room.press('Own');
  await expect.poll(() => room.button('Own').ariaPressed).toBe('true');
  room.press('Next page');
  await expect.poll(rows).toContain('Margins: Inner');
  room.press('Bottom: More');
  room.press('Bottom: More');
  room.press('Inner: Less');
  const cut = (edge: string) =>
    room.button(`${edge}: More`).parentElement?.querySelector('.stepper-value')?.textContent;
  await expect.poll(() => [cut('Bottom'), cut('Inner')]).toEqual(['7 %', '4 %']);
});

it('names a page by its number in the document, in the menu and in the contents', async () => {
  const room = await openRoom({ file: document_(3) });
  await room.open();
  await openMenu(room, 'Contents');
  const entries = [...document.querySelectorAll('.contents-entry')].map(({ textContent }) => textContent);
  expect(entries).toEqual([expect.stringMatching(/^Part 1.*1$/), 'Part 22', 'Part 33']);
  room.press('Part 22');
  await expect.poll(() => document.querySelector('.contents-entry')).toBeNull();
  room.key('Enter');
  await expect.poll(() => document.querySelector('.where-numbers')?.textContent).toBe('2 / 3 · 33 %');
  expect(document.querySelectorAll('.progress-tick')).toHaveLength(2);
});

it('asks for the password of a locked document until it is right', async () => {
  const room = await openRoom({ file: await lockedPdf('Secret words', 'sesame') });
  room.application.routes.go({ name: 'reader', bookId: room.bookId });
  let asked: Element | null = null;
  for (const [password, said] of [
    ['wrong', 'Enter its password'],
    ['worse', 'That was not the password'],
    ['sesame', 'That was not the password'],
  ] as const) {
    await expect.poll(() => document.querySelector('.opening-words')?.textContent, { timeout: 20_000 }).toContain(said);
    // Each question comes with a field of its own.
    await expect.poll(() => document.querySelector('input[type=password]')).not.toBe(asked);
    const field = document.querySelector<HTMLInputElement>('input[type=password]') as HTMLInputElement;
    asked = field;
    expect([document.activeElement, field.value]).toEqual([field, '']);
    expect(document.querySelector('.plain-view')).toBeNull();
    field.value = password;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await afterPaint();
    room.press('Open');
  }
  await expect.poll(() => room.main().dataset.stage).toBe('open');
  expect(canvases(room)).toBe(1);
});

it('goes over to the original pages and back to the text, where the reader is', async () => {
  const edition = await buildEpub([
    { name: '1.xhtml', data: page(prose(40)) },
    { name: '2.xhtml', data: page(prose(40, 'q')) },
  ]);
  const original = document_(20);
  // Nothing is synced meanwhile: the model's service knows no formats.
  const room = await openRoom({ signedOut: true, file: edition });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? Promise.resolve(new Response(original)) : fetched(input, init),
  );
  await room.open({ at: { chapterUid: 2, offset: 0 } });
  expect(room.place().chapterUid).toBe(2);
  await openMenu(room, 'Original pages');
  await expect.poll(() => canvases(room)).toBe(1);
  await expect.poll(room.place).toMatchObject({ chapterUid: 2, chapterOffset: 0, progress: 50, cfi: '' });
  expect((await storedOriginal(room.database, room.bookId, 1))?.size).toBe(original.size);
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('PageDown'));
  const there = room.place();
  await openMenu(room, 'As text');
  await expect.poll(() => room.main().querySelector('iframe[style*=" visibility: visible"]')).toBeTruthy();
  await expect.poll(() => room.place().cfi).toMatch(/^epubcfi/);
  expect(room.place().chapterUid).toBe(2);
  expect(there.chapterOffset - room.place().chapterOffset).toBeLessThan(2000);
  expect(room.place().chapterOffset).toBeGreaterThan(0);
});

it('goes over where the reader is, also where the text of the chapter cannot be shown', async () => {
  const chapters = ['a', 'b', 'c', 'd'].map((seed, n) => ({ name: `${n}.xhtml`, data: page(prose(20, seed)) }));
  const room = await openRoom({ signedOut: true, file: await buildEpub(chapters) });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? Promise.resolve(new Response(document_(20))) : fetched(input, init),
  );
  await room.open();
  await room.turned(() => room.key('PageDown'));
  await expect.poll(async () => (await room.database.positions.get(room.bookId))?.mine?.chapterUid).toBe(1);
  vi.stubGlobal('DecompressionStream', Broken);
  room.key('End');
  await expect.poll(() => room.place()).toMatchObject({ chapterUid: 4, cfi: '' });
  vi.unstubAllGlobals();
  await openMenu(room, 'Original pages');
  await expect.poll(() => canvases(room)).toBe(1);
  await expect.poll(() => room.place()).toMatchObject({ chapterUid: 4 });
  expect(room.place().chapterOffset).toBeGreaterThan(0);
  // Once: what is read from there on is its place.
  await room.turned(() => room.key('Home'));
  await openMenu(room, 'As text');
  await expect.poll(() => room.place().cfi).toMatch(/^epubcfi/);
  expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
});

it('marks words of the original pages in the text, shows marks of the text on them, and only reads other words', async () => {
  const words = (pages: number[]) => pages.map((n) => `<p>${n === 3 ? 'Altered' : linesOf(n).join(' ')}</p>`).join('');
  const edition = await buildEpub([
    { name: '1.xhtml', data: page(words([1, 2, 3])) },
    { name: '2.xhtml', data: page(words([4, 5, 6])) },
  ]);
  const room = await openRoom({ signedOut: true, file: edition });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  const inText = 'Page 5 line 4 of words';
  const start = [...linesOf(4), ...linesOf(5).slice(0, 3)].join(' ').length + 1;
  await room.database.marks.put({
    ...{ bookmarkId: 'in-text', bookId: room.bookId, bookVersion: 1, chapterUid: 2, start, end: start + inText.length },
    ...{ type: 1, style: 2, colorStyle: 0, markText: inText, textQuote: inText, createTime: 1 },
    editTimes: { style: 1, colorStyle: 1 },
  });
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? Promise.resolve(new Response(document_(6))) : fetched(input, init),
  );
  await room.open({ at: { chapterUid: 2, offset: 0 } });
  await openMenu(room, 'Original pages');
  await expect.poll(() => canvases(room)).toBe(1);
  const shown = () => room.main().querySelector('.page-leaf[style*="visible"]') as HTMLElement;
  const textOfLine = (line: number) => shown().querySelectorAll('.page-text span')[line]?.firstChild as Text;
  const menu = () => document.querySelector('.mark-menu');
  const tiles = () => [...document.querySelectorAll('.mark-tile')].map(({ textContent }) => textContent);
  await expect.poll(room.place).toMatchObject({ cfi: '' });
  while (textOfLine(2).data.startsWith('Page 3')) await room.turned(() => room.key('PageDown'));
  expect(textOfLine(2).data).toBe('Page 4 line 3 of words');
  await dragOver(textOfLine(2), 7, 13);
  expect(tiles()).toContain('Thought');
  room.press('Marker');
  await expect.poll(menu).toBeNull();
  const mark = (await room.database.marks.toArray()).find(({ bookmarkId }) => bookmarkId !== 'in-text');
  expect(mark).toMatchObject({
    chapterUid: 2,
    start: linesOf(4).slice(0, 2).join(' ').length + 8,
    textQuote: 'line 3',
  });
  const drawn = () => markedOnPages('octavo-marker', '.page-leaf');
  expect(drawn()).toContain('line 3');

  // Page 3 says in the text what it does not say on paper.
  await room.turned(() => room.key('PageUp'));
  expect(textOfLine(0).data).toBe('Page 3 line 1 of words');
  await dragOver(textOfLine(0), 7, 13);
  expect(tiles()).toEqual(['Dictionary', 'Translate', 'Search', 'Copy', 'Picture']);
  room.key('Escape');
  await expect.poll(menu).toBeNull();

  await room.turned(() => room.key('PageDown'));
  expect(drawn()).toContain('line 3');
  const { x, y } = middleOf(textOfLine(2), 9);
  for (const type of ['pointerdown', 'pointerup']) pointer(document, type, { x, y }, 'touch');
  shown().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }));
  await expect.poll(menu).toBeTruthy();
  room.press('Delete');
  await expect.poll(() => room.database.marks.count()).toBe(1);
  // What was marked in the text stands on the next page, which is drawn ahead.
  await expect.poll(drawn).toEqual([inText]);
  await room.turned(() => room.key('PageDown'));
  expect(drawn()).toEqual([inText]);
});
