// What every panel, popup and dialog of the reader asks of the screen: a weak refresh of its own box when it comes, one
// that brings the text back when it goes, and nothing for the rest of the page. None of them counts as a turned page.

import { afterEach, expect, it } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { contains, type Region, snap } from '../../../src/screen/region.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { dragOver, textOf } from './select-words.ts';

afterEach(closeRooms);

const size = { width: 480, height: 800 };
const ops = 'xmlns:epub="http://www.idpf.org/2007/ops"';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';
const text = `<p id="x">The quick brown fox jumps over the lazy dog.</p>
<p>Noted<a ${ops} epub:type="noteref" href="#n" id="note">1</a>, and <a href="https://example.org/" id="out">outside</a>.</p>
<p>${drawing}</p><aside ${ops} epub:type="footnote" id="n" hidden="hidden"><p>A note.</p></aside>${prose(20)}`;

type Open = (room: ReaderRoom) => unknown;

const byKey =
  (key: string): Open =>
  (room) =>
    room.key(key);
const byLink =
  (id: string): Open =>
  (room) => {
    const link = room.frame().contentDocument?.getElementById(id) as Element;
    const { left, top } = link.getBoundingClientRect();
    room.tap(left + 2, top + 2);
  };
const select: Open = (room) => dragOver(textOf(room, 'x'), 4, 15);
/** One after the other, each painted before the next is pressed. */
const pressing =
  (first: Open, ...buttons: string[]): Open =>
  async (room) => {
    await first(room);
    for (const button of buttons) {
      await settle();
      room.press(button);
    }
  };

/** How it is opened, what it is, and the refresh of the frame that shows it: text shows again where another one stood. */
const table: Readonly<Record<string, [open: Open, selector: string, shown: Refresh['strength']]>> = {
  menu: [byKey('Enter'), '.sheet', 'ui'],
  contents: [byKey('c'), '.sheet', 'ui'],
  'go to': [byKey('g'), '.sheet', 'ui'],
  type: [byKey('a'), '.sheet', 'ui'],
  search: [byKey('/'), '.sheet', 'ui'],
  keys: [byKey('?'), '.sheet', 'ui'],
  more: [pressing(byKey('Enter'), 'More'), '.sheet', 'partial'],
  facts: [pressing(byKey('Enter'), 'More', 'About'), '.sheet', 'partial'],
  'page line': [pressing(byKey('Enter'), 'More', 'Page line'), '.sheet', 'partial'],
  'a selection': [select, '.mark-menu', 'ui'],
  thought: [pressing(select, 'Thought'), '.sheet', 'ui'],
  dictionary: [pressing(select, 'Dictionary'), '.sheet', 'ui'],
  translation: [pressing(select, 'Translate'), '.sheet', 'ui'],
  // It lies over the menu beside the words.
  share: [pressing(select, 'Picture'), '.sheet', 'partial'],
  note: [byLink('note'), '.note-panel', 'ui'],
  'an outside link': [byLink('out'), '.dialog', 'ui'],
};

async function settle(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await afterPaint();
}

const inside = (outer: Region | undefined, plan: readonly Refresh[]) =>
  plan.filter((refresh) => outer && contains(outer, refresh));

it('is planned for each by its own box', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }]);
  const room = await openRoom({ file, ...size, dpi: 96 });
  await room.open();
  const { screen } = room.application;
  const words = { x: 0, y: 0, width: size.width, height: 88 };
  for (const [name, [open, selector, shown]] of Object.entries(table)) {
    const element = () => document.querySelector(selector);
    const from = screen.log().length;
    await open(room);
    await expect.poll(element, { message: name }).toBeTruthy();
    await settle();
    const { x, y, width, height } = (element() as Element).getBoundingClientRect();
    const box = snap({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 }, 1, size) as Region;
    const coming = screen.log().slice(from);
    const [came] = coming.flatMap(({ plan }) => plan.filter((refresh) => contains(refresh, box))).slice(-1);
    expect(came, name).toMatchObject({ strength: shown, dither: false });
    if (shown === 'ui' && selector !== '.mark-menu') expect(came, name).toMatchObject(box);

    const before = screen.log().length;
    room.key('Escape');
    await expect.poll(element, { message: name }).toBeNull();
    await settle();
    const going = screen.log().slice(before);
    const plan = going.flatMap((frame) => frame.plan);
    expect(
      plan.some((refresh) => contains(refresh, box) && refresh.strength === 'partial'),
      `${name} goes: ${JSON.stringify(plan)}`,
    ).toBe(true);
    // What was selected shows as it was.
    const others = plan.filter((refresh) => !contains(refresh, box));
    expect(inside(words, others), name).toEqual(others);
    if (coming[0]?.intents.includes('key'))
      expect(
        going.flatMap(({ intents }) => intents),
        name,
      ).toContain('key');
    const all = screen.log().slice(from);
    expect(
      all.flatMap(({ intents }) => intents),
      name,
    ).not.toContain('page');
    expect(
      all.flatMap((frame) => frame.plan).map(({ strength }) => strength),
      name,
    ).not.toContain('full');
  }
});

it('is one picture for a picture, and the page when it goes, which nobody turned to', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }]);
  const room = await openRoom({ file, ...size, dpi: 96 });
  await room.open();
  const { screen } = room.application;
  const viewer = () => document.querySelector('.picture-viewer');
  const from = screen.log().length;
  room.key('p');
  await expect.poll(viewer).toBeTruthy();
  await settle();
  const whole = { x: 0, y: 0, ...size };
  expect(screen.log().slice(from)).toMatchObject([{ plan: [{ ...whole, strength: 'partial', dither: true }] }]);
  room.key('Escape');
  await expect.poll(viewer).toBeNull();
  await settle();
  expect(screen.log().slice(from + 1)).toMatchObject([{ plan: [{ ...whole, strength: 'partial' }] }]);
  // Right after a turn everything would be fast.
  room.key('Enter');
  await settle();
  expect(screen.log().at(-1)?.plan).toMatchObject([{ strength: 'ui' }]);
});
