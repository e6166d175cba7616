// While the voice reads, a page and the mark of what is read on it are one paint.

import { afterEach, expect, it } from 'vitest';
import { calm, damagedFrames } from '../damaged-frames.ts';
import { closeRooms, openRoom } from '../reader-room.tsx';
import { spokenBook } from './spoken-book.ts';

afterEach(closeRooms);

it('for turns by hand within a chapter', async () => {
  const file = await spokenBook({ paragraphs: 16 });
  const room = await openRoom({ file, width: 480, height: 640, dpi: 96, signedOut: true });
  await room.open();
  const spoken = () => room.frame().contentDocument?.querySelector('.now')?.id;
  room.key('v');
  await expect.poll(spoken).toBe('q0');
  await calm();
  const turned = (key: string) => async () => {
    const before = spoken();
    await room.turned(() => room.key(key));
    await expect.poll(spoken).not.toBe(before);
  };
  const counted = await damagedFrames([
    ['nothing', () => undefined],
    ['turn', turned('PageDown')],
    ['another', turned('PageDown')],
    ['back', turned('PageUp')],
  ]);
  expect(counted).toEqual([
    ['nothing', 0],
    ['turn', 1],
    ['another', 1],
    ['back', 1],
  ]);
});
