// One action is one paint: the browser's own record has exactly one frame with damage for each thing that a reader does.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { calm, damagedFrames } from './damaged-frames.ts';
import { closeRooms, openRoom } from './reader-room.tsx';
import { dragOver, textOf } from './select-words.ts';

afterEach(closeRooms);

it('for turns, menus, selections, marks and settings of the type', async () => {
  const words = '<p id="x">The quick brown fox jumps over the lazy dog.</p>';
  const chapters = [page(`${words}${prose(12)}`), page(prose(12))];
  const file = await buildEpub(chapters.map((data, index) => ({ name: `${index}.xhtml`, data })));
  const room = await openRoom({ file, width: 480, height: 640, dpi: 96 });
  await room.open();
  await calm();
  const shown = (selector: string, there: boolean) =>
    expect.poll(() => Boolean(document.querySelector(selector)), { interval: 5 }).toBe(there);
  const key = (name: string, selector: string, there: boolean) => () => {
    room.key(name);
    return shown(selector, there);
  };
  const entry = () => document.querySelector<HTMLElement>('.entry-title')?.closest('button');
  const chapter = () => room.place().chapterUid;
  const steps: [string, () => unknown][] = [
    ['nothing', () => undefined],
    ['turn', () => room.turned(() => room.key('PageDown'))],
    ['back', () => room.turned(() => room.key('PageUp'))],
    ['menu', key('Enter', '.sheet', true)],
    ['menu closed', key('Escape', '.sheet', false)],
    ['select', () => dragOver(textOf(room, 'x'), 4, 15)],
    [
      'highlight',
      () => {
        room.press('Marker');
        return shown('.mark-menu', false);
      },
    ],
    ['select again', () => dragOver(textOf(room, 'x'), 22, 30)],
    ['given up', key('Escape', '.mark-menu', false)],
    ['bookmark', key('b', '.ribbon', true)],
    [
      'type',
      () => {
        const { fontSize } = room.application.state.getState().session.settings.state.getState().reading;
        room.key('+');
        return expect
          .poll(() => room.application.state.getState().session.settings.state.getState().reading.fontSize)
          .not.toBe(fontSize);
      },
    ],
    [
      'night',
      () => {
        room.key('i');
        return shown('.reader.night', true);
      },
    ],
    [
      'chapter',
      async () => {
        room.key(']');
        await expect.poll(chapter).toBe(2);
      },
    ],
    [
      'crossing',
      async () => {
        room.key('PageUp');
        await expect.poll(chapter).toBe(1);
      },
    ],
    ['leave', key('Escape', '.entry-title', true)],
    ['focus', () => entry()?.focus()],
    [
      'open by keys',
      async () => {
        // The second press comes while the book opens.
        for (let press = 0; press < 2; press++) {
          entry()?.click();
          await afterPaint();
        }
        await shown('[data-stage=open]', true);
        expect(room.application.routes.state.getState().stack).toHaveLength(2);
      },
    ],
  ];
  const counted = await damagedFrames(steps);
  expect(counted).toEqual(steps.map(([name]) => [name, name === 'nothing' ? 0 : 1]));
});
