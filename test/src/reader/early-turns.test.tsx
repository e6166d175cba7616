// Pages that are turned before the first one is there.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const novel = () =>
  buildEpub([
    { name: '1.xhtml', data: page(`<h1>One</h1>${prose(30)}`) },
    { name: '2.xhtml', data: page(`<h1>Two</h1>${prose(30, 'q')}`) },
  ]);

describe('keys pressed while a book opens', () => {
  /** Goes to the book and presses them before it has a page. */
  async function openWith(file: Blob, press: (room: ReaderRoom) => void, before?: (room: ReaderRoom) => unknown) {
    const room = await openRoom({ file, signedOut: true });
    await before?.(room);
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    await expect.poll(() => document.querySelector('main.reader-main'), { interval: 1 }).toBeTruthy();
    expect(room.main().dataset.stage).toBe('loading');
    press(room);
    await expect.poll(() => document.querySelector('main.reader-main')?.getAttribute('data-stage')).toBe('open');
    return room;
  }

  it('turn its pages once they are there, back and forth, and four at most', async () => {
    const file = await novel();
    const offsets: number[] = [];
    const counted = await openRoom({ file });
    await counted.open();
    for (let turns = 0; turns < 5; turns++) {
      offsets.push(counted.place().chapterOffset);
      await counted.turned(() => counted.key('PageDown'));
    }
    counted.leave();
    const two = await openWith(file, (room) => {
      for (const key of ['PageDown', 'ArrowRight', 'PageUp', ' ']) room.key(key);
      // A key that is held down, and the second press of what opened the book.
      room.key('PageDown', { repeat: true });
      room.key('Enter');
    });
    await expect.poll(() => two.place().chapterOffset).toBe(offsets[2]);
    expect(document.querySelector('.sheet')).toBeNull();
    two.leave();
    const many = await openWith(file, (room) => {
      for (let presses = 0; presses < 9; presses++) room.key('PageDown');
    });
    await expect.poll(() => many.place().chapterOffset).toBe(offsets[4]);
    await afterPaint();
    expect(many.place().chapterOffset).toBe(offsets[4]);
  });

  it('turn its pages also where opening takes so long that there are buttons, which have their own keys', async () => {
    const file = await novel();
    const counted = await openRoom({ file, signedOut: true });
    await counted.open();
    await counted.turned(() => counted.key('PageDown'));
    const second = counted.place().chapterOffset;
    counted.leave();
    const room = await openRoom({ file, signedOut: true });
    const { positions } = room.database;
    const [get, held] = [positions.get.bind(positions), Promise.withResolvers<void>()];
    const late = async (bookId: string) => {
      await held.promise;
      return get(bookId);
    };
    vi.spyOn(positions, 'get').mockImplementation(late as unknown as typeof positions.get);
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    await expect.poll(() => document.querySelector('.opening-page button')).toBeTruthy();
    room.key('PageDown');
    room.key('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Back to the shelf');
    for (const key of ['ArrowDown', 'ArrowRight']) room.key(key);
    held.resolve();
    await expect.poll(() => room.main().dataset.stage).toBe('open');
    await expect.poll(() => room.place().chapterOffset).toBe(second);
    await afterPaint();
    expect(room.place().chapterOffset).toBe(second);
  });

  it('go the way that the book runs', async () => {
    const chapters = [{ name: '1.xhtml', data: page(`<h1>One</h1>${prose(30)}`) }];
    const file = await buildEpub(chapters, { spine: 'page-progression-direction="rtl"' });
    const room = await openWith(file, (opening) => opening.key('ArrowLeft'));
    await expect.poll(() => room.place().chapterOffset).toBeGreaterThan(0);
  });

  it('turn nothing where a question comes with the first page', async () => {
    const there = {
      chapterUid: 2,
      chapterIdx: 2,
      chapterOffset: 200,
      progress: 43,
      updateTime: 2000,
      deviceId: 'd_two',
    };
    const mine = {
      ...there,
      chapterUid: 1,
      chapterIdx: 1,
      chapterOffset: 0,
      progress: 1,
      updateTime: 1000,
      deviceId: 'd_one',
    };
    const room = await openWith(
      await novel(),
      (opening) => opening.key('PageDown'),
      (opening) => opening.database.positions.put({ bookId: opening.bookId, mine, latest: there, furthest: there }),
    );
    await expect.poll(() => document.querySelector('.offer')).toBeTruthy();
    await afterPaint();
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
  });

  it('lead back to the view before', async () => {
    const room = await openRoom({ file: await novel() });
    room.application.routes.go({ name: 'reader', bookId: room.bookId });
    await expect.poll(() => document.querySelector('main.reader-main'), { interval: 1 }).toBeTruthy();
    room.key('PageDown');
    room.key('Escape');
    await expect.poll(() => document.querySelector('main.reader-main')).toBeNull();
    expect(document.querySelector('.shelf')).toBeTruthy();
  });
});
