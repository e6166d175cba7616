// Every view of the reader and of the notes by keys alone, as on a device that has nothing but buttons.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(closeRooms);

const novel = () =>
  buildEpub(
    Array.from({ length: 40 }, (_, n) => ({ name: `${n}.xhtml`, data: page(`<h1>${n}</h1>${prose(6, `c${n}p`)}`) })),
  );

/** Presses arrows until the button has the focus, then Enter: what a reader with a direction pad does. */
async function walkTo(room: ReaderRoom, name: string, arrows: readonly string[]): Promise<void> {
  const named = () => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
  };
  for (const arrow of arrows) {
    for (let n = 0; n < 12 && named() !== name; n++) room.key(arrow);
  }
  expect(named()).toBe(name);
  const focused = document.activeElement as HTMLElement;
  expect(getComputedStyle(focused).outlineStyle).toBe('solid');
  focused.click();
  await afterPaint();
  await afterPaint();
}

const sheet = () => document.querySelector('.sheet')?.getAttribute('aria-label');

it('leads through the menu and its panels, and back', async () => {
  const room = await openRoom({ file: await novel(), signedOut: true });
  await room.open();
  room.key('Enter');
  await afterPaint();
  expect(document.activeElement?.textContent).toBe('Contents');
  await walkTo(room, 'Contents', []);
  expect(sheet()).toBe('In this book');
  expect(document.activeElement?.textContent).toContain('Chapter 1');
  const pageShown = () => document.querySelector('.page-bar-position')?.textContent;
  const first = pageShown();
  room.key('PageDown');
  await expect.poll(pageShown).not.toBe(first);
  room.key('PageUp');
  await expect.poll(pageShown).toBe(first);
  await room.turned(() => void walkTo(room, 'Chapter 4', ['ArrowDown']));
  expect(room.place().chapterUid).toBe(4);

  room.key('Enter');
  await afterPaint();
  await walkTo(room, 'Text', ['ArrowDown', 'ArrowRight']);
  for (let n = 0; n < 8; n++) room.key('ArrowUp');
  room.key('ArrowDown');
  await walkTo(room, 'Text size: More', ['ArrowRight']);
  await expect.poll(() => document.querySelector('.stepper-value')?.textContent).toBe('120 %');
  room.key('Escape');
  await afterPaint();
  expect(sheet()).toBeUndefined();

  room.key('Enter');
  await afterPaint();
  await walkTo(room, 'Notes', ['ArrowDown', 'ArrowRight']);
  await expect.poll(() => document.querySelector('.notes-empty')?.textContent).toBe('No notes in this book yet.');
  room.key('Escape');
  await expect.poll(() => document.querySelector('main[data-stage=open][data-place-cfi]')).toBeTruthy();
  expect(room.place().chapterUid).toBe(4);
  room.key('Escape');
  await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
});

it('does what a key says on the page that earlier keys lead to', async () => {
  const room = await openRoom({ file: await novel(), signedOut: true });
  await room.open();
  await room.turned(() => room.key(']'));
  // Both are pressed before the first page has come.
  room.key(']');
  room.key(']');
  room.key('c');
  await expect.poll(sheet).toBe('In this book');
  expect(room.place().chapterUid).toBe(4);
  expect(document.activeElement?.textContent).toContain('Chapter 4');
  room.key('Escape');
  await afterPaint();
  room.key('PageDown');
  room.key('PageDown');
  room.key('b');
  const marks = () => room.database.marks.toArray();
  await expect.poll(async () => (await marks()).length).toBe(1);
  const { chapterUid, chapterOffset } = room.place();
  expect(await marks()).toMatchObject([{ type: 0, chapterUid, start: chapterOffset }]);
});
