// A page that was leafed to faster than its pictures could be brought to the panel's greys gets them with the cleaning.

import { afterEach, expect, it } from 'vitest';
import { setPictureGreys } from '../../../src/book/layout/panel-greys.ts';
import { buildEpub, page } from '../book/build-zip.ts';
import { paintedPicture, pictureBytes } from '../painted-picture.ts';
import { closeRooms, openRoom } from '../reader/reader-room.tsx';

afterEach(() => {
  closeRooms();
  setPictureGreys(undefined);
});

it('exchanges the pictures of the page where leafing stops, and of no other', async () => {
  const chapters = [1, 2, 3, 4].map(
    (n) => `<p><img src="${n}.png" width="300" height="300" alt=""/></p><p>Picture ${n}.</p>`,
  );
  const pictures = await Promise.all(
    [1, 2, 3, 4].map(async (n) => ({ name: `O/${n}.png`, data: await pictureBytes(600, 600) })),
  );
  // All in one chapter: a turn within it waits for no greys.
  const body = chapters.join('<div style="break-after:page"></div>');
  const file = await buildEpub([{ name: '1.xhtml', data: page(body) }], { parts: pictures, listed: true });
  const room = await openRoom({ file, width: 480, height: 640, dpi: 96 });
  let makes = false;
  setPictureGreys(async (_image, { width, height }) => {
    // Too slow for all that is leafed through.
    if (!makes) await new Promise(() => undefined);
    return paintedPicture(width, height);
  }, 0);
  await room.open();
  const images = () => [...(room.frame().contentDocument?.images ?? [])];
  const before = images().map(({ src }) => src);
  const { screen } = room.application;
  for (let turn = 0; turn < 3; turn++) await room.turned(() => room.key('PageDown'));
  makes = true;
  // However slowly the pages were turned here.
  room.key('r');
  await expect.poll(() => screen.log().at(-1)?.intents, { timeout: 10_000 }).toEqual([]);
  expect(screen.log().at(-1)?.plan).toMatchObject([{ strength: 'full', dither: true }]);
  // Of the page before, nearest to it, the greys may have been made in spare time.
  const exchanged = images().map(({ src }, index) => src !== before[index]);
  expect([...exchanged.slice(0, 2), exchanged[3]]).toEqual([false, false, true]);
  const [, , , last] = images();
  expect([last?.complete, last?.naturalWidth]).toEqual([true, 300]);
});
