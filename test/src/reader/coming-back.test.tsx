// A book that was opened at a note, left for another view, and come back to.

import { afterEach, expect, it } from 'vitest';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(closeRooms);

const novel = () => buildEpub([1, 2].map((n) => ({ name: `${n}.xhtml`, data: page(prose(40, `c${n}p`)) })));
const note = { at: { chapterUid: 2, offset: 300 } };

async function leaveAndComeBack({ application, bookId, main }: ReaderRoom): Promise<void> {
  await application.showNotes(bookId);
  await expect.poll(() => document.querySelector('.reader')).toBeNull();
  await application.showSettings();
  await application.leave();
  await application.leave();
  await expect.poll(() => document.querySelector('.reader') && main().dataset.stage).toBe('open');
  await expect.poll(() => main().dataset.chapterUid).toBeTruthy();
}

it('is where it was left, and goes on from there', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open(note);
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('PageDown'));
  const left = room.place();
  await leaveAndComeBack(room);
  expect(room.place()).toEqual(left);
  await room.turned(() => room.key('PageUp'));
  expect(room.place().chapterUid).toBe(2);
  expect(room.place().chapterOffset).toBeGreaterThan(note.at.offset);
});

it('is at the note as long as nobody turned', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open();
  await room.turned(() => room.key('PageDown'));
  await room.application.leave();
  await room.open(note);
  const shown = room.place();
  expect(shown.chapterUid).toBe(2);
  await leaveAndComeBack(room);
  expect(room.place()).toEqual(shown);
});
