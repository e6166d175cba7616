// Finds the order in which the parts of a page are read: columns one after the other, headings across them where they
// stand. Cuts the page along white stripes, first upright ones, then level ones. Pure.

import type { TextPiece } from './page-content.ts';

/** A stripe between columns is at least so wide, in sizes of letters. */
const gutter = 1;
/** Beside a stripe stand at least so many lines on either side; otherwise it is a gap in a line. */
const fewestLines = 3;
/** A level stripe that parts blocks is at least so high, in sizes. */
const blockGap = 1.1;
/** Letters of a heading are larger by so much. */
const larger = 1.15;
const deepest = 24;

interface Group {
  pieces: TextPiece[];
  /** It has another beside it. */
  isColumn: boolean;
}

/** Groups of pieces, each read from top to bottom before the next. */
export function inReadingOrder(pieces: readonly TextPiece[]): TextPiece[][] {
  return cut([...pieces], 0).map((group) => group.pieces);
}

function cut(pieces: TextPiece[], depth: number): Group[] {
  if (pieces.length < 2 || depth > deepest) return pieces.length > 0 ? [{ pieces, isColumn: false }] : [];
  const size = medianSize(pieces);
  const upright = widestGap(pieces, left, right, gutter * size);
  if (upright !== undefined) {
    const [one, other] = part(pieces, (piece) => left(piece) < upright);
    if (linesIn(one) >= fewestLines && linesIn(other) >= fewestLines && overlap(one, other)) {
      const title = titleBelow(one, other, size) ?? titleBelow(other, one, size);
      if (title !== undefined) {
        const [above, below] = part(pieces, (piece) => top(piece) < title);
        return [...cut(above, depth + 1), ...cut(below, depth + 1)];
      }
      const isRightToLeft = pieces.filter((piece) => piece.rightToLeft).length * 2 > pieces.length;
      const columns = isRightToLeft ? [other, one] : [one, other];
      return columns.flatMap((column) => cut(column, depth + 1).map((group) => ({ ...group, isColumn: true })));
    }
  }
  const level = widestGap(pieces, top, bottom, blockGap * size);
  if (level === undefined) return [{ pieces, isColumn: false }];
  const [above, below] = part(pieces, (piece) => top(piece) < level);
  return joinColumns([...cut(above, depth + 1), ...cut(below, depth + 1)], size);
}

const left = (piece: TextPiece) => piece.x;
const right = (piece: TextPiece) => piece.x + piece.width;
const top = (piece: TextPiece) => piece.y - piece.size * 0.8;
const bottom = (piece: TextPiece) => piece.y + piece.size * 0.2;

/** The middle of the widest stripe that nothing crosses. */
function widestGap(
  pieces: readonly TextPiece[],
  from: (piece: TextPiece) => number,
  to: (piece: TextPiece) => number,
  least: number,
): number | undefined {
  let end = Number.NEGATIVE_INFINITY;
  let widest = least;
  let middle: number | undefined;
  for (const piece of pieces.toSorted((a, b) => from(a) - from(b))) {
    const gap = from(piece) - end;
    if (end !== Number.NEGATIVE_INFINITY && gap > widest) {
      widest = gap;
      middle = end + gap / 2;
    }
    end = Math.max(end, to(piece));
  }
  return middle;
}

function part(pieces: TextPiece[], isFirst: (piece: TextPiece) => boolean): [TextPiece[], TextPiece[]] {
  return [pieces.filter(isFirst), pieces.filter((piece) => !isFirst(piece))];
}

/** Columns stand beside each other; what stands above and below is no pair of columns. */
function overlap(one: readonly TextPiece[], other: readonly TextPiece[]): boolean {
  const extent = (list: readonly TextPiece[]) => [Math.min(...list.map(top)), Math.max(...list.map(bottom))] as const;
  const [a, b] = extent(one);
  const [c, d] = extent(other);
  return Math.min(b, d) - Math.max(a, c) > 0.3 * Math.min(b - a, d - c);
}

/** Where a short heading begins below both columns: it belongs to what follows, not to the column that it stands under. */
function titleBelow(column: readonly TextPiece[], beside: readonly TextPiece[], size: number): number | undefined {
  const end = Math.max(...beside.map(bottom));
  const titles = column.filter((piece) => piece.size > size * larger && top(piece) >= end);
  return titles.length > 0 ? Math.min(...titles.map(top)) : undefined;
}

function linesIn(pieces: readonly TextPiece[]): number {
  return new Set(pieces.map((piece) => Math.round(piece.y / (piece.size * 0.5)))).size;
}

/** Blocks of one column that a paragraph's gap parted belong together: what is a paragraph is decided elsewhere. */
function joinColumns(blocks: Group[], size: number): Group[] {
  const joined: Group[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    // Lines of a column are measured by its own edges, not by those of what spans the page above or below it.
    const isOne = before && !before.isColumn && !block.isColumn && sameColumn(before.pieces, block.pieces, size);
    if (isOne) before.pieces.push(...block.pieces);
    else joined.push(block);
  }
  return joined;
}

function sameColumn(a: readonly TextPiece[], b: readonly TextPiece[], size: number): boolean {
  const ends = (list: readonly TextPiece[]) => [Math.min(...list.map(left)), Math.max(...list.map(right))] as const;
  const [aLeft, aRight] = ends(a);
  const [bLeft, bRight] = ends(b);
  const below = Math.min(...b.map(top)) >= Math.max(...a.map(bottom)) - size;
  return below && Math.min(aRight, bRight) - Math.max(aLeft, bLeft) > 0.5 * Math.min(aRight - aLeft, bRight - bLeft);
}

function medianSize(pieces: readonly TextPiece[]): number {
  const sizes = pieces.map((piece) => piece.size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
}
