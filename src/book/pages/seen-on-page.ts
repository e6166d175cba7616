// What of a page's words and links is seen where the page lies on the screen: parts, halves and cut margins leave the
// rest out of sight, though its unseen text is there.

import type { Box } from '../book.ts';
import type { LaidPage } from './leaf.ts';
import type { PageLink } from './page-source.ts';
import { onPage, type Placement } from './screens.ts';

/** CSS pixels of a line's height that are enough of it. */
const enough = 24;

/** Line by line, in the container's CSS pixels. */
export function seenLines(range: Range, { placement }: LaidPage, container: HTMLElement): Box[] {
  const paper = paperOf(placement);
  return linesOf(range, container).flatMap((line) => within(line, paper) ?? []);
}

/** All of it that is seen; `undefined` for nothing. */
export function seenBox(range: Range, page: LaidPage, container: HTMLElement): Box | undefined {
  const lines = seenLines(range, page, container);
  return lines.length > 0 ? around(lines) : undefined;
}

/** Where it ends, if that is seen. */
export function seenEnd(range: Range, { placement }: LaidPage, container: HTMLElement): Box | undefined {
  // The last characters may have no width, as word joiners have none.
  const last = linesOf(range, container).at(-1);
  return last && within(last, paperOf(placement));
}

export function seenLink({ box }: PageLink, { region, scale, x, y }: Placement): Box | undefined {
  const placed = {
    x: x + (box.x - region.x) * scale,
    y: y + (box.y - region.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  return within(placed, paperOf({ region, scale, x, y }));
}

/** The middle of a character, in the page's units; `undefined` where it has no box. */
export function characterOnPage(offset: number, { text, placement }: LaidPage, container: HTMLElement) {
  const box = text.range(offset, offset + 1)?.getBoundingClientRect();
  if (!box) return undefined;
  const { left, top } = container.getBoundingClientRect();
  return onPage(placement, (box.left + box.right) / 2 - left, (box.top + box.bottom) / 2 - top);
}

function paperOf({ region, scale, x, y }: Omit<Placement, 'page'>): Box {
  return { x, y, width: region.width * scale, height: region.height * scale };
}

function linesOf(range: Range, container: HTMLElement): Box[] {
  const from = container.getBoundingClientRect();
  return [...range.getClientRects()]
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({ x: left - from.left, y: top - from.top, width, height }));
}

/** A line whose edge alone is seen is whole on the part before or after. */
function within(box: Box, paper: Box): Box | undefined {
  const x = Math.max(box.x, paper.x);
  const y = Math.max(box.y, paper.y);
  const width = Math.min(box.x + box.width, paper.x + paper.width) - x;
  const height = Math.min(box.y + box.height, paper.y + paper.height) - y;
  return width > 1 && height > 1 && height >= Math.min(box.height / 2, enough) ? { x, y, width, height } : undefined;
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
