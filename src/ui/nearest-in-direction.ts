// Which of several boxes lies next in a direction, as a person sees it. Pure geometry.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export type Direction = 'left' | 'right' | 'up' | 'down';

/** Index of the nearest box in that direction, or −1. Distance sideways counts double, overlap in the lane is free. */
export function nearestInDirection(from: Box, boxes: readonly Box[], direction: Direction): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const distance = distanceTo(from, box, direction);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}

function distanceTo(from: Box, to: Box, direction: Direction): number {
  const ahead = {
    left: from.left - to.right,
    right: to.left - from.right,
    up: from.top - to.bottom,
    down: to.top - from.bottom,
  }[direction];
  // Boxes may touch or overlap by a border.
  if (ahead < -4) return Number.POSITIVE_INFINITY;
  const aside =
    direction === 'left' || direction === 'right'
      ? gap(from.top, from.bottom, to.top, to.bottom)
      : gap(from.left, from.right, to.left, to.right);
  const centres =
    direction === 'left' || direction === 'right'
      ? Math.abs(from.top + from.bottom - to.top - to.bottom) / 2
      : Math.abs(from.left + from.right - to.left - to.right) / 2;
  return Math.max(0, ahead) + 2 * aside + centres / 100;
}

function gap(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(0, otherStart - end, start - otherEnd);
}
