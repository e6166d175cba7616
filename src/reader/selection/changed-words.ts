// What has to be painted when a selection becomes another one. Pure but for the questions to the laid-out text.

import type { PageText, Selected } from '../../book/book.ts';
import type { Region } from '../../screen/region.ts';

/** The words that were added or left out, with room for the handles. `rem`: CSS pixels. */
export function changedRegions(before: Selected | undefined, now: Selected, text: PageText, rem: number): Region[] {
  if (!before || before.chapterUid !== now.chapterUid) return [padded(now.box, 2 * rem)];
  const changes = [
    [Math.min(before.start, now.start), Math.max(before.start, now.start)],
    [Math.min(before.end, now.end), Math.max(before.end, now.end)],
  ] as const;
  return changes
    .filter(([from, to]) => to > from)
    .flatMap(([from, to]) => text.boxes(from, to))
    .map((box) => padded(box, 2 * rem));
}

function padded({ x, y, width, height }: Region, by: number): Region {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
