// Two fingers on a page: the text grows or the drawn page does, in one change when they are lifted; nothing is turned.

import { afterEach, expect, it } from 'vitest';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { buildPdf } from '../book/pdf/build-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';

afterEach(closeRooms);

type Point = readonly [x: number, y: number];

/** Events of fingers that go from the first points to the second; the first finger is lifted first. */
function fingers(target: Element, ways: readonly (readonly [from: Point, to: Point])[]): void {
  const send = (type: string, [clientX, clientY]: Point, finger: number) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId: finger + 1, isPrimary: finger === 0, pointerType: 'touch' },
        ...{ clientX, clientY, bubbles: true, cancelable: true },
      }),
    );
  for (const [finger, [from]] of ways.entries()) send('pointerdown', from, finger);
  for (const [finger, [, to]] of ways.entries()) send('pointermove', to, finger);
  for (const [finger, [, to]] of ways.entries()) send('pointerup', to, finger);
}

const apart = [
  [
    [600, 800],
    [400, 800],
  ],
  [
    [800, 800],
    [1000, 800],
  ],
] as const;
const together = apart.map(([from, to]) => [to, from] as const);

const novel = () => buildEpub([1, 2].map((n) => ({ name: `${n}.xhtml`, data: page(prose(30, `c${n}p`)) })));
const size = (room: ReaderRoom) =>
  room.application.state.getState().session.settings.readingOf(room.bookId).reading().fontSize;
const bodyOf = (room: ReaderRoom) => room.frame().contentDocument?.body as HTMLElement;

it('makes the text larger and smaller at its place', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open();
  await room.turned(() => room.key('PageDown'));
  const { chapterOffset } = room.place();
  expect(size(room)).toBe(110);
  fingers(bodyOf(room), apart);
  // Three times as far apart: by the root of three.
  await expect.poll(() => size(room)).toBe(190);
  await expect.poll(() => room.place().chapterOffset).toBeLessThanOrEqual(chapterOffset);
  expect(room.place().chapterOffset).toBeGreaterThan(0);
  fingers(bodyOf(room), together);
  await expect.poll(() => size(room)).toBe(110);
});

it('turns nothing, and means nothing where the fingers stay as far apart', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open();
  const before = room.place();
  fingers(bodyOf(room), [
    [
      [900, 800],
      [500, 800],
    ],
    [
      [1000, 900],
      [600, 900],
    ],
  ]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(room.place()).toEqual(before);
  expect(size(room)).toBe(110);
});

it('goes on with one finger after two', async () => {
  const room = await openRoom({ file: await novel() });
  await room.open();
  fingers(bodyOf(room), apart);
  await expect.poll(() => size(room)).toBe(190);
  const swipe = [
    [
      [900, 500],
      [400, 500],
    ],
  ] as const;
  await room.turned(() => fingers(bodyOf(room), swipe));
});

it('comes closer to what the fingers are around on a drawn page, and goes away again', async () => {
  const pages = [1, 2].map((n) => ({
    lines: Array.from({ length: 30 }, (_, line) => [40, 560 - line * 18, `Page ${n} line ${line + 1}.`] as const),
  }));
  const room = await openRoom({ file: buildPdf({ pages }) });
  await room.open();
  const leaf = () => document.querySelector('.page-leaf[style*="visible"]') as HTMLElement;
  const lines = () =>
    [...leaf().querySelectorAll('.page-text span')].flatMap((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top > 0 && bottom < innerHeight ? [Number(/line (\d+)\./.exec(line.textContent ?? '')?.[1])] : [];
    });
  expect(lines()).toHaveLength(30);
  const { top } = (leaf().querySelectorAll('.page-text span')[24] as Element).getBoundingClientRect();
  const low = apart.map(([[from], [to]]) => [[from, top] as const, [to, top] as const] as const);
  fingers(leaf(), low);
  await expect.poll(() => lines().length).toBeLessThan(20);
  expect(lines()).toContain(25);
  expect(lines()).not.toContain(1);
  fingers(
    leaf(),
    low.map(([from, to]) => [to, from] as const),
  );
  await expect.poll(() => lines().length).toBe(30);
});
