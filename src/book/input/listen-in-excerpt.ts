// What the reader's hand does in a frame that shows something taken out of the book: links, taps, swipes and keys.

import { linkAttribute } from '../preparing/neutralise.ts';
import { listenForSwipes, swipeOf } from './swipes.ts';

export interface ExcerptListener {
  /** A link was tapped. */
  link(link: Element): void;
  /** Anything else was; CSS pixels of the frame. */
  tap(at: { x: number; y: number }): void;
  swipe(direction: 'left' | 'right' | 'up' | 'down'): void;
  key(event: KeyboardEvent): void;
}

/** Listens for the document's whole life. */
export function listenInExcerpt(document: Document, listener: ExcerptListener): void {
  listenForSwipes(document, { swiped: (direction) => listener.swipe(direction) }, () => false);
  /** A mouse selects nothing here: where it is dragged to means what a finger means. */
  let pressed: PointerEvent | undefined;
  document.addEventListener('pointerdown', (event) => {
    pressed = event.pointerType === 'mouse' ? event : undefined;
  });
  document.addEventListener(
    'click',
    (event) => {
      const element = event.target as Element | null;
      if (element?.closest('audio, video, summary')) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = event;
      const swiped = pressed && swipeOf(x - pressed.clientX, y - pressed.clientY);
      pressed = undefined;
      const link = element?.closest(`[${linkAttribute}]`);
      if (swiped) listener.swipe(swiped);
      else if (link) listener.link(link);
      else listener.tap({ x, y });
    },
    true,
  );
  document.addEventListener('keydown', (event) => listener.key(event));
  for (const unwanted of ['contextmenu', 'dragstart', 'submit', 'auxclick']) {
    document.addEventListener(unwanted, (event) => event.preventDefault(), true);
  }
}
