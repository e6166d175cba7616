// Swipes of a finger and turns of a wheel, in a frame's document as on drawn pages.

import type { ViewEvents } from '../book.ts';

/** Finger travel in CSS pixels that makes a swipe of a tap. */
const swipeTravel = 40;
/** One turn of a wheel sends many events; they count once in this many milliseconds. */
const wheelPause = 250;

export interface SwipeListener {
  swiped(direction: ViewEvents['swipe']['direction']): void;
}

/** Which way a finger went that travelled so many CSS pixels; `undefined` for a tap. */
export function swipeOf(across: number, down: number): ViewEvents['swipe']['direction'] | undefined {
  if (Math.max(Math.abs(across), Math.abs(down)) < swipeTravel) return undefined;
  if (Math.abs(across) > Math.abs(down)) return across < 0 ? 'left' : 'right';
  return down < 0 ? 'up' : 'down';
}

/** `holding`: whether the finger holds something, so that its travel means that. */
export function listenForSwipes(root: GlobalEventHandlers, listener: SwipeListener, holding: () => boolean): void {
  let start: { x: number; y: number } | undefined;
  root.addEventListener('pointerdown', (event) => {
    // A mouse that is dragged selects, and two fingers pinch.
    const swipes = event.isPrimary && event.pointerType !== 'mouse';
    start = swipes ? { x: event.clientX, y: event.clientY } : undefined;
  });
  root.addEventListener('pointerup', (event) => {
    const from = start;
    start = undefined;
    if (!from || holding()) return;
    const direction = swipeOf(event.clientX - from.x, event.clientY - from.y);
    if (direction) listener.swiped(direction);
  });
  let lastWheel = Number.NEGATIVE_INFINITY;
  root.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (event.timeStamp - lastWheel < wheelPause || event.deltaY === 0) return;
      lastWheel = event.timeStamp;
      listener.swiped(event.deltaY > 0 ? 'up' : 'down');
    },
    { passive: false },
  );
}
