// What a view makes of the reader's hand in its frames: a mark, a link, a note beside the fingertip, else a tap.

import type { ChapterPictures } from '../excerpts/chapter-pictures.ts';
import type { DrawnMarks } from '../highlights/drawn-marks.ts';
import type { Slot } from '../layout/slot.ts';
import type { ViewListeners } from '../layout/view-events.ts';
import type { FrameListener } from './frame-input.ts';
import type { Links } from './links.ts';
import { noteNear, noteReach } from './note-near.ts';

export interface ViewInputParts {
  container: HTMLElement;
  marks: DrawnMarks;
  links: Links;
  pictures: ChapterPictures;
  listeners: ViewListeners;
  /** A finger was held down there. */
  touched(slot: Slot): void;
  /** The view is; its container goes on. */
  closed: AbortSignal;
}

export function viewInput({
  container,
  marks,
  links,
  pictures,
  listeners,
  touched,
  closed,
}: ViewInputParts): FrameListener {
  /** A finger that holds a picture selects nothing until it is lifted. */
  let onPicture = false;
  const point = (slot: Slot, left: number, top: number) => {
    const { x, y } = slot.shell.toContainer({ left, top, width: 0, height: 0 });
    return { x, y };
  };
  const picture = (slot: Slot, x: number, y: number, held: boolean) => {
    const touched = pictures.under(slot, x, y, held);
    if (touched) listeners.emit('pictureTapped', { ...touched, ...point(slot, x, y), held });
    return touched !== undefined;
  };
  // Beside a fixed page there is no frame.
  const tapBeside = (event: MouseEvent) => {
    if (event.target !== container) return;
    const { left, top } = container.getBoundingClientRect();
    listeners.emit('tap', { x: event.clientX - left, y: event.clientY - top, again: false });
  };
  container.addEventListener('click', tapBeside, { signal: closed });
  return {
    tapped: (slot, x, y, again) => {
      const mark = marks.at(slot, x, y);
      const link = mark ? undefined : noteNear(slot.shell.document, x, y, noteReach(container));
      if (link) links.follow(link);
      else if (mark) listeners.emit('markTapped', { id: mark.id, box: slot.shell.toContainer(mark.box) });
      else if (!picture(slot, x, y, false)) listeners.emit('tap', { ...point(slot, x, y), again });
    },
    followed: (link) => links.follow(link),
    held: (slot, stage, left, top) => {
      if (stage === 'held') {
        touched(slot);
        onPicture = picture(slot, left, top, true);
      }
      if (!onPicture) listeners.emit(stage, point(slot, left, top));
    },
    swiped: (direction) => listeners.emit('swipe', { direction }),
    pinched: (slot, ratio, x, y) => listeners.emit('pinch', { ratio, ...point(slot, x, y) }),
    typed: (event) => listeners.emit('key', event),
    finger: (sign) => listeners.emit('finger', { sign }),
  };
}
