// Finds tables on a page: rows of cells that stand below each other with the same white stripes between them. What might
// as well be columns of text, or a list, is left as it is. Tables that are drawn with lines are found by those. Pure.

import type { TextPiece } from './page-content.ts';
import type { PageRules } from './page-rules.ts';
import { isProse } from './prose.ts';
import { ruledTables } from './ruled-tables.ts';
import { isHead, tablePiece, textOfCell } from './table-piece.ts';

/** A gap this wide parts cells, in sizes. */
const cellGap = 1;
/** Pieces whose letters stand this close are in one row, in sizes. */
const sameRow = 0.45;
/** Fewer may stand so by chance, unless they are aligned to the point, or their columns have names. */
const fewestRows = 3;
/** Lines of one cell stand this close, in sizes. */
const nextLine = 1.5;
/** Lines that are skipped to find where a table begins. */
const mostTitles = 2;
/** Rows further apart belong to no one table, in sizes. */
const furthestRow = 4;

interface Cell {
  left: number;
  right: number;
  pieces: TextPiece[];
}

interface Row {
  base: number;
  size: number;
  cells: Cell[];
  /** Of its last line. */
  end: number;
}

/** The pieces with each table in the place of its own; such a piece has the words of all cells as well. */
export function withTables(pieces: readonly TextPiece[], rules: PageRules = { across: [], down: [] }): TextPiece[] {
  const { tables, rest } = ruledTables(pieces, rules);
  return [...withAlignedTables(rest), ...tables];
}

function withAlignedTables(pieces: readonly TextPiece[]): TextPiece[] {
  const rows = rowsOf(pieces);
  const tables: Row[][] = [];
  let tried = 0;
  for (let from = 0; from < rows.length; ) {
    const { run, lines } = runFrom(rows, from);
    const isFound = isTable(run);
    if (isFound) tables.push(run);
    // A line above a table may look like its first row; a page of thousands of rows is not gone through for each.
    const isLeft = isFound || tried >= mostTitles;
    tried = isLeft ? 0 : tried + 1;
    from += isLeft ? lines : 1;
  }
  if (tables.length === 0) return [...pieces];
  const within = new Set(tables.flatMap((run) => run.flatMap((row) => row.cells.flatMap((cell) => cell.pieces))));
  return [...pieces.filter((piece) => !within.has(piece)), ...tables.map(pieceOf)];
}

function pieceOf(run: readonly Row[]): TextPiece {
  const rows = run.map((row) => row.cells.map((cell) => cell.pieces));
  return tablePiece({ rows, hasHead: isHead(rows) });
}

function rowsOf(pieces: readonly TextPiece[]): Row[] {
  const groups: TextPiece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const first = groups.at(-1)?.[0];
    if (first && piece.y - first.y < sameRow * Math.max(piece.size, first.size)) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups.map((group) => {
    const size = Math.max(...group.map((piece) => piece.size));
    const base = group[0]?.y ?? 0;
    return { base, size, cells: cellsOf(group, size), end: base };
  });
}

function cellsOf(group: readonly TextPiece[], size: number): Cell[] {
  const cells: Cell[] = [];
  for (const piece of group.toSorted((a, b) => a.x - b.x)) {
    const before = cells.at(-1);
    const right = piece.x + piece.width;
    if (before && piece.x - before.right < cellGap * size) {
      before.pieces.push(piece);
      before.right = Math.max(before.right, right);
    } else cells.push({ left: piece.x, right, pieces: [piece] });
  }
  return cells;
}

/** Rows of as many cells, each below its own column and beside no other, and how many lines they take. */
function runFrom(rows: readonly Row[], from: number): { run: Row[]; lines: number } {
  const first = copyOf(rows[from] as Row);
  const run = [first];
  const columns = first.cells.map(({ left, right }) => ({ left, right }));
  let lines = 1;
  for (let n = from + 1; n < rows.length; n++, lines++) {
    const row = rows[n] as Row;
    const before = run.at(-1) as Row;
    if (goOn(before, row, columns)) continue;
    if (row.cells.length !== columns.length || row.base - before.end > furthestRow * before.size) break;
    const wider = columns.map((column, n) => ({
      left: Math.min(column.left, row.cells[n]?.left ?? 0),
      right: Math.max(column.right, row.cells[n]?.right ?? 0),
    }));
    const isApart = wider.every(
      (column, n) => n === 0 || column.left - (wider[n - 1]?.right ?? 0) > cellGap * 0.8 * row.size,
    );
    const isBelow = columns.every(({ left, right }, n) => {
      const cell = row.cells[n] as Cell;
      return Math.min(right, cell.right) - Math.max(left, cell.left) > 0;
    });
    if (!isApart || !isBelow) break;
    columns.splice(0, columns.length, ...wider);
    run.push(copyOf(row));
  }
  return { run, lines };
}

