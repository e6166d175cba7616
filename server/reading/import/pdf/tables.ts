// Finds tables on a page: rows of cells that stand below each other with the same white stripes between them. What might
// as well be columns of text, or a list, is left as it is. Pure.

import type { TextPiece } from './page-content.ts';

/** A gap this wide parts cells, in sizes. */
const cellGap = 1;
/** Pieces whose letters stand this close are in one row, in sizes. */
const sameRow = 0.45;
/** Fewer may stand so by chance. */
const fewestRows = 3;
/** Lines that are skipped to find where a table begins. */
const mostTitles = 2;
/** Rows further apart belong to no one table, in sizes. */
const furthestRow = 4;
/** Cells of text that fill their column are lines of a text in columns. */
const filled = 0.8;
const proseLetters = 18;

interface Cell {
  left: number;
  right: number;
  pieces: TextPiece[];
}

interface Row {
  base: number;
  size: number;
  cells: Cell[];
}

/** The pieces with each table in the place of its own; such a piece has the words of all cells as well. */
export function withTables(pieces: readonly TextPiece[]): TextPiece[] {
  const rows = rowsOf(pieces);
  const tables: Row[][] = [];
  let tried = 0;
  for (let from = 0; from < rows.length; ) {
    const run = runFrom(rows, from);
    if (isTable(run)) tables.push(run);
    // A line above a table may look like its first row; a page of thousands of rows is not gone through for each.
    const isLeft = isTable(run) || tried >= mostTitles;
    tried = isLeft ? 0 : tried + 1;
    from += isLeft ? run.length : 1;
  }
  if (tables.length === 0) return [...pieces];
  const within = new Set(tables.flatMap((run) => run.flatMap((row) => row.cells.flatMap((cell) => cell.pieces))));
  return [...pieces.filter((piece) => !within.has(piece)), ...tables.map(tablePiece)];
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
    return { base: group[0]?.y ?? 0, size, cells: cellsOf(group, size) };
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

/** Rows of as many cells, each below its own column and beside no other. */
function runFrom(rows: readonly Row[], from: number): Row[] {
  const first = rows[from] as Row;
  const run = [first];
  const columns = first.cells.map(({ left, right }) => ({ left, right }));
  for (let n = from + 1; n < rows.length; n++) {
    const row = rows[n] as Row;
    const before = run.at(-1) as Row;
    if (row.cells.length !== columns.length || row.base - before.base > furthestRow * before.size) break;
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
    run.push(row);
  }
  return run;
}

function isTable(run: readonly Row[]): boolean {
  const [first] = run;
  const count = first?.cells.length ?? 0;
  if (!first || count < 2 || run.length < fewestRows) return false;
  const hasHead = isHeadOf(run);
  // Names of columns stand as they like.
  const body = hasHead ? run.slice(1) : run;
  const columns = Array.from({ length: count }, (_, n) => body.map((row) => row.cells[n] as Cell));
  if (columns[0]?.every((cell) => isMarker(textOf(cell)))) return false;
  if (!columns.slice(1).every((cells) => isAligned(cells, first.size))) return false;
  if (columns.filter(isProse).length > 1) return false;
  // Two columns alike are an index, or verse.
  return count > 2 || hasHead || columns.some(isNumbers);
}

/** The first row alone is bold. */
function isHeadOf([first, ...others]: readonly Row[]): boolean {
  const isBold = (row: Row | undefined) =>
    row?.cells.every((cell) => cell.pieces.every((piece) => piece.bold)) === true;
  return isBold(first) && !others.every(isBold);
}

/** Words of a justified text stand apart too, but not below each other. */
function isAligned(cells: readonly Cell[], size: number): boolean {
  const isSame = (places: readonly number[]) => Math.max(...places) - Math.min(...places) < 0.4 * size;
  if (isSame(cells.map(({ left }) => left)) || isSame(cells.map(({ left, right }) => left + right))) return true;
  return isNumbers(cells) && isSame(cells.map(({ right }) => right));
}

const isNumbers = (cells: readonly Cell[]) =>
  cells.filter((cell) => /^\D{0,3}\d/.test(textOf(cell))).length * 10 >= cells.length * 7;

const isMarker = (text: string) => /^(?:[•▪‣◦●○*·–—-]|[([]?(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})[.)、\]])$/u.test(text);

function isProse(cells: readonly Cell[]): boolean {
  const width = Math.max(...cells.map(({ right }) => right)) - Math.min(...cells.map(({ left }) => left));
  const share = cells.reduce((sum, { left, right }) => sum + right - left, 0) / (cells.length * width);
  const letters = cells.reduce((sum, cell) => sum + textOf(cell).length, 0) / cells.length;
  return share > filled && letters > proseLetters;
}

const textOf = ({ pieces }: Cell) => {
  const words = pieces.map((piece, n) => {
    const before = pieces[n - 1];
    const isGap = before !== undefined && piece.x - before.x - before.width > 0.18 * piece.size;
    return isGap ? ` ${piece.text}` : piece.text;
  });
  return words.join('').replaceAll(/\s+/g, ' ').trim();
};

/** It stands where its first row does. */
function tablePiece(run: readonly Row[]): TextPiece {
  const cells = run.flatMap((row) => row.cells);
  const all = cells.flatMap((cell) => cell.pieces);
  const [first] = all as [TextPiece, ...TextPiece[]];
  const left = Math.min(...cells.map((cell) => cell.left));
  const isRightToLeft = all.filter((piece) => piece.rightToLeft).length * 2 > all.length;
  const rows = run.map((row) => (isRightToLeft ? row.cells.toReversed() : row.cells).map(textOf));
  return {
    ...first,
    text: rows.flat().join(' '),
    x: left,
    y: run[0]?.base ?? 0,
    width: Math.max(...cells.map((cell) => cell.right)) - left,
    bold: false,
    italic: false,
    rightToLeft: isRightToLeft,
    table: { rows, hasHead: isHeadOf(run) },
  };
}
