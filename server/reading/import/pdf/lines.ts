// Joins pieces of text that stand beside each other into lines. Pure.

import type { TableText, TextPiece } from './page-content.ts';

export interface Line {
  text: string;
  left: number;
  right: number;
  /** Where the letters stand. */
  base: number;
  /** Of most of its letters. */
  size: number;
  bold: boolean;
  italic: boolean;
  rightToLeft: boolean;
  /** It is a whole table, beginning here. */
  table?: TableText;
}

/** Pieces whose letters stand this close are on one line, in sizes. */
const sameLine = 0.45;
/** A gap this wide is a space, in sizes. */
const spaceWidth = 0.18;

/** From top to bottom. */
export function linesOf(pieces: readonly TextPiece[]): Line[] {
  const rows: TextPiece[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    // Raised and lowered letters belong to the line beside them.
    const isTable = piece.table !== undefined || first?.table !== undefined;
    if (row && first && !isTable && Math.abs(piece.y - rowBase(row)) < sameLine * Math.max(piece.size, first.size))
      row.push(piece);
    else rows.push([piece]);
  }
  return rows.map(lineOf).filter((line) => line.text !== '');
}

/** Where most of the row's letters stand. */
function rowBase(row: readonly TextPiece[]): number {
  return largestOf(row).y;
}

function largestOf(row: readonly TextPiece[]): TextPiece {
  return row.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
}

const weightOf = (piece: TextPiece) => piece.text.length * piece.size;

function lineOf(row: readonly TextPiece[]): Line {
  const rightToLeft = row.filter((piece) => piece.rightToLeft).length * 2 > row.length;
  const ordered = row.toSorted((a, b) => (rightToLeft ? b.x - a.x : a.x - b.x));
  let text = '';
  let before: TextPiece | undefined;
  for (const piece of ordered) {
    if (before && !/\s$/.test(text) && !/^\s/.test(piece.text) && isApart(before, piece)) text += ' ';
    text += piece.text;
    before = piece;
  }
  const main = largestOf(row);
  const share = (has: (piece: TextPiece) => boolean) => {
    const letters = row.filter(has).reduce((sum, piece) => sum + piece.text.length, 0);
    return letters * 2 > row.reduce((sum, piece) => sum + piece.text.length, 0);
  };
  return {
    text: text.replaceAll(/\s+/g, ' ').trim(),
    left: Math.min(...row.map((piece) => piece.x)),
    right: Math.max(...row.map((piece) => piece.x + piece.width)),
    base: main.y,
    size: main.size,
    bold: share((piece) => piece.bold),
    italic: share((piece) => piece.italic),
    rightToLeft,
    ...(main.table ? { table: main.table } : {}),
  };
}

function isApart(a: TextPiece, b: TextPiece): boolean {
  const gap = Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width));
  return gap > spaceWidth * Math.min(a.size, b.size);
}
