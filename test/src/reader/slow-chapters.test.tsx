// A page turn into a chapter that does not come: whatever the reader asks for instead is not kept waiting.

import { afterEach, beforeAll, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { Stuck, slowDisk } from '../book/broken-disk.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

let file: Blob;
const Unpacking = globalThis.DecompressionStream;

beforeAll(async () => {
  const texts = [`<h1>One</h1>${prose(1, 'a')}`, `<h1>Two</h1>${prose(1, 'b')}`, `<h1>Three</h1>${prose(40, 'c')}`];
  const chapters = texts.map((text, n) => ({ name: `${n}.xhtml`, data: page(text) }));
  const entries = chapters.map(({ name }) => `<li><a href="${name}">${name}</a></li>`);
  file = await buildEpub(chapters, { contents: `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>` });
});
afterEach(() => {
  globalThis.DecompressionStream = Unpacking;
  closeRooms();
});

const frames = (room: ReaderRoom) => [...room.main().querySelectorAll('iframe')];
const open = () => document.querySelector('[role=dialog]')?.getAttribute('aria-label');

/** In the second of two chapters of one page each; the third one is on that disk. */
async function atTheEdge(disk: typeof DecompressionStream): Promise<ReaderRoom> {
  const room = await openRoom({ file, signedOut: true });
  await room.open();
  // The second one is laid out meanwhile, and nothing that is further away.
  await expect
    .poll(() => frames(room).some((frame) => frame.contentDocument?.querySelector('h1')?.textContent === 'Two'))
    .toBe(true);
  globalThis.DecompressionStream = disk;
  await room.turned(() => room.key('PageDown'));
  expect(room.place().chapterUid).toBe(2);
  return room;
}

it('turns back at once', async () => {
  const room = await atTheEdge(Stuck);
  for (let presses = 0; presses < 3; presses++) room.key('PageDown');
  await room.turned(() => room.key('PageUp'));
  expect(room.place().chapterUid).toBe(1);
  // None of them is made up for.
  await afterPaint();
  expect([room.place().chapterUid, room.bridge.logged]).toEqual([1, []]);
});

it.each([
  ['m', 'Menu'],
  ['t', 'In this book'],
  ['g', 'Go to'],
  ['f', 'Search in the book'],
])('opens what the key %s opens', async (key, name) => {
  const room = await atTheEdge(Stuck);
  room.key('PageDown');
  room.key('PageDown');
  room.key(key);
  await expect.poll(open).toBe(name);
  expect(room.place().chapterUid).toBe(2);
});

it('goes to another chapter, and back from there', async () => {
  const room = await atTheEdge(Stuck);
  room.key('PageDown');
  await room.turned(() => room.key('Home'));
  expect(room.place().chapterUid).toBe(1);
  await room.turned(() => room.key('PageDown'));
  room.key('PageDown');
  await room.turned(() => room.key('['));
  expect(room.place().chapterUid).toBe(1);
  await room.turned(() => room.key('Backspace'));
  expect(room.place().chapterUid).toBe(2);
});

it('goes no more than four pages on once it comes, however often the key was pressed', async () => {
  const { Slow, come } = slowDisk();
  const room = await atTheEdge(Slow);
  const before = room.place();
  for (let presses = 0; presses < 9; presses++) room.key('PageDown');
  await afterPaint();
  expect(room.place()).toEqual(before);
  come();
  await expect.poll(() => room.main().querySelector('.page-line')?.textContent).toContain('6 / ');
  await afterPaint();
  await afterPaint();
  expect(room.main().querySelector('.page-line')?.textContent).toContain('6 / ');
});

it('leaves the book', async () => {
  const room = await atTheEdge(Stuck);
  room.key('PageDown');
  room.key('Escape');
  await expect.poll(() => room.application.routes.current().name).toBe('shelf');
  await afterPaint();
  expect(room.bridge.logged).toEqual([]);
});
