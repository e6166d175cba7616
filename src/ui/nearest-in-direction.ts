// Which of several boxes lies next in a direction, as a person sees it. Pure geometry.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * Index of the nearest box in that direction, or −1. Up and down lead to the next row, however far aside its boxes are:
 * no row of a list of settings is passed over. Left and right stay in the row as long as it goes on. Otherwise distance sideways counts double.
 */
export function nearestInDirection(from: Box, boxes: readonly Box[], direction: Direction): number {
  const reach = direction === 'up' || direction === 'down' ? endOfNextRow(from, boxes, direction) : undefined;
  const beside = boxes.filter((box) => ahead(from, box, direction) >= -touching && aside(from, box, direction) === 0);
  const inRow = reach === undefined && beside.length > 0 ? new Set(beside) : undefined;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    if (reach !== undefined && ahead(from, box, direction) > reach) return;
    if (inRow && !inRow.has(box)) return;
    const distance = distanceTo(from, box, direction);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}

/** How far the next row reaches: boxes that begin before the nearest one ends stand in it. */
function endOfNextRow(from: Box, boxes: readonly Box[], direction: Direction): number | undefined {
  let nearest: Box | undefined;
  for (const box of boxes) {
    const distance = ahead(from, box, direction);
    if (distance >= -touching && (!nearest || distance < ahead(from, nearest, direction))) nearest = box;
  }
  return nearest && ahead(from, nearest, direction) + (nearest.bottom - nearest.top) / 2;
}

/** Boxes may touch or overlap by a border. */
const touching = 4;

function ahead(from: Box, to: Box, direction: Direction): number {
  return {
    left: from.left - to.right,
    right: to.left - from.right,
    up: from.top - to.bottom,
    down: to.top - from.bottom,
  }[direction];
}

/** How far it is out of the lane. */
function aside(from: Box, to: Box, direction: Direction): number {
  return direction === 'left' || direction === 'right'
    ? gap(from.top, from.bottom, to.top, to.bottom)
    : gap(from.left, from.right, to.left, to.right);
}

function distanceTo(from: Box, to: Box, direction: Direction): number {
  const along = ahead(from, to, direction);
  if (along < -touching) return Number.POSITIVE_INFINITY;
  const centres =
    direction === 'left' || direction === 'right'
      ? Math.abs(from.top + from.bottom - to.top - to.bottom) / 2
      : Math.abs(from.left + from.right - to.left - to.right) / 2;
  return Math.max(0, along) + 2 * aside(from, to, direction) + centres / 100;
}

function gap(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(0, otherStart - end, start - otherEnd);
}
