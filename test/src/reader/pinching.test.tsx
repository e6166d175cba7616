// Two fingers on a page: the text grows or the drawn page does, in one change when they are lifted; nothing is turned.

import { afterEach, expect, it } from 'vitest';
import { storeOriginal } from '../../../src/db/reading/resources.ts';
import { chooseForm } from '../../../src/db/settings/shown-forms.ts';
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

const printed = () =>
  buildPdf({
    pages: [1, 2].map((n) => ({
      lines: Array.from({ length: 30 }, (_, line) => [40, 560 - line * 18, `Page ${n} line ${line + 1}.`] as const),
    })),
  });

/** The pages that the service made the text of. */
async function openPagesOfText(): Promise<ReaderRoom> {
  const room = await openRoom({ signedOut: true, file: await novel() });
  await room.database.books.update(room.bookId, { format: 'pdf' });
  await storeOriginal(room.database, room.bookId, printed(), 1);
  await chooseForm(room.database, room.bookId, 'pages');
  return room;
}

it.each([
  ['document', () => openRoom({ file: printed() })],
  ['book that is text as well', openPagesOfText],
])('comes closer to what the fingers are around on a drawn page of a %s, and goes away again', async (_, openPages) => {
  const room = await openPages();
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

it('comes closer to what the fingers are around on a page that the book lays out itself', async () => {
  const drawn = (n: number) =>
    page(`<p>Page ${n}</p>`, '<meta name="viewport" content="width=600, height=800"/><style>p{margin:40px}</style>');
  const file = await buildEpub(
    [1, 2].map((n) => ({ name: `${n}.xhtml`, data: drawn(n) })),
    { metadata: '<meta property="rendition:layout">pre-paginated</meta>' },
  );
  const room = await openRoom({ file });
  await room.open();
  const { width } = room.frame().getBoundingClientRect();
  // Of the page, in its own pixels.
  const [x, y] = [500, 700];
  fingers(bodyOf(room), [
    [
      [x - 20, y],
      [x - 60, y],
    ],
    [
      [x + 20, y],
      [x + 60, y],
    ],
  ]);
  await expect.poll(() => room.frame().getBoundingClientRect().width / width).toBeCloseTo(3, 1);
  const { left, top, width: now } = room.frame().getBoundingClientRect();
  const at = { x: left + (x * now) / 600, y: top + (y * now) / 600 };
  expect(at.x).toBeGreaterThan(0);
  expect(at.x).toBeLessThan(innerWidth);
  expect(at.y).toBeGreaterThan(0);
  expect(at.y).toBeLessThan(innerHeight);
});
