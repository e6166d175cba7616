// What a view makes of the reader's hand in its frames: a mark, a link, a note beside the fingertip, else a tap.

import type { DrawnMarks } from './drawn-marks.ts';
import type { FrameListener } from './frame-input.ts';
import type { Links } from './links.ts';
import { noteNear, noteReach } from './note-near.ts';
import type { Slot } from './slot.ts';
import type { ViewListeners } from './view-events.ts';

export interface ViewInputParts {
  container: HTMLElement;
  marks: DrawnMarks;
  links: Links;
  listeners: ViewListeners;
  /** A finger was held down there. */
  touched(slot: Slot): void;
}

export function viewInput({ container, marks, links, listeners, touched }: ViewInputParts): FrameListener {
  return {
    tapped: (slot, x, y, again) => {
      const mark = marks.at(slot, x, y);
      const link = mark ? undefined : noteNear(slot.shell.document, x, y, noteReach(container));
      if (link) links.follow(link);
      else if (mark) listeners.emit('markTapped', { id: mark.id, box: slot.shell.toContainer(mark.box) });
      else {
        const at = slot.shell.toContainer({ left: x, top: y, width: 0, height: 0 });
        listeners.emit('tap', { x: at.x, y: at.y, again });
      }
    },
    followed: (link) => links.follow(link),
    held: (slot, stage, left, top) => {
      if (stage === 'held') touched(slot);
      const { x, y } = slot.shell.toContainer({ left, top, width: 0, height: 0 });
      listeners.emit(stage, { x, y });
    },
    swiped: (direction) => listeners.emit('swipe', { direction }),
    typed: (event) => listeners.emit('key', event),
  };
}
