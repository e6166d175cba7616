// What of a page does something when it is pressed, its links and its marks, for readers who have keys only.

import type { Pressable } from '../book.ts';
import type { DrawnMarks } from '../highlights/drawn-marks.ts';
import { seenBox } from '../highlights/drawn-selection.ts';
import type { Slot } from '../layout/slot.ts';
import type { ViewListeners } from '../layout/view-events.ts';
import { linkAttribute } from '../preparing/neutralise.ts';
import type { Links } from './links.ts';

export interface PressableSources {
  marks: DrawnMarks;
  links: Links;
  listeners: ViewListeners;
}

/** In reading order. A link within a mark comes after it. */
export function pressableOn(shown: readonly Slot[], { marks, links, listeners }: PressableSources): Pressable[] {
  return shown.flatMap((slot) => {
    const { document } = slot.shell;
    const found: { range: Range; part: Pressable }[] = [];
    for (const { id, range } of marks.of(slot)) {
      const box = seenBox(slot.shell, range);
      if (box) found.push({ range, part: { box, press: () => listeners.emit('markTapped', { id, box }) } });
    }
    for (const link of document.querySelectorAll(`[${linkAttribute}]`)) {
      const range = document.createRange();
      range.selectNode(link);
      const box = seenBox(slot.shell, range);
      if (box) found.push({ range, part: { box, press: () => links.follow(link) } });
    }
    return found.sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range)).map(({ part }) => part);
  });
}
