import { afterEach, describe, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { unplacedMarks } from '../../../src/db/marks/unplaced-marks.ts';
import { eventsIn } from '../../../src/db/outbox/events.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { dragOver, selectedWords, textOf } from './select-words.ts';

afterEach(closeRooms);

const sentence = 'The quick brown fox jumps over the lazy dog.';
const novel = (first = sentence) =>
  buildEpub([
    { name: '1.xhtml', data: page(`<h1>One</h1><p id="x">${first}</p>${prose(20)}`) },
    { name: '2.xhtml', data: page(`<h1>Two</h1>${prose(20, 'q')}`) },
  ]);

const select = (room: ReaderRoom, start = 4, end = 15) => dragOver(textOf(room, 'x'), start, end);

const menuGone = () => expect.poll(() => document.querySelector('.mark-menu')).toBeNull();

function drawn(room: ReaderRoom, name: string): string[] {
  const window_ = room.frame().contentWindow as Window & typeof globalThis;
  return [...(window_.CSS.highlights.get(name) ?? [])].map((range) => range.toString());
}

/** Taps on the words of the paragraph. */
async function tapMark(room: ReaderRoom, at = 8): Promise<void> {
  const inside = room.frame().contentDocument as Document;
  const range = inside.createRange();
  const text = inside.getElementById('x')?.firstChild as Text;
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const { x, y, width, height } = range.getBoundingClientRect();
  room.tap(x + width / 2, y + height / 2);
  await expect.poll(() => document.querySelector('.mark-menu')).toBeTruthy();
}

const marks = (room: ReaderRoom) => room.database.marks.toArray();

describe('a selection', () => {
  it('becomes a mark: an event, a row, and drawn', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await select(room);
    room.press('Marker');
    await menuGone();
    expect(drawn(room, 'octavo-marker')).toEqual(['quick brown']);
    expect(selectedWords(room)).toBe('');
    expect(await marks(room)).toMatchObject([
      {
        bookmarkId: 'b_book_1_7-18',
        bookVersion: 1,
        chapterUid: 1,
        start: 7,
        end: 18,
        type: 1,
        style: 2,
        markText: 'quick brown',
        textQuote: 'quick brown',
        textBefore: 'OneThe ',
        textAfter: ' fox jumps over the lazy dog.\np0w'.replace('\n', ''),
        chapterName: 'Chapter 1',
      },
    ]);
    const waiting = await eventsIn(room.database, 'waiting').toArray();
    expect(waiting.map(({ body }) => body.kind)).toEqual(['mark.add']);
    await room.application.state.getState().session.syncNow();
    expect(room.model.marks().get('b_book_1_7-18')?.value).toMatchObject({ markText: 'quick brown', style: 2 });
  });

  it('is marked by keys alone', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await select(room);
    room.key('Tab');
    room.key('ArrowRight');
    const focused = document.activeElement as HTMLElement;
    expect(focused.getAttribute('aria-label')).toBe('Wavy line');
    focused.click();
    await menuGone();
    expect(drawn(room, 'octavo-wave')).toEqual(['quick brown']);
    await select(room, 16, 19);
    room.key('Escape');
    await menuGone();
    expect(await marks(room)).toHaveLength(1);
    await room.turned(() => room.key('PageDown'));
  });

  it('ends with a tap beside it, which turns nothing', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    const before = room.place();
    await select(room);
    room.tap(1300, 1500);
    await menuGone();
    await afterPaint();
    expect(room.place()).toEqual(before);
    await room.turned(() => room.tap(1300, 1500));
  });

  it('gives way to a turn', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await select(room);
    await room.turned(() => room.key('PageDown'));
    expect(document.querySelector('.mark-menu')).toBeNull();
  });
});

