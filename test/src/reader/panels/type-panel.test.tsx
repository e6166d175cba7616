// The panel that sets the type: each press shows on the page at once, for all books or for this one, and lasts.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { buildEpub, page } from '../../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';

afterEach(closeRooms);

const sentence =
  'Representatives of international organisations underestimated their administrative responsibilities. ';
const novel = () =>
  buildEpub([
    { name: 'a.xhtml', data: page(Array.from({ length: 60 }, (_, n) => `<p>${n} ${sentence.repeat(4)}</p>`).join('')) },
  ]);

async function openPanel(room: ReaderRoom): Promise<void> {
  room.key('Enter');
  await afterPaint();
  room.press('Text');
  await afterPaint();
}

const rootSize = (room: ReaderRoom) =>
  getComputedStyle(room.frame().contentDocument?.documentElement as Element).fontSize;
const settingsOf = (room: ReaderRoom) => room.application.state.getState().session.settings;

it('keeps the first visible word, and gives this book what all others do not have', async () => {
  const file = await novel();
  const room = await openRoom({ file, account: `test-${crypto.randomUUID()}` });
  await room.open();
  await room.turned(() => room.key('PageDown'));
  const before = room.place().chapterOffset;
  await openPanel(room);
  const size = Number.parseFloat(rootSize(room));
  room.press('This book');
  await expect.poll(() => room.button('This book').ariaPressed).toBe('true');
  room.press('Text size: More');
  await expect.poll(() => Number.parseFloat(rootSize(room))).toBeGreaterThan(size);
  expect(room.place().chapterOffset).toBeLessThanOrEqual(before);
  expect([
    settingsOf(room).state.getState().reading.fontSize,
    settingsOf(room).readingOf(room.bookId).reading().fontSize,
  ]).toEqual([110, 120]);
  room.press('All books');
  await expect.poll(() => Number.parseFloat(rootSize(room))).toBe(size);
  expect(room.button('All books').ariaPressed).toBe('true');
  room.press('Text size: More');
  await expect.poll(() => settingsOf(room).state.getState().reading.fontSize).toBe(120);
  for (let step = 0; step < 6; step++) {
    room.press('Next page');
    await afterPaint();
  }
  room.press('Reset');
  await expect
    .poll(() => [settingsOf(room).state.getState().reading.fontSize, rootSize(room)])
    .toEqual([110, `${size}px`]);
});

it('says what the store does not take, and sets the page as it is kept', async () => {
  const room = await openRoom({ file: await novel(), account: `test-${crypto.randomUUID()}` });
  await room.open();
  const size = rootSize(room);
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    room.key('+');
    await expect.poll(() => document.querySelector('.dialog')?.textContent).toContain('This was not kept');
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  room.press('Close');
  await expect.poll(() => document.querySelector('.dialog')).toBeNull();
  expect(rootSize(room)).toBe(size);
  room.key('+');
  await expect.poll(() => Number.parseFloat(rootSize(room))).toBeGreaterThan(Number.parseFloat(size));
});

it('offers only what the book’s language has', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open();
  await openPanel(room);
  const names: (string | null | undefined)[] = [];
  for (let step = 0; step < 6; step++) {
    names.push(...[...document.querySelectorAll('.type-row > span:first-child')].map(({ textContent }) => textContent));
    room.press('Next page');
    await afterPaint();
  }
  expect(names).toContain('Hyphenation');
  expect(names).not.toContain('Chinese characters');
  expect(new Set(names).size).toBeGreaterThan(18);
});
