// The panel is not cleaned while the reader's hand is on the page, wherever that is heard of: in the window, or in the
// frame of a book.

import { afterEach, expect, it, vi } from 'vitest';
import { type Interaction, watchInteraction } from '../../../src/app/interaction.ts';
import { buildEpub } from '../book/build-zip.ts';
import { closeRooms, openRoom } from '../reader/reader-room.tsx';
import { page, panel } from '../screen/held-panel.ts';

afterEach(closeRooms);

/** A panel that waits for the hand which is really watched. */
function watched() {
  const hands: { interaction?: Interaction } = {};
  const held = panel({}, () => hands.interaction?.busy() ?? false);
  const interaction = watchInteraction({ touched: held.queue.touched, now: held.now });
  hands.interaction = interaction;
  const wait = (milliseconds: number) => {
    // Whatever is due in between is asked for in its time.
    for (let left = milliseconds; left > 0; left -= 100) held.wait(Math.min(100, left));
  };
  return { ...held, interaction, wait };
}

const inWindow = (name: string) =>
  window.dispatchEvent(new PointerEvent(name, { buttons: name === 'pointerup' ? 0 : 1 }));

it.each<[string, (sign: 'down' | 'moved' | 'lifted', told: Interaction['hand']) => void]>([
  ['in a frame', (sign, told) => told(sign)],
  ['in the window', (sign) => inWindow({ down: 'pointerdown', moved: 'pointermove', lifted: 'pointerup' }[sign])],
])('a finger %s is awaited, however long it goes on dragging', (_, tell) => {
  const { turn, wait, sent, interaction } = watched();
  const finger = (sign: 'down' | 'moved' | 'lifted') => tell(sign, interaction.hand);
  turn(1);
  turn(3, 200);
  wait(300);
  finger('down');
  for (let step = 0; step < 4; step++) {
    wait(3000);
    finger('moved');
  }
  expect(sent).toEqual(['partial', 'fast', 'fast', 'fast']);
  finger('lifted');
  wait(500);
  expect(sent).toHaveLength(4);
  wait(200);
  expect(sent.slice(4)).toEqual(['full']);
});

it('a finger that was lifted where nobody saw it is not awaited for ever, nor is one that only passes', () => {
  const { say, wait, sent, interaction } = watched();
  interaction.hand('down');
  say(['clean', page]);
  wait(4000);
  expect(sent).toEqual([]);
  wait(2000);
  expect(sent).toEqual(['full']);
  say(['clean', page]);
  window.dispatchEvent(new PointerEvent('pointermove', { buttons: 0 }));
  wait(600);
  expect(sent).toEqual(['full', 'full']);
});

it('a key in a frame puts the cleaning off', () => {
  const { say, wait, sent, interaction } = watched();
  say(['clean', page]);
  wait(500);
  interaction.hand('key');
  wait(500);
  expect(sent).toEqual([]);
  wait(100);
  expect(sent).toEqual(['full']);
});

it('is told of fingers and keys in the frame of a book', async () => {
  const data = `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${'word '.repeat(40)}</p></body></html>`;
  const room = await openRoom({
    file: await buildEpub([{ name: '1.xhtml', data }]),
    ...{ width: 480, height: 640, dpi: 96 },
  });
  await room.open();
  const hand = vi.spyOn(room.application.screen, 'hand');
  const inside = room.frame().contentDocument?.body as HTMLElement;
  const pointer = (name: string, more: PointerEventInit = {}) =>
    inside.dispatchEvent(new PointerEvent(name, { isPrimary: true, bubbles: true, ...more }));
  pointer('pointermove');
  pointer('pointerdown', { buttons: 1 });
  pointer('pointermove', { buttons: 1 });
  pointer('pointerup');
  pointer('pointerdown', { buttons: 1 });
  pointer('pointercancel');
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
  expect(hand.mock.calls.flat()).toEqual(['down', 'moved', 'lifted', 'down', 'lifted', 'key']);
});
