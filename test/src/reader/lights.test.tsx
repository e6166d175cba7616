// The lights in front of the panel, from the menu of an open book.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(closeRooms);

const sheet = () => document.querySelector('.sheet')?.textContent ?? '';
const tiles = () => [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);

async function opened(lights: ReaderRoom['bridge']['lights']): Promise<ReaderRoom> {
  const file = await buildEpub([{ name: '1.xhtml', data: page(prose(20)) }]);
  const room = await openRoom({ file, width: 480, height: 800, dpi: 96 });
  room.bridge.lights = lights;
  await room.open();
  return room;
}

it('are as bright as they are now, and set step by step over the page', async () => {
  const room = await opened([{ name: 'front_warm', kind: 'warm', percent: 10 }]);
  // Another program changed it while the book was open.
  room.bridge.lights = [
    { name: 'front_warm', kind: 'warm', percent: 40 },
    { name: 'front_white', kind: 'cold', percent: 5 },
  ];
  room.key('Enter');
  await afterPaint();
  room.press('Light');
  await expect.poll(sheet).toContain('Warm light');
  expect(sheet()).toContain('40 %');
  room.press('Warm light: More');
  room.press('Cold light: Less');
  await expect.poll(sheet).toContain('45 %');
  expect(sheet()).toContain('Off');
  const set = room.bridge.calls.filter(({ name }) => name === 'power.setLight').map(({ request }) => request);
  expect(set).toEqual([
    { name: 'front_warm', percent: 45 },
    { name: 'front_white', percent: 0 },
  ]);
});

it('are not spoken of where there are none', async () => {
  const room = await opened([]);
  room.key('Enter');
  await expect.poll(tiles).toContain('More');
  expect(tiles()).not.toContain('Light');
});
