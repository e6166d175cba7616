// A book goes over to its other form: its page stays until the other one is there, with nothing empty in between.

import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { buildPdf } from '../book/pdf/build-pdf.ts';
import { calm, damagedFrames } from './damaged-frames.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

async function openBook(original: () => Promise<Response>): Promise<ReaderRoom> {
  const file = await buildEpub([{ name: '1.xhtml', data: page(prose(40)) }]);
  const room = await openRoom({ signedOut: true, file, width: 480, height: 640, dpi: 96 });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  const fetched = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/original-files/') ? original() : fetched(input, init),
  );
  await room.open();
  return room;
}

const pages = () =>
  buildPdf({
    pages: Array.from({ length: 9 }, (_, n) => ({ lines: [[40, 560, `Page ${n + 1}`] as const] })),
  });

async function openMenu(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  const names = () => [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  await expect.poll(names).toContain(button);
}

const isOpen = (room: ReaderRoom) => expect.poll(() => room.main().dataset.stage).toBe('open');

async function goOver(room: ReaderRoom, button: string): Promise<void> {
  room.press(button);
  await expect.poll(() => room.main().dataset.stage, { interval: 5 }).toBe('loading');
  await isOpen(room);
}

it('there and back, its menu closing along with it', async () => {
  const room = await openBook(() => Promise.resolve(new Response(pages())));
  // What draws pages is loaded for the first of them.
  await openMenu(room, 'Original pages');
  await goOver(room, 'Original pages');
  await openMenu(room, 'As text');
  await goOver(room, 'As text');
  await calm();
  const steps: [string, () => unknown][] = [
    ['menu', () => openMenu(room, 'Original pages')],
    ['to the pages', () => goOver(room, 'Original pages')],
    ['menu again', () => openMenu(room, 'As text')],
    ['to the text', () => goOver(room, 'As text')],
  ];
  // The pages are drawn behind the text, for which the browser has been seen to draw what it shows once more.
  const [menu, , again, toText] = await damagedFrames(steps);
  expect([menu, again, toText].map((step) => step?.[1])).toEqual([1, 1, 1]);
  expect(document.querySelector('.sheet')).toBeNull();
  expect(room.main().querySelectorAll('.reader-stage')).toHaveLength(1);
});

it('however long that takes: what is pressed or tapped meanwhile turns nothing', async () => {
  const answer = Promise.withResolvers<Response>();
  const room = await openBook(() => answer.promise);
  const words = room.words();
  await openMenu(room, 'Original pages');
  room.press('Original pages');
  await expect.poll(() => room.main().dataset.stage).toBe('loading');
  await afterPaint();
  expect(room.words()).toBe(words);
  expect(document.querySelector('.opening-page')).toBeNull();
  const before = room.place();
  room.key('Escape');
  room.key('PageDown');
  room.tap(440, 320);
  await calm();
  expect([room.words(), room.place()]).toEqual([words, before]);
  // After a while it is said that something is fetched.
  await expect.poll(() => document.querySelector('.opening-words')?.textContent).toContain('Back to the shelf');
  answer.resolve(new Response(pages()));
  await isOpen(room);
  expect(document.querySelector('.opening-words')).toBeNull();
  await expect.poll(() => room.main().querySelector('.page-leaf[style*="visible"]')?.textContent).toContain('Page 1');
});

it('and says so where neither form can be opened', async () => {
  const room = await openBook(() => Promise.resolve(new Response(pages())));
  await room.database.resources.clear();
  room.bridge.offline = true;
  await openMenu(room, 'Original pages');
  room.press('Original pages');
  await expect.poll(() => room.main().dataset.stage).toBe('failed');
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Try again');
  expect(room.main().querySelectorAll('.reader-stage')).toHaveLength(0);
});
