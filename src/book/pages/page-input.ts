// Listens on drawn pages and says what the reader did there: tapped, held, dragged, swiped. What lies under the finger is
// for the view to find out. The platform's own selection never begins.

import type { ViewEvents } from '../book.ts';
import { listenForHolds } from '../input/frame-holds.ts';

export interface PageListener {
  /** CSS pixels of the window. `again`: at the same place, right after another one. */
  tapped(x: number, y: number, again: boolean): void;
  held(stage: 'held' | 'dragged' | 'released', x: number, y: number): void;
  swiped(direction: ViewEvents['swipe']['direction']): void;
}

/** As on pages of text. */
const swipeTravel = 40;
const doubleTime = 320;
const doubleDistance = 28;
const wheelPause = 250;

/** For the element's whole life. */
export function listenOnPages(root: HTMLElement, listener: PageListener): void {
  const holding = listenForHolds(root, (stage, x, y) => listener.held(stage, x, y));
  listenForTaps(root, listener, holding);
  listenForSwipes(root, listener, holding);
  for (const unwanted of ['contextmenu', 'selectstart', 'dragstart', 'auxclick']) {
    root.addEventListener(unwanted, (event) => event.preventDefault());
  }
}

function listenForTaps(root: HTMLElement, listener: PageListener, holding: () => boolean): void {
  let last = { x: 0, y: 0, time: Number.NEGATIVE_INFINITY };
  root.addEventListener('click', ({ clientX: x, clientY: y, timeStamp: time }) => {
    // The click that ends a hold.
    if (holding()) return;
    const again = time - last.time < doubleTime && Math.hypot(x - last.x, y - last.y) < doubleDistance;
    last = { x, y, time: again ? Number.NEGATIVE_INFINITY : time };
    listener.tapped(x, y, again);
  });
}

function listenForSwipes(root: HTMLElement, listener: PageListener, holding: () => boolean): void {
  let start: { x: number; y: number } | undefined;
  root.addEventListener('pointerdown', (event) => {
    // A mouse that is dragged selects.
    start = event.pointerType === 'mouse' ? undefined : { x: event.clientX, y: event.clientY };
  });
  root.addEventListener('pointerup', (event) => {
    const from = start;
    start = undefined;
    if (!from || holding()) return;
    const across = event.clientX - from.x;
    const down = event.clientY - from.y;
    if (Math.max(Math.abs(across), Math.abs(down)) < swipeTravel) return;
    if (Math.abs(across) > Math.abs(down)) listener.swiped(across < 0 ? 'left' : 'right');
    else listener.swiped(down < 0 ? 'up' : 'down');
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
