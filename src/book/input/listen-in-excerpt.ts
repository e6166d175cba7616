// What the reader's hand does in a frame that shows something taken out of the book: links, taps, swipes and keys.

import type { Shell } from '../layout/shell.ts';
import { linkAttribute } from '../preparing/neutralise.ts';

export interface ExcerptListener {
  /** A link was tapped. */
  link(link: Element): void;
  /** Anything else was; CSS pixels of the frame. */
  tap(at: { x: number; y: number }): void;
  swipe(direction: 'left' | 'right' | 'up' | 'down'): void;
  key(event: KeyboardEvent): void;
}

/** Finger travel in CSS pixels that makes a swipe of a tap. */
const swipeTravel = 40;

/** Listens for the shell's whole life. */
export function listenInExcerpt(shell: Shell, listener: ExcerptListener): void {
  const { document } = shell;
  let start: { x: number; y: number } | undefined;
  document.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    start = { x, y };
  });
  document.addEventListener(
    'click',
    (event) => {
      const element = event.target as Element | null;
      if (element?.closest('audio, video, summary')) return;
      event.preventDefault();
      const from = start ?? { x: event.clientX, y: event.clientY };
      start = undefined;
      const across = event.clientX - from.x;
      const down = event.clientY - from.y;
      const link = element?.closest(`[${linkAttribute}]`);
      if (Math.max(Math.abs(across), Math.abs(down)) >= swipeTravel) {
        if (Math.abs(across) > Math.abs(down)) listener.swipe(across < 0 ? 'left' : 'right');
        else listener.swipe(down < 0 ? 'up' : 'down');
      } else if (link) listener.link(link);
      else listener.tap({ x: event.clientX, y: event.clientY });
    },
    true,
  );
  document.addEventListener('keydown', (event) => listener.key(event));
  document.addEventListener('scroll', () => shell.lockScroll(), true);
  document.addEventListener('wheel', (event) => event.preventDefault(), { passive: false });
  for (const unwanted of ['contextmenu', 'dragstart', 'submit', 'auxclick']) {
    document.addEventListener(unwanted, (event) => event.preventDefault(), true);
  }
}
