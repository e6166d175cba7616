// How many books fit a screen, and how large each is drawn. Pure: from the window's size, known before anything is
// painted, so that the shelf appears whole and in one paint.

export type ShelfLayout = 'covers' | 'list';

export interface Grid {
  columns: number;
  rows: number;
  /** CSS pixels. */
  coverWidth: number;
  coverHeight: number;
  rowHeight: number;
  gap: number;
}

export interface Room {
  /** CSS pixels of the window. */
  width: number;
  height: number;
  rem: number;
  /** The side of what is touched, in pixels. */
  target: number;
}

const coverRatio = 1.42;
/** Title in two lines, author in one; in rem. */
const captionRem = 4.1;
const listRowRem = 4.75;
/** Windows that are narrower have the title on a line of its own, in rem. */
const titleAboveRem = 24;
/** Narrowest cover, in rem. */
const narrowestRem = 5.8;

/** The shelf's own margins in pixels; its style sheet takes them from here. */
export function shelfMargins({ width, rem }: Room): { side: number; top: number } {
  return { side: width < 34 * rem ? rem : 1.5 * rem, top: 0.75 * rem };
}

export function shelfGrid(room: Room, layout: ShelfLayout): Grid {
  const { rem } = room;
  const margins = shelfMargins(room);
  const bar = Math.max(room.target, 2.25 * rem) + 0.5 * rem;
  const width = room.width - 2 * margins.side;
  const title = room.width <= titleAboveRem * rem ? room.target : 0;
  const height = room.height - margins.top - title - 2 * bar - 1.25 * rem;
  return layout === 'list' ? listGrid(width, height, rem) : coverGrid(width, height, rem);
}

function listGrid(width: number, height: number, rem: number): Grid {
  const columns = width > 70 * rem ? 2 : 1;
  const rows = Math.max(1, Math.floor(height / (listRowRem * rem)));
  const rowHeight = Math.floor(height / rows);
  const coverHeight = rowHeight - 0.9 * rem;
  return { columns, rows, coverWidth: coverHeight / coverRatio, coverHeight, rowHeight, gap: 2 * rem };
}

/** Of all numbers of columns, the one whose covers fill the page best; none may be smaller than a cover can be read. */
function coverGrid(width: number, height: number, rem: number): Grid {
  const gap = (width < 34 * rem ? 1 : 1.75) * rem;
  const caption = captionRem * rem;
  const most = Math.max(2, Math.floor((width + gap) / (narrowestRem * rem + gap)));
  let best: Grid | undefined;
  for (let columns = 2; columns <= most; columns++) {
    const widest = (width - (columns - 1) * gap) / columns;
    const fitting = (height + gap) / (widest * coverRatio + caption + gap);
    for (const rows of new Set([Math.max(1, Math.floor(fitting)), Math.max(1, Math.ceil(fitting))])) {
      const grid = coverRows({ columns, rows, widest, height, gap, caption });
      if (grid.coverWidth >= narrowestRem * rem - 1 && filled(grid) > (best ? filled(best) : 0)) best = grid;
    }
  }
  const widest = (width - gap) / 2;
  return best ?? coverRows({ columns: 2, rows: 1, widest, height, gap, caption });
}

/** More books count a little more than larger covers. */
function filled({ columns, rows, coverWidth, coverHeight }: Grid): number {
  return columns * rows * coverWidth ** 0.8 * coverHeight ** 0.8;
}

function coverRows(parts: {
  columns: number;
  rows: number;
  widest: number;
  height: number;
  gap: number;
  caption: number;
}): Grid {
  const { columns, rows, widest, height, gap, caption } = parts;
  const rowHeight = Math.floor((height - (rows - 1) * gap) / rows);
  const coverHeight = Math.max(1, Math.min(widest * coverRatio, rowHeight - caption));
  return { columns, rows, coverWidth: coverHeight / coverRatio, coverHeight, rowHeight, gap };
}
