// The reader says what it paints: every page, panel, selection, mark and note lies in a region that was planned.

import { afterEach, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { picture, watching } from '../screen/watch-paints.ts';
import { closeRooms, openRoom } from './reader-room.tsx';
import { dragOver, textOf } from './select-words.ts';

afterEach(closeRooms);

const fox = 'The quick brown fox jumps over the lazy dog. Then it sleeps.';

it('in every panel, for a selection, a highlight and a bookmark', async () => {
  const chapters = ['One', 'Two'].map((title, index) => ({
    name: `${index + 1}.xhtml`,
    data: page(`<h1>${title}</h1><p id="x">${fox}</p>${prose(40)}`),
  }));
  const room = await openRoom({ file: await buildEpub(chapters), width: 480, height: 640, dpi: 96 });
  // The browser shows nothing of frames to whoever begins to look later.
  await picture();
  await room.open();
  const see = watching(room.application);
  const settle = async (act: () => void) => {
    act();
    await afterPaint();
  };
  await see('menu', () => settle(() => room.key('Enter')));
  const panels = [...document.querySelectorAll<HTMLElement>('.sheet button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
  );
  await see('closed', () => settle(() => room.key('Escape')));
  expect(panels.length).toBeGreaterThan(4);
  for (const name of panels) {
    if (/shelf|notes|back|close|refresh|clean|full|select/i.test(name)) continue;
    await see(name, async () => {
      await settle(() => room.key('Enter'));
      const button = [...document.querySelectorAll<HTMLElement>('.sheet button')].find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
      );
      await settle(() => button?.click());
    });
    for (let layer = 0; layer < 3 && document.querySelector('.sheet, .dialog, .mark-menu'); layer++) {
      await see(`${name}, left`, () => settle(() => room.key('Escape')));
    }
  }
  await see('turn', () => room.turned(() => room.key('PageDown')));
  await see('back', () => room.turned(() => room.key('PageUp')));
  await see('selection', () => dragOver(textOf(room, 'x'), 4, 19));
  const colours = [...document.querySelectorAll<HTMLElement>('.mark-menu button')];
  await see('highlight', () => settle(() => colours[0]?.click()));
  await see('selection again', () => dragOver(textOf(room, 'x'), 22, 40));
  await see('given up', () => settle(() => room.key('Escape')));
  await see('selection for the dictionary', () => dragOver(textOf(room, 'x'), 22, 40));
  await see('dictionary', () => settle(() => room.press('Dictionary')));
  await see('dictionary left', () => settle(() => room.key('Escape')));
  await see('words by keys', () => settle(() => room.key('s')));
  for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'ArrowDown'])
    await see(key, () => settle(() => room.key(key)));
  await see('words by keys given up', () => settle(() => room.key('Escape')));
  await see('bookmark', () => settle(() => room.key('b')));
});
