// Panels over the page end at the border of a line: none cuts a line of the text in two.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';

afterEach(closeRooms);

const ops = 'xmlns:epub="http://www.idpf.org/2007/ops"';
const note = `<p>Noted<a ${ops} epub:type="noteref" href="#n" id="note">1</a>.</p><aside ${ops} epub:type="footnote" id="n" hidden="hidden"><p>A note.</p></aside>`;

/** The boxes of letters that an edge runs through. */
function cut(room: ReaderRoom, edge: number): number {
  const inside = room.frame().contentDocument as Document;
  const range = inside.createRange();
  range.selectNodeContents(inside.body);
  const { clientWidth } = room.frame();
  return [...range.getClientRects()].filter(
    ({ left, right, top, bottom, height }) =>
      left >= 0 && right <= clientWidth && height < 100 && top + 3 < edge && bottom - 3 > edge,
  ).length;
}

const closed = async (room: ReaderRoom, selector: string) => {
  room.key('Escape');
  await expect.poll(() => document.querySelector(selector)).toBeNull();
};

it.each([787, 811])('by keys and by links, in a window of %i pixels', async (height) => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(`${note}${prose(30, 'b')}`) }]);
  const room = await openRoom({ file, width: 480, height, dpi: 96 });
  await room.open();
  let looked = 0;
  for (const key of ['Enter', 'g', 'a']) {
    room.key(key);
    await expect.poll(() => document.querySelector('.sheet')).toBeTruthy();
    await afterPaint();
    const { top, bottom } = (document.querySelector('.sheet') as Element).getBoundingClientRect();
    expect(bottom).toBe(height);
    if (top > 0) expect(cut(room, top), key).toBe(0);
    if (top > 0) looked++;
    await closed(room, '.sheet');
  }
  expect(looked).toBe(3);
  const link = room.frame().contentDocument?.getElementById('note')?.getBoundingClientRect() as DOMRect;
  room.tap(link.left + 2, link.top + 2);
  await expect.poll(() => document.querySelector('.note-panel')).toBeTruthy();
  await afterPaint();
  const panel = document.querySelector('.note-panel') as HTMLElement;
  const { top, bottom } = panel.getBoundingClientRect();
  expect(cut(room, panel.classList.contains('top') ? bottom : top)).toBe(0);
});
