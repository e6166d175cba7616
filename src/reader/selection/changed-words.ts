// What has to be painted when a selection becomes another one. Pure but for the questions to the laid-out text.

import type { PageText, Selected } from '../../book/book.ts';
import type { Region } from '../../screen/region.ts';

/** CSS pixels: letters lean out of their boxes. */
const edge = 4;

/** The words that were added or left out. */
export function changedRegions(before: Selected | undefined, now: Selected, text: PageText): Region[] {
  if (!before || before.chapterUid !== now.chapterUid) return [padded(now.box)];
  const changes = [
    [Math.min(before.start, now.start), Math.max(before.start, now.start)],
    [Math.min(before.end, now.end), Math.max(before.end, now.end)],
  ] as const;
  return changes
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => text.boxes(from, to))
    .map(padded);
}

function padded({ x, y, width, height }: Region): Region {
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}