const copyOf = (row: Row): Row => ({
  ...row,
  cells: row.cells.map((cell) => ({ ...cell, pieces: [...cell.pieces] })),
});

interface Column {
  left: number;
  right: number;
}

/** Whether a line goes on with cells of the row above it, which then have it: nothing in the first column, close below. */
function goOn(before: Row, row: Row, columns: readonly Column[]): boolean {
  const size = Math.max(before.size, row.size);
  if (row.cells.length >= columns.length || row.base - before.end > nextLine * size) return false;
  const at = row.cells.map((cell) => columns.findIndex((column) => Math.abs(column.left - cell.left) < 0.6 * size));
  const isInside = row.cells.every((cell, n) => {
    const next = columns[(at[n] as number) + 1];
    return (at[n] as number) > 0 && (next === undefined || next.left - cell.right > cellGap * 0.8 * size);
  });
  if (!isInside || new Set(at).size < at.length) return false;
  for (const [n, cell] of row.cells.entries()) {
    before.cells[at[n] as number]?.pieces.push(...cell.pieces);
    const column = columns[at[n] as number] as Column;
    column.right = Math.max(column.right, cell.right);
  }
  before.end = row.base;
  return true;
}

function isTable(run: readonly Row[]): boolean {
  const [first] = run;
  const count = first?.cells.length ?? 0;
  if (!first || count < 2 || run.length < 2) return false;
  const hasHead = isHead(run.map((row) => row.cells.map((cell) => cell.pieces)));
  if (run.length < fewestRows && !isShortTable(run, hasHead)) return false;
  // Names of columns stand as they like.
  const body = hasHead ? run.slice(1) : run;
  const columns = Array.from({ length: count }, (_, n) => body.map((row) => row.cells[n] as Cell));
  if (columns[0]?.every((cell) => isMarker(textOf(cell)))) return false;
  if (!columns.slice(1).every((cells) => isAligned(cells, first.size))) return false;
  // Cells that go on below, where the first column has nothing, are no columns of text.
  const goesOn = run.some((row) => row.end > row.base);
  const [isFirstProse, ...others] = columns.map((cells) => isProse(cells.map(stretchOf)));
  if (isFirstProse ? others.some(Boolean) : others.filter(Boolean).length > 1 && !goesOn) return false;
  // Two columns alike are an index, or verse.
  return count > 2 || hasHead || columns.some(isNumbers);
}

/** Two rows: names above what they name, or numbers below numbers. */
function isShortTable(run: readonly Row[], hasHead: boolean): boolean {
  const [first, second] = run as [Row, Row];
  const columns = first.cells.map((cell, n) => [cell, second.cells[n] as Cell]);
  if (columns.length < 3 || second.base - first.end > 2.5 * first.size) return false;
  if (!columns.every((cells) => isAligned(cells, first.size) || isAlignedRight(cells, first.size))) return false;
  const below = columns.filter(([, cell]) => isNumbers([cell as Cell])).length;
  return hasHead ? below > 0 : columns.filter(isNumbers).length > 1;
}

const isAlignedRight = ([a, b]: readonly Cell[], size: number) =>
  a !== undefined && b !== undefined && Math.abs(a.right - b.right) < 0.4 * size;

/** Words of a justified text stand apart too, but not below each other. */
function isAligned(cells: readonly Cell[], size: number): boolean {
  const isSame = (places: readonly number[]) => Math.max(...places) - Math.min(...places) < 0.4 * size;
  if (isSame(cells.map(({ left }) => left)) || isSame(cells.map(({ left, right }) => left + right))) return true;
  return isNumbers(cells) && isSame(cells.map(({ right }) => right));
}

const isNumbers = (cells: readonly Cell[]) =>
  cells.filter((cell) => /^\D{0,3}\d/.test(textOf(cell))).length * 10 >= cells.length * 7;

const isMarker = (text: string) => /^(?:[•▪‣◦●○*·–—-]|[([]?(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})[.)、\]])$/u.test(text);

const textOf = ({ pieces }: Cell) => textOfCell(pieces);

const stretchOf = (cell: Cell) => ({ left: cell.left, right: cell.right, letters: textOf(cell).length });
