import { afterEach, describe, expect, it } from 'vitest';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom } from './reader-room.tsx';

afterEach(closeRooms);

const novel = (spine = '') =>
  buildEpub(
    [1, 2, 3].map((n) => ({ name: `${n}.xhtml`, data: page(`<h1>Chapter ${n}</h1>${prose(30, `c${n}p`)}`) })),
    { spine },
  );

describe('turning pages', () => {
  it('by keys, and keeps the place', async () => {
    const room = await openRoom({ file: await novel() });
    await room.open();
    expect(room.main().getAttribute('aria-label')).toBe('Test');
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
    expect((await room.database.positions.get(room.bookId))?.mine).toBeUndefined();
    for (const key of ['PageDown', 'ArrowDown', 'ArrowRight', ' ', 'AudioVolumeDown']) {
      const before = room.place().progress;
      await room.turned(() => room.key(key));
      expect(room.place().progress).toBeGreaterThan(before);
    }
    for (const [key, more] of [
      ['PageUp', {}],
      ['ArrowUp', {}],
      ['ArrowLeft', {}],
      [' ', { shiftKey: true }],
      ['AudioVolumeUp', {}],
    ] as const) {
      const before = room.place().progress;
      await room.turned(() => room.key(key, more));
      expect(room.place().progress).toBeLessThan(before);
    }
    await room.turned(() => room.key('End'));
    expect(room.place()).toMatchObject({ chapterUid: 3, progress: 100 });
    await expect
      .poll(async () => (await room.database.positions.get(room.bookId))?.mine)
      .toMatchObject({ chapterUid: 3, progress: 100, deviceId: 'd_one', cfi: room.place().cfi });
    await room.turned(() => room.key('Home'));
    expect(room.place()).toMatchObject({ chapterUid: 1, chapterOffset: 0 });
  });
});
