// A link to a note is smaller than a fingertip: a tap beside it means it all the same.

import { noteLinkKind } from '../excerpts/find-note.ts';
import { linkAttribute } from '../preparing/neutralise.ts';

const directions = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-0.7, -0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [0.7, 0.7],
] as const;

/** How far beside it, in CSS pixels: two millimetres of the panel. */
export function noteReach(container: HTMLElement): number {
  const millimetre = Number.parseFloat(getComputedStyle(container).getPropertyValue('--mm'));
  return 2 * (millimetre > 0 ? millimetre : 3.78);
}

/** The nearest link to a note within `reach` of a point, all in CSS pixels of the document's window. */
export function noteNear(document: Document, x: number, y: number, reach: number): Element | undefined {
  for (const share of [0.5, 1]) {
    for (const [across, down] of directions) {
      const found = document.elementFromPoint(x + across * reach * share, y + down * reach * share);
      const link = found?.closest(`[${linkAttribute}]`);
      if (link && noteLinkKind(link)) return link;
    }
  }
  return undefined;
}