describe('a mark', () => {
  it('is given another style, and deleted, from its own menu', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await select(room);
    room.press('Underline');
    await menuGone();
    await tapMark(room);
    expect(room.button('Underline').getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(room.button('Underline'));
    room.press('Wavy line');
    await menuGone();
    expect([drawn(room, 'octavo-line'), drawn(room, 'octavo-wave')]).toEqual([[], ['quick brown']]);
    expect(await marks(room)).toMatchObject([{ style: 1 }]);
    await tapMark(room);
    room.press('Delete');
    await menuGone();
    expect(drawn(room, 'octavo-wave')).toEqual([]);
    expect(await marks(room)).toEqual([]);
    const waiting = await eventsIn(room.database, 'waiting').toArray();
    expect(waiting.map(({ body }) => body.kind)).toEqual(['mark.add', 'mark.change', 'mark.remove']);
  });

  it('is there after the process was killed', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await openRoom({ file: await novel(), account });
    await room.open();
    await select(room);
    room.press('Marker');
    await expect.poll(() => room.database.marks.count()).toBe(1);
    room.kill();
    const again = await openRoom({ account });
    await again.open();
    expect(drawn(again, 'octavo-marker')).toEqual(['quick brown']);
  });

  it('from another device is drawn with the next turn, not before', async () => {
    const room = await openRoom({ file: await novel() });
    room.model.call('POST /book/addBookmark', {
      bookId: room.bookId,
      bookVersion: 1,
      chapterUid: 1,
      markText: 'lazy dog',
      textQuote: 'lazy dog',
      range: '38-46',
      type: 1,
      style: 2,
      colorStyle: 0,
      createTime: 1_700_000_000,
      editTime: 1_700_000_000,
      eventId: 'e1',
    });
    await room.open();
    await expect.poll(() => room.database.marks.count()).toBe(1);
    await afterPaint();
    expect(drawn(room, 'octavo-marker')).toEqual([]);
    await room.turned(() => room.key('PageDown'));
    await room.turned(() => room.key('PageUp'));
    expect(drawn(room, 'octavo-marker')).toEqual(['lazy dog']);
  });

  it('that is not in the book is remembered as unplaced, and found again with the words', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const other = await novel('Other words altogether, and some more of them.');
    const room = await openRoom({ file: other, account, signedOut: true });
    await room.database.marks.put({
      ...{ bookmarkId: 'b_book_1_7-18', bookId: room.bookId, bookVersion: 1, chapterUid: 1, start: 7, end: 18 },
      type: 1,
      style: 2,
      colorStyle: 0,
      ...{ markText: 'quick brown', textQuote: 'quick brown', createTime: 1, editTimes: { style: 1, colorStyle: 1 } },
    });
    await room.open();
    await expect.poll(async () => [...(await unplacedMarks(room.database, room.bookId))]).toEqual(['b_book_1_7-18']);
    await room.application.showNotes(room.bookId);
    await expect
      .poll(() => document.querySelector('.note-row')?.textContent ?? '')
      .toContain('Not found in this version of the book');
    room.leave();
    const again = await openRoom({ file: await novel(), account, signedOut: true });
    await again.open();
    await expect.poll(async () => [...(await unplacedMarks(again.database, again.bookId))]).toEqual([]);
    expect(drawn(again, 'octavo-marker')).toEqual(['quick brown']);
  });
});

describe('a store that is full', () => {
  it('says that the mark was not kept, and lets it be tried again', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await select(room);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    room.database.events.hook('creating', full);
    room.press('Marker');
    await expect.poll(() => document.querySelector('.dialog h2')?.textContent).toBe('This was not kept');
    expect(await marks(room)).toEqual([]);
    room.database.events.hook('creating').unsubscribe(full);
    room.key('Escape');
    await afterPaint();
    room.press('Marker');
    await menuGone();
    expect(drawn(room, 'octavo-marker')).toEqual(['quick brown']);
  });
});

describe('a bookmark of a page', () => {
  it('is put and taken by its key and by the menu, and shows on its page only', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    await room.turned(() => room.key('PageDown'));
    room.key('b');
    await expect.poll(() => document.querySelector('.ribbon')).toBeTruthy();
    const { chapterUid, chapterOffset } = room.place();
    expect(await marks(room)).toMatchObject([{ type: 0, chapterUid, start: chapterOffset, end: chapterOffset }]);
    await room.turned(() => room.key('PageDown'));
    expect(document.querySelector('.ribbon')).toBeNull();
    await room.turned(() => room.key('PageUp'));
    expect(document.querySelector('.ribbon')).toBeTruthy();
    room.key('Enter');
    await afterPaint();
    expect(room.button('Bookmark').getAttribute('aria-pressed')).toBe('true');
    room.press('Bookmark');
    await expect.poll(() => document.querySelector('.ribbon')).toBeNull();
    expect(document.querySelector('.sheet')).toBeNull();
    expect(await marks(room)).toEqual([]);
  });
});
