// Which parts of which pages a screen shows, and where: fitting, zooming, spreads and halves, as arithmetic. Pure; a
// turn goes from one screen to the next.

import type { PageSize } from '../styles/page-style.ts';
import type { Box } from './page-source.ts';
import type { PageStyle } from './page-style.ts';

/** A page with the part of it that is not empty margin. */
export interface FittedPage {
  page: number;
  size: PageSize;
  shown: Box;
}

/** One part of a page on the screen. */
export interface Placement {
  page: number;
  /** In the page's units. */
  region: Box;
  /** CSS pixels of the container. */
  x: number;
  y: number;
  scale: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of a part's height and width that the next part repeats, so that no line is cut in two. */
const overlap = 0.06;

/** Of a length; only a page of no sensible size has more. */
const mostParts = 64;

export const isWide = ({ width, height }: PageSize) => width > height * 1.15;

/** The screens of one page, in reading order; at least one. */
export function screensOfPage(page: FittedPage, area: Area, style: PageStyle, direction: 'ltr' | 'rtl'): Placement[][] {
  const halves = style.halves && isWide(page.size) && !isWide(area);
  const pieces = halves ? halvesOf(page.shown, direction) : [page.shown];
  return pieces.flatMap((piece) => partsOf({ ...page, shown: piece }, area, style, direction));
}

/** Two pages side by side, as high as one another. `first` is read first. */
export function screenOfSpread(
  first: FittedPage,
  second: FittedPage,
  area: Area,
  direction: 'ltr' | 'rtl',
): Placement[] {
  const [left, right] = direction === 'rtl' ? [second, first] : [first, second];
  const ratio = left.shown.height / right.shown.height;
  const together = left.shown.width + right.shown.width * ratio;
  const scale = Math.min(area.width / together, area.height / left.shown.height);
  const y = area.y + (area.height - left.shown.height * scale) / 2;
  const x = area.x + (area.width - together * scale) / 2;
  return [
    { page: left.page, region: left.shown, x, y, scale },
    { page: right.page, region: right.shown, x: x + left.shown.width * scale, y, scale: scale * ratio },
  ];
}

/** What of a page is to be seen, in its units; across the page it may stand anywhere. */
export interface SeenPart {
  y: number;
  height: number;
  x?: number;
  width?: number;
}

/**
 * The number of the screen that shows most of a part of a page, the first of several. `share`: how much of the page is
 * turned over before; that screen, if it shows the part or none is named.
 */
export function screenAt(
  screens: readonly Placement[][],
  page: number,
  { seen, share }: { seen?: SeenPart | undefined; share?: number | undefined },
): number {
  const partOfShare = Math.max(0, Math.min(screens.length - 1, Math.floor((share ?? 0) * screens.length + 1e-6)));
  if (!seen) return partOfShare;
  const regions = screens.map((placements) => placements.find((placement) => placement.page === page)?.region);
  const told = share === undefined ? undefined : regions[partOfShare];
  // A part is told by its height: what it begins with stands at the left of the page, wherever the part does.
  if (told && shareSeen({ y: seen.y, height: seen.height }, told) > 0.5) return partOfShare;
  const shown = regions.map((region) => (region ? shareSeen(seen, region) : 0));
  const most = Math.max(...shown);
  return most > 0 ? shown.findIndex((here) => here > most - 1e-6) : 0;
}

function shareSeen({ y, height, x, width = 0 }: SeenPart, region: Box): number {
  const down = shareWithin(y, height, region.y, region.height);
  return x === undefined ? down : down * shareWithin(x, width, region.x, region.width);
}

function shareWithin(start: number, length: number, from: number, room: number): number {
  if (length <= 0) return start >= from && start < from + room ? 1 : 0;
  return Math.max(0, Math.min(start + length, from + room) - Math.max(start, from)) / length;
}

/** A point of the container in the units of the page that is placed there. */
export function onPage({ region, scale, x: left, y: top }: Placement, x: number, y: number): { x: number; y: number } {
  return { x: (x - left) / scale + region.x, y: (y - top) / scale + region.y };
}

/** The number of the first screen that shows a point of a page; `undefined` where none does. */
export function partAt(screens: readonly Placement[][], point: { x: number; y: number }): number | undefined {
  const found = screens.findIndex(([placement]) => placement && isWithin(point, placement.region));
  return found < 0 ? undefined : found;
}

export function isWithin({ x, y }: { x: number; y: number }, box: Box): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/** The number of the screen in whose middle a point of a page stands most; the first where none shows that page. */
export function partAround(screens: readonly Placement[][], page: number, { x, y }: { x: number; y: number }): number {
  const away = screens.map((placements) => {
    const region = placements.find((placement) => placement.page === page)?.region;
    if (!region) return Number.POSITIVE_INFINITY;
    return Math.hypot((x - region.x) / region.width - 0.5, (y - region.y) / region.height - 0.5);
  });
  return Math.max(0, away.indexOf(Math.min(...away)));
}

function halvesOf(shown: Box, direction: 'ltr' | 'rtl'): Box[] {
  const width = shown.width / 2;
  const halves = [
    { ...shown, width },
    { ...shown, x: shown.x + width, width },
  ];
  return direction === 'rtl' ? halves.reverse() : halves;
}

function partsOf(page: FittedPage, area: Area, style: PageStyle, direction: 'ltr' | 'rtl'): Placement[][] {
  const { shown } = page;
  const across = area.width / shown.width;
  const whole = Math.min(across, area.height / shown.height);
  const scale = (style.fit === 'width' ? across : whole) * style.zoom;
  const columns = cuts(shown.width * scale, area.width).map((start) => start / scale);
  const rows = cuts(shown.height * scale, area.height).map((start) => start / scale);
  const width = Math.min(shown.width, area.width / scale);
  const height = Math.min(shown.height, area.height / scale);
  if (direction === 'rtl') columns.reverse();
  return rows.flatMap((top) =>
    columns.map((left) => [
      {
        page: page.page,
        region: { x: shown.x + left, y: shown.y + top, width, height },
        x: area.x + (area.width - width * scale) / 2,
        y: area.y + (rows.length > 1 ? 0 : (area.height - height * scale) / 2),
        scale,
      },
    ]),
  );
}

/** Where parts of a length begin that do not exceed the room, evenly, each repeating a little of the one before. */
function cuts(length: number, room: number): number[] {
  if (length <= room + 1) return [0];
  const step = room * (1 - overlap);
  const count = Math.min(mostParts, Math.ceil((length - room) / step) + 1);
  return Array.from({ length: count }, (_, n) => (n * (length - room)) / (count - 1));
}
