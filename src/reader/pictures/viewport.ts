// How a picture lies in the room there is: steps of zoom, pages of what is larger than the room, and pans. Pure.

export interface Size {
  width: number;
  height: number;
}

export interface Placement {
  scale: number;
  /** Of the picture's corner, CSS pixels of the room. */
  left: number;
  top: number;
}

/** One step of zoom. */
const step = 1.6;
/** Of a page that the next one shows again, so that the eye finds its place. */
const overlap = 0.08;

/** All of it, never larger than it is by more than `most`. */
export function fitScale(picture: Size, room: Size, most = 4): number {
  return Math.min(room.width / picture.width, room.height / picture.height, most);
}

/** As it was made: one of its pixels for one of the panel's. */
export function ownScale(pixelRatio: number): number {
  return 1 / pixelRatio;
}

/** In the middle, or at its beginning where it is larger than the room. */
export function placeAt(scale: number, picture: Size, room: Size, leftward = false): Placement {
  const start = leftward ? room.width - picture.width * scale : 0;
  return clamp({ scale, left: picture.width * scale > room.width ? start : 0, top: 0 }, picture, room);
}

/** Larger (1) or smaller (−1) with the point of the room staying where it is; the ends are all of it, or its own size where that is smaller, and 12 times that. */
export function zoomAt(
  from: Placement,
  direction: 1 | -1,
  point: { x: number; y: number },
  picture: Size,
  room: Size,
): Placement {
  const scale = direction > 0 ? from.scale * step : from.scale / step;
  return scaleTo(from, scale, point, picture, room);
}

export function scaleTo(
  from: Placement,
  scale: number,
  point: { x: number; y: number },
  picture: Size,
  room: Size,
): Placement {
  const fit = fitScale(picture, room);
  // What is smaller than the room stays as small as it was made, where that was asked for.
  const least = Math.min(fit, from.scale);
  const limited = Math.min(Math.max(scale, least), Math.max(fit * 12, 2));
  const ratio = limited / from.scale;
  return clamp(
    { scale: limited, left: point.x - (point.x - from.left) * ratio, top: point.y - (point.y - from.top) * ratio },
    picture,
    room,
  );
}

export function pan(from: Placement, across: number, down: number, picture: Size, room: Size): Placement {
  return clamp({ ...from, left: from.left + across, top: from.top + down }, picture, room);
}

/** Inside of the room, and in the middle of it where there is room to spare. */
export function clamp({ scale, left, top }: Placement, picture: Size, room: Size): Placement {
  return {
    scale,
    left: clampOne(left, picture.width * scale, room.width),
    top: clampOne(top, picture.height * scale, room.height),
  };
}

function clampOne(at: number, size: number, room: number): number {
  if (size <= room) return Math.round((room - size) / 2);
  return Math.round(Math.min(0, Math.max(room - size, at)));
}

/** The part that is shown, counted in pages of the room, from 0. */
export interface Part {
  column: number;
  columns: number;
  row: number;
  rows: number;
}

export function partShown({ scale, left, top }: Placement, picture: Size, room: Size): Part {
  const [columns, column] = pagesOf(picture.width * scale, room.width, -left);
  const [rows, row] = pagesOf(picture.height * scale, room.height, -top);
  return { column, columns, row, rows };
}

function pagesOf(size: number, room: number, at: number): [number, number] {
  if (size <= room + 1) return [1, 0];
  const pages = 1 + Math.ceil((size - room - 1) / (room * (1 - overlap)));
  return [pages, Math.min(pages - 1, Math.round(at / ((size - room) / (pages - 1))))];
}

/** Down the rows first, then the next column from its top; `undefined` at the ends. */
export function nextPart(from: Placement, direction: 1 | -1, picture: Size, room: Size): Placement | undefined {
  const { column, columns, row, rows } = partShown(from, picture, room);
  const index = column * rows + row + direction;
  if (index < 0 || index >= columns * rows) return undefined;
  return partAt(from, Math.floor(index / rows), index % rows, picture, room);
}

export function partAt(from: Placement, column: number, row: number, picture: Size, room: Size): Placement {
  const { columns, rows } = partShown(from, picture, room);
  const along = (size: number, length: number, pages: number, n: number) =>
    pages === 1 ? 0 : -((size - length) / (pages - 1)) * Math.min(pages - 1, Math.max(0, n));
  return clamp(
    {
      scale: from.scale,
      left: along(picture.width * from.scale, room.width, columns, column),
      top: along(picture.height * from.scale, room.height, rows, row),
    },
    picture,
    room,
  );
}
