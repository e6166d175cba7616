// What hands do in the frame of a note: fingers, a mouse, a wheel.

import { afterEach, expect, it } from 'vitest';
import { listenInExcerpt } from '../../../../src/book/input/listen-in-excerpt.ts';

let frame: HTMLIFrameElement | undefined;

afterEach(() => frame?.remove());

function listen() {
  frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentDocument as Document;
  const told: string[] = [];
  listenInExcerpt(inside, {
    link: () => told.push('link'),
    tap: ({ x }) => told.push(`tap ${x}`),
    swipe: (direction) => told.push(direction),
    key: () => undefined,
  });
  const press = (pointerType: string, from: number, to: number, clicks: boolean) => {
    const at = (clientX: number) => ({
      pointerType,
      isPrimary: true,
      clientX,
      clientY: 50,
      bubbles: true,
      cancelable: true,
    });
    inside.body.dispatchEvent(new PointerEvent('pointerdown', at(from)));
    inside.body.dispatchEvent(new PointerEvent('pointerup', at(to)));
    if (clicks) inside.body.dispatchEvent(new MouseEvent('click', at(to)));
  };
  return { inside, told, press };
}

it('leafs by a finger that travels, which no click follows, and by a mouse that is dragged', () => {
  const { told, press } = listen();
  press('touch', 200, 100, false);
  press('touch', 100, 200, false);
  press('mouse', 200, 100, true);
  expect(told).toEqual(['left', 'right', 'left']);
});

it('is tapped by what hardly travels', () => {
  const { told, press } = listen();
  press('touch', 100, 110, true);
  press('mouse', 100, 90, true);
  expect(told).toEqual(['tap 110', 'tap 90']);
});

it('leafs by a wheel', () => {
  const { inside, told } = listen();
  const event = new WheelEvent('wheel', { deltaY: 40, bubbles: true, cancelable: true });
  inside.body.dispatchEvent(event);
  expect([told, event.defaultPrevented]).toEqual([['up'], true]);
});
