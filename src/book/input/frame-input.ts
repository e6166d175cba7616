// Listens inside a shell's frame and says what the reader did there: tapped, held, dragged, swiped, pinched, followed a
// link, typed. The platform's own selection never begins.
// Scripts of the book never see these events; it has none.

import type { Slot } from '../layout/slot.ts';
import { linkAttribute } from '../preparing/neutralise.ts';
import { listenForHolds } from './frame-holds.ts';
import { listenForPinches } from './pinches.ts';
import { listenForSwipes, type SwipeListener } from './swipes.ts';
import { countTaps } from './taps.ts';

export interface FrameListener extends SwipeListener {
  /** CSS pixels of the frame. */
  tapped(slot: Slot, x: number, y: number, again: boolean): void;
  /** A link, told by its link attribute, was tapped. */
  followed(link: Element): void;
  /** A finger held down or a mouse that drags: where it began, went, and was lifted. */
  held(slot: Slot, stage: 'held' | 'dragged' | 'released', x: number, y: number): void;
  /** How much farther apart two fingers ended than they began, and the middle between them. */
  pinched(slot: Slot, ratio: number, x: number, y: number): void;
  typed(event: KeyboardEvent): void;
  /** Whatever it may come to mean. */
  finger(sign: 'down' | 'moved' | 'lifted'): void;
}

/** Listens for the shell's whole life: its document stays the same whatever is laid out in it. */
export async function listenInFrame(slot: Slot, listener: FrameListener): Promise<void> {
  if (!(await slot.shell.ready())) return;
  const { document } = slot.shell;
  // Told first: what it means may be done at once.
  document.addEventListener('pointerdown', () => listener.finger('down'), true);
  document.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && listener.finger('moved'), true);
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => listener.finger('lifted'), true);
  }
  const holding = listenForHolds(document, (stage, x, y) => listener.held(slot, stage, x, y));
  listenForTaps(slot, document, listener, holding);
  listenForSwipes(document, listener, holding);
  listenForPinches(document, { pinched: (ratio, x, y) => listener.pinched(slot, ratio, x, y) }, holding);
  document.addEventListener('keydown', (event) => listener.typed(event));
  for (const unwanted of ['contextmenu', 'selectstart', 'dragstart', 'submit', 'auxclick']) {
    document.addEventListener(unwanted, (event) => event.preventDefault(), true);
  }
}

function listenForTaps(slot: Slot, document: Document, listener: FrameListener, holding: () => boolean): void {
  const again = countTaps();
  document.addEventListener(
    'click',
    (event) => {
      const element = event.target as Element | null;
      // Play buttons and the like are the book's own; everything else is the reader's.
      if (element?.closest('audio, video, summary')) return;
      event.preventDefault();
      // The click that ends a hold.
      if (holding()) return;
      const link = element?.closest(`[${linkAttribute}]`);
      if (link) listener.followed(link);
      else listener.tapped(slot, event.clientX, event.clientY, again(event));
    },
    true,
  );
}
