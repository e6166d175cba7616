// Finds what is not empty margin of a page, in a small drawing of it. Dust of a scan is no content.

import type { PageSize } from '../styles/page-style.ts';
import type { Box } from './page-source.ts';

/** Pixels of the small drawing's width. */
export const sampleWidth = 200;
/** Greys that a pixel differs from the paper. */
const contrast = 40;
/** Of a row's or column's pixels that make it content, and how many at least. */
const leastShare = 0.006;
const leastPixels = 2;
/** Kept around what was found, of the page's width. */
const grace = 0.015;
/** Less than this of a side is not worth another layout. */
const leastMargin = 0.02;

/** The box of a page's content in the page's units; the whole page where it is empty. */
export function contentBox(picture: ImageData, size: PageSize): Box {
  const { width, height, data } = picture;
  const paper = paperOf(picture);
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.abs(greyAt(data, (y * width + x) * 4) - paper) < contrast) continue;
      rows[y] = (rows[y] ?? 0) + 1;
      columns[x] = (columns[x] ?? 0) + 1;
    }
  }
  const [top, bottom] = ends(rows, width);
  const [left, right] = ends(columns, height);
  if (bottom <= top || right <= left) return { x: 0, y: 0, ...size };
  const room = grace * size.width;
  const x = snapped(left / width, size.width, room);
  const y = snapped(top / height, size.height, room);
  const farX = size.width - snapped(1 - right / width, size.width, room);
  const farY = size.height - snapped(1 - bottom / height, size.height, room);
  return { x, y, width: farX - x, height: farY - y };
}

/** The smallest box around several. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function snapped(share: number, length: number, room: number): number {
  return share < leastMargin ? 0 : Math.max(0, share * length - room);
}

/** The commonest grey along the page's edges. */
function paperOf({ width, height, data }: ImageData): number {
  const counts = new Uint32Array(16);
  const count = (x: number, y: number) => {
    const step = greyAt(data, (y * width + x) * 4) >> 4;
    counts[step] = (counts[step] ?? 0) + 1;
  };
  for (let x = 0; x < width; x++) {
    count(x, 0);
    count(x, height - 1);
  }
  for (let y = 0; y < height; y++) {
    count(0, y);
    count(width - 1, y);
  }
  return counts.indexOf(Math.max(...counts)) * 16 + 8;
}

function greyAt(data: Uint8ClampedArray, at: number): number {
  return ((data[at] ?? 0) * 54 + (data[at + 1] ?? 0) * 183 + (data[at + 2] ?? 0) * 19) >> 8;
}

/** The first and the one after the last line with content. */
function ends(lines: Uint32Array, across: number): [number, number] {
  const least = Math.max(leastPixels, across * leastShare);
  const first = lines.findIndex((pixels) => pixels >= least);
  const last = lines.findLastIndex((pixels) => pixels >= least);
  return first < 0 ? [0, 0] : [first, last + 1];
}
