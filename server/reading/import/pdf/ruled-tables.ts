// Finds tables that are drawn with lines: between two lines across stands a row, whatever its cells wrap to; lines down, or
// the white stripes that all rows have in common, part the columns. Frames around text are left as they are. Pure.

import { type Line, linesOf } from './lines.ts';
import type { TextPiece } from './page-content.ts';
import { type AcrossRule, type DownRule, joinedRules, type PageRules } from './page-rules.ts';
import { isProse } from './prose.ts';
import { isHead, tablePiece, textOfCell } from './table-piece.ts';

export interface Found {
  tables: TextPiece[];
  rest: TextPiece[];
}

/** Points that ends of lines may differ by. */
const near = 4;
/** A white stripe this wide parts columns, in sizes. */
const stripe = 0.8;
/** Longer cells are columns of a page with lines between them. */
const mostLetters = 600;
/** Lines of a column that is not one of a table. */
const fewestProse = 4;

/** The lines of a table that are equally long, from top to bottom. */
interface Ladder {
  left: number;
  right: number;
  ys: number[];
}

export function ruledTables(pieces: readonly TextPiece[], rules: PageRules): Found {
  const { across, down } = joinedRules(rules);
  let rest = [...pieces];
  const tables: TextPiece[] = [];
  for (const ladder of laddersOf(across)) {
    for (const ys of runsOf(ladder, down, rest)) {
      const rows = rowsOf({ ...ladder, ys }, down, rest);
      if (!rows) continue;
      tables.push(tablePiece({ rows, hasHead: isHead(rows) }));
      const within = new Set(rows.flat(2));
      rest = rest.filter((piece) => !within.has(piece));
    }
  }
  return { tables, rest };
}

function laddersOf(across: readonly AcrossRule[]): Ladder[] {
  const ladders: Ladder[] = [];
  for (const { left, right, y } of across) {
    const ladder = ladders.find((each) => Math.abs(each.left - left) < near && Math.abs(each.right - right) < near);
    if (!ladder) ladders.push({ left, right, ys: [y] });
    else if (y - (ladder.ys.at(-1) as number) > near) ladder.ys.push(y);
  }
  return ladders.filter(({ ys }) => ys.length > 2);
}

/** Tables of one width that follow each other: they end where a band has no line down although others have one. */
function runsOf(ladder: Ladder, down: readonly DownRule[], pieces: readonly TextPiece[]): number[][] {
  const isGrid = (n: number) => insideLines(ladder, down, n).length > 0;
  const bands = ladder.ys.slice(1).map((_, n) => n);
  if (!bands.some(isGrid)) return [ladder.ys];
  const runs: number[][] = [];
  const run: number[] = [];
  for (const n of bands) {
    const isOpen = isGrid(n) && piecesIn(ladder, n, pieces).length > 0;
    if (isOpen && run.length === 0) run.push(ladder.ys[n] as number);
    if (isOpen) run.push(ladder.ys[n + 1] as number);
    else if (run.length > 0) runs.push(run.splice(0));
  }
  if (run.length > 0) runs.push(run);
  return runs.filter((ys) => ys.length > 2);
}

/** Lines down that go through a band, its sides not among them. */
function insideLines({ left, right, ys }: Ladder, down: readonly DownRule[], band: number): number[] {
  const [top = 0, bottom = 0] = [ys[band], ys[band + 1]];
  return down
    .filter((rule) => rule.x > left + 2 * near && rule.x < right - 2 * near)
    .filter((rule) => rule.top < top + near && rule.bottom > bottom - near)
    .map((rule) => rule.x);
}

/** Letters stand on their line, above the rule below them. */
function piecesIn({ left, right, ys }: Ladder, band: number, pieces: readonly TextPiece[]): TextPiece[] {
  const [top = 0, bottom = 0] = [ys[band], ys[band + 1]];
  return pieces.filter((piece) => {
    const middle = piece.x + piece.width / 2;
    const height = piece.y - piece.size * 0.3;
    return middle > left && middle < right && height > top && height < bottom;
  });
}

/** Undefined for what is no table. */
function rowsOf(ladder: Ladder, down: readonly DownRule[], pieces: readonly TextPiece[]): TextPiece[][][] | undefined {
  const bands = ladder.ys.slice(1).map((_, n) => piecesIn(ladder, n, pieces));
  const inside = bands.flatMap((_, n) => insideLines(ladder, down, n));
  const edges = inside.length > 0 ? distinct(inside) : stripesOf(bands.flat());
  if (edges.length === 0) return undefined;
  const cut = (band: readonly TextPiece[]) => {
    const column = (piece: TextPiece) => edges.filter((edge) => piece.x + piece.width / 2 > edge).length;
    return Array.from({ length: edges.length + 1 }, (_, n) => band.filter((piece) => column(piece) === n));
  };
  // Lines above and below its head and at its end: every line of the body that begins at the left is a row.
  const isOpen = inside.length === 0 && bands.length === 2;
  const rows = isOpen ? [cut(bands[0] ?? []), ...linesOfBody(cut(bands[1] ?? []))] : bands.map(cut);
  const full = rows.filter((cells) => cells.some((cell) => cell.length > 0));
  return isTable(full, inside.length > 0) ? full : undefined;
}

function distinct(places: readonly number[]): number[] {
  const sorted = places.toSorted((a, b) => a - b);
  return sorted.filter((place, n) => n === 0 || place - (sorted[n - 1] as number) > near);
}

/** The middles of the white stripes that go through all pieces. */
function stripesOf(pieces: readonly TextPiece[]): number[] {
  const stripes: number[] = [];
  let right = Number.POSITIVE_INFINITY;
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    if (piece.x - right > stripe * piece.size) stripes.push((piece.x + right) / 2);
    right = right === Number.POSITIVE_INFINITY ? piece.x + piece.width : Math.max(right, piece.x + piece.width);
  }
  return stripes;
}

function linesOfBody(columns: readonly TextPiece[][]): TextPiece[][][] {
  const starts = distinctLines(columns[0] ?? []);
  if (starts.length === 0) return [columns.map((cell) => [...cell])];
  return starts.map((start, n) => {
    const isIn = ({ y, size }: TextPiece) =>
      (n === 0 || y > start - size / 2) && y < (starts[n + 1] ?? Number.POSITIVE_INFINITY) - size / 2;
    return columns.map((column) => column.filter(isIn));
  });
}

function distinctLines(pieces: readonly TextPiece[]): number[] {
  const lines: number[] = [];
  for (const { y, size } of pieces.toSorted((a, b) => a.y - b.y)) {
    if (lines.length === 0 || y - (lines.at(-1) as number) > size / 2) lines.push(y);
  }
  return lines;
}

function isTable(rows: readonly TextPiece[][][], isGrid: boolean): boolean {
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  if (rows.length < 2 || columns < 2) return false;
  const texts = rows.map((cells) => cells.map(textOfCell));
  if (texts.flat().some((text) => text.length > mostLetters)) return false;
  const filled = texts.flat().filter((text) => text !== '').length;
  if (filled < 3 || texts.some((row) => row.every((text) => text === ''))) return false;
  if (isGrid) return true;
  const bodies = Array.from({ length: columns }, (_, n) => rows.slice(1).flatMap((cells) => cells[n] ?? []));
  const prose = bodies.map(linesOf).filter((lines) => lines.length >= fewestProse && isProse(lines.map(stretchOf)));
  return prose.length < 2;
}

const stretchOf = ({ left, right, text }: Line) => ({ left, right, letters: text.length });
