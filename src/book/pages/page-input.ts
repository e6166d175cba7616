// Listens on drawn pages and says what the reader did there: tapped, held, dragged, swiped, pinched. What lies under the
// finger is for the view to find out. The platform's own selection never begins.

import { listenForHolds } from '../input/frame-holds.ts';
import { listenForPinches, type PinchListener } from '../input/pinches.ts';
import { listenForSwipes, type SwipeListener } from '../input/swipes.ts';
import { countTaps } from '../input/taps.ts';

export interface PageListener extends SwipeListener, PinchListener {
  /** CSS pixels of the window. `again`: at the same place, right after another one. */
  tapped(x: number, y: number, again: boolean): void;
  held(stage: 'held' | 'dragged' | 'released', x: number, y: number): void;
}

/** For the element's whole life. */
export function listenOnPages(root: HTMLElement, listener: PageListener): void {
  const holding = listenForHolds(root, (stage, x, y) => listener.held(stage, x, y));
  listenForTaps(root, listener, holding);
  listenForSwipes(root, listener, holding);
  listenForPinches(root, listener, holding);
  for (const unwanted of ['contextmenu', 'selectstart', 'dragstart', 'auxclick']) {
    root.addEventListener(unwanted, (event) => event.preventDefault());
  }
}

function listenForTaps(root: HTMLElement, listener: PageListener, holding: () => boolean): void {
  const again = countTaps();
  root.addEventListener('click', (event) => {
    // The click that ends a hold.
    if (!holding()) listener.tapped(event.clientX, event.clientY, again(event));
  });
}
