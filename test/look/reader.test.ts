// The reader in its states, on real books.

import { afterEach, expect } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { bookmarkIdOf } from '../../src/db/marks/marks.ts';
import { recordEvent } from '../../src/db/outbox/record-event.ts';
import type { PageCountRow } from '../../src/db/reading/page-counts.ts';
import { english } from '../../src/strings/english.ts';
import { type Language, stringsOf } from '../../src/strings/languages.ts';
import { readRealBook, realBooks } from '../src/book/real-books.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../src/reader/reader-room.tsx';
import { selectSomewhere } from '../src/reader/select-words.ts';
import { kongYiji, kongYijiBook } from './chinese.ts';
import { beginLook, hand, look, type Size, sizes } from './look.ts';

beginLook();
afterEach(closeRooms);

const moby = { file: 'real/moby-dick.epub', title: 'Moby-Dick; or, The Whale', author: 'Herman Melville', at: 9 };
const kusamakura = {
  file: 'idpf/kusamakura-japanese-vertical-writing.epub',
  title: '草枕',
  author: '夏目漱石',
  at: 3,
};
const arabic = {
  file: 'idpf/regime-anticancer-arabic.epub',
  title: 'النظام الغذائي المضاد للسرطان',
  author: '',
  at: 3,
};

/** By window and book: pages that were counted in one room need not be counted in the next. */
const pagesOf = new Map<string, PageCountRow[]>();
const named = ({ bookId }: ReaderRoom, { file }: typeof moby) => `${bookId} ${file} ${innerWidth}×${innerHeight}`;

async function openAt(size: Size, book: typeof moby, language: Language = 'en'): Promise<ReaderRoom> {
  const room = await openRoom({ ...size, ...book, file: await readRealBook(book.file) });
  await room.database.pageCounts.bulkPut(pagesOf.get(named(room, book)) ?? []);
  await room.application.state.getState().session.settings.changeLanguage({ language });
  await room.open({ at: { chapterUid: book.at, offset: 0 } });
  return room;
}

/** Opens the menu and from there what the button leads to. */
async function openPanel(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  await afterPaint();
  room.press(button);
  await afterPaint();
}

/** Bars have their ticks, and panels their scales, once every chapter has been counted; what is open stays as it is. */
async function counted(room: ReaderRoom): Promise<void> {
  const tick = async () => {
    room.key('Enter');
    await afterPaint();
    const found = document.querySelector('.progress-tick');
    await closePanel(room);
    return found;
  };
  // Not asked at once and at every turn: a menu that comes and goes takes longer than chapters that are counted meanwhile.
  await expect.poll(tick, { interval: 400 }).toBeTruthy();
  pagesOf.set(named(room, moby), await room.database.pageCounts.toArray());
}

async function closePanel(room: ReaderRoom): Promise<void> {
  room.key('Escape');
  await afterPaint();
}

const lookAt = (book: typeof moby, name: string, show: Parameters<typeof look>[1], among = sizes) =>
  realBooks.includes(book.file) ? look(name, show, among) : look.missing(name, `${book.file} is not here`);

lookAt(
  moby,
  'reader',
  async (size, picture) => {
    const room = await openAt(size, moby);
    await counted(room);
    await picture('chapter');
    await room.turned(() => room.key('PageDown'));
    room.key('b');
    await expect.poll(() => document.querySelector('.ribbon')).toBeTruthy();
    await picture('page');
    room.key('Enter');
    await afterPaint();
    await picture('menu');
    await closePanel(room);
    for (const [name, button] of Object.entries({
      contents: english.reader.menu.contents,
      'go-to': english.reader.menu.goTo,
      type: english.reader.menu.type,
      search: english.reader.menu.search,
      more: english.reader.menu.more,
    })) {
      await openPanel(room, button);
      await picture(name);
      await closePanel(room);
    }
    for (const [name, button] of Object.entries({
      facts: english.reader.menu.facts,
      keys: english.reader.menu.keys,
      footer: english.reader.menu.pageLine,
    })) {
      await openPanel(room, english.reader.menu.more);
      room.press(button);
      await afterPaint();
      await picture(name);
      await closePanel(room);
    }
  },
  [...sizes, hand],
);

lookAt(moby, 'marking', async (size, picture) => {
  const room = await openAt(size, moby);
  await counted(room);
  await room.turned(() => room.key('PageDown'));
  const menu = () => document.querySelector('.mark-menu');
  await selectSomewhere(room);
  await picture('selection');
  room.press(english.reader.mark.styles[2]);
  await expect.poll(menu).toBeNull();
  await picture('marker');
  room.key('Enter');
  await afterPaint();
  room.press(english.reader.menu.notes);
  await expect.poll(() => document.querySelector('.note-row')).toBeTruthy();
  await picture('notes');
});

lookAt(moby, 'reader-chinese', async (size, picture) => {
  const strings = stringsOf('zh-Hans').reader;
  const room = await openAt(size, moby, 'zh-Hans');
  await counted(room);
  room.key('Enter');
  await afterPaint();
  await picture('menu');
  await closePanel(room);
  await openPanel(room, strings.menu.type);
  await picture('type');
});

look('reader-chinese-book', async (size, picture) => {
  const room = await openRoom({ ...size, ...kongYiji, file: await kongYijiBook() });
  await room.open();
  await picture();
});

lookAt(kusamakura, 'reader-vertical', async (size, picture) => {
  const room = await openAt(size, kusamakura);
  await room.turned(() => room.key('PageDown'));
  await picture();
  await selectSomewhere(room);
  await picture('selection');
});

lookAt(kusamakura, 'reader-vertical-marks', async (size, picture) => {
  const room = await openAt(size, kusamakura);
  const { database } = room.application.state.getState().session;
  const { bookId } = room;
  for (const [n, [style, colorStyle]] of (
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 2],
      [1, 4],
    ] as const
  ).entries()) {
    const place = { bookId, chapterUid: kusamakura.at, start: 30 + n * 80, end: 90 + n * 80 };
    const made = {
      bookVersion: 1,
      type: 1 as const,
      style,
      colorStyle,
      markText: '',
      createTime: 1,
      editTimes: { style: 1, colorStyle: 1 },
    };
    await recordEvent(database, { kind: 'mark.add', mark: { ...place, ...made, bookmarkId: bookmarkIdOf(place) } }, 1);
  }
  await room.open({ at: { chapterUid: kusamakura.at, offset: 0 } });
  await picture();
});

lookAt(arabic, 'reader-arabic', async (size, picture) => {
  const room = await openAt(size, arabic);
  await room.turned(() => room.key('PageDown'));
  await picture();
});

lookAt(moby, 'reader-night', async (size, picture) => {
  const room = await openAt(size, moby);
  await counted(room);
  await room.application.state.getState().session.settings.changeReading({ night: true });
  await room.open({ at: { chapterUid: 12, offset: 0 } });
  // Colours and place change one after the other, and the room was open before.
  await expect.poll(() => room.place().chapterUid).toBe(12);
  await picture();
});
