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

/** The shelf's own margins in pixels; its style sheet takes them from here. */
export function shelfMargins({ width, rem }: Room): { side: number; top: number } {
  return { side: width < 34 * rem ? rem : 1.5 * rem, top: 0.75 * rem };
}

export function shelfGrid(room: Room, layout: ShelfLayout): Grid {
  const { rem } = room;
  const margins = shelfMargins(room);
  const bar = Math.max(room.target, 2.25 * rem) + 0.5 * rem;
  const width = room.width - 2 * margins.side;
  const height = room.height - margins.top - 2 * bar - 1.25 * rem;
  return layout === 'list' ? listGrid(width, height, rem) : coverGrid(width, height, rem);
}

function listGrid(width: number, height: number, rem: number): Grid {
  const columns = width > 70 * rem ? 2 : 1;
  const rows = Math.max(1, Math.floor(height / (listRowRem * rem)));
  const rowHeight = Math.floor(height / rows);
  const coverHeight = rowHeight - 0.9 * rem;
  return { columns, rows, coverWidth: coverHeight / coverRatio, coverHeight, rowHeight, gap: 2 * rem };
}

function coverGrid(width: number, height: number, rem: number): Grid {
  const gap = (width < 34 * rem ? 1 : 1.75) * rem;
  const caption = captionRem * rem;
  const columns = Math.max(2, Math.floor((width + gap) / (9 * rem + gap)));
  const widest = (width - (columns - 1) * gap) / columns;
  const rows = Math.max(1, Math.round((height + gap) / (widest * coverRatio + caption + gap)));
  const rowHeight = Math.floor((height - (rows - 1) * gap) / rows);
  const coverHeight = Math.max(3 * rem, Math.min(widest * coverRatio, rowHeight - caption));
  return { columns, rows, coverWidth: coverHeight / coverRatio, coverHeight, rowHeight, gap };
}
