// What comes of words, notes, tables and formulas on a page, on real books.

import { afterEach, expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { readRealBook, realBooks } from '../src/book/real-books.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../src/reader/reader-room.tsx';
import { selectSomewhere } from '../src/reader/select-words.ts';
import { beginLook, look, type Size } from './look.ts';

beginLook();
afterEach(closeRooms);

const moby = { file: 'real/moby-dick.epub', title: 'Moby-Dick; or, The Whale', author: 'Herman Melville' };
const algebra = { file: 'idpf/linear-algebra.epub', title: 'A First Course in Linear Algebra', author: '' };

async function openAt(size: Size, book: typeof moby, chapterUid: number): Promise<ReaderRoom> {
  const room = await openRoom({ ...size, ...book, file: await readRealBook(book.file) });
  await room.open({ at: { chapterUid, offset: 0 } });
  return room;
}

const sheet = () => document.querySelector('.sheet');

async function closeAll(room: ReaderRoom): Promise<void> {
  for (const selector of ['.mark-menu', '.sheet, .note-panel, .picture-viewer, .dialog, .search-bar']) {
    if (!document.querySelector(selector)) continue;
    room.key('Escape');
    await expect.poll(() => document.querySelector(selector)).toBeNull();
  }
}

/** Places found have their pages only once every page of the book has been counted. */
async function numbered(room: ReaderRoom): Promise<void> {
  const counted = async () => {
    const [row] = await room.database.pageCounts.toArray();
    return row?.pages.every((pieces) => pieces.length > 0 && !pieces.includes(null));
  };
  await expect.poll(counted, { timeout: 60_000 }).toBe(true);
}

/** Turns to the page where such an element stands. */
async function turnTo(room: ReaderRoom, selector: string): Promise<DOMRect> {
  const box = () => room.frame().contentDocument?.querySelector(selector)?.getBoundingClientRect();
  for (let turns = 0; turns < 40 && (box()?.left ?? 0) > window.innerWidth; turns++) {
    await room.turned(() => room.key('PageDown'));
  }
  return box() as DOMRect;
}

const lookAt = (book: typeof moby, name: string, show: Parameters<typeof look>[1]) =>
  realBooks.includes(book.file) ? look(name, show) : look.missing(name, `${book.file} is not here`);

lookAt(moby, 'words', async (size, picture) => {
  const room = await openAt(size, moby, 9);
  for (const [name, action, shown] of [
    ['thought', 'Thought', 'textarea'],
    ['dictionary', 'Dictionary', '.sheet'],
    ['translation', 'Translate', '.sheet-buttons button'],
    ['share', 'Picture', 'img[src^="blob:"]'],
  ] as const) {
    await selectSomewhere(room);
    room.press(action);
    await expect.poll(() => sheet()?.parentElement?.querySelector(shown)).toBeTruthy();
    await sheet()?.querySelector('img')?.decode();
    await picture(name);
    await closeAll(room);
  }
  await numbered(room);
  room.key('/');
  await expect.poll(() => document.querySelector('.sheet input')).toBeTruthy();
  const field = document.querySelector('.sheet input') as HTMLInputElement;
  field.value = 'white whale';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await afterPaint();
  field.form?.requestSubmit();
  await expect.poll(() => sheet()?.textContent, { timeout: 20_000 }).toMatch(/\d+ (places|found)/);
  await picture('found');
});

lookAt(moby, 'parts', async (size, picture) => {
  const room = await openAt(size, moby, 115);
  const note = await turnTo(room, '[id^="noteref"]');
  room.tap(note.left + note.width / 2, note.top + note.height / 2);
  await expect.poll(() => document.querySelector('.note-panel')).toBeTruthy();
  await picture('note');
  await closeAll(room);
  await room.open({ at: { chapterUid: 107, offset: 0 } });
  await turnTo(room, 'table');
  await picture('table');
  room.key('p');
  await expect.poll(() => document.querySelector('.picture-viewer')).toBeTruthy();
  await picture('table-alone');
  await closeAll(room);
});

lookAt(algebra, 'formulas', async (size, picture) => {
  const room = await openAt(size, algebra, 20);
  await turnTo(room, 'mtable');
  await picture();
});
