// A table in the place of the pieces of text that it is made of. Pure.

import { linesOf } from './lines.ts';
import type { TextPiece } from './page-content.ts';
import { joined } from './paragraphs.ts';

/** Lines of one cell read on as lines of a paragraph do. */
export function textOfCell(pieces: readonly TextPiece[]): string {
  return joined(linesOf(pieces).map((line) => line.text));
}

export interface TableCells {
  /** The pieces of each cell, row by row, from left to right; at least one piece in all. */
  rows: TextPiece[][][];
  hasHead: boolean;
}

/** It stands where its first row does, and has the words of all cells as well. */
export function tablePiece({ rows, hasHead }: TableCells): TextPiece {
  const all = rows.flat(2);
  const [first] = all as [TextPiece, ...TextPiece[]];
  const left = all.reduce((least, piece) => Math.min(least, piece.x), first.x);
  const right = all.reduce((most, piece) => Math.max(most, piece.x + piece.width), first.x);
  const isRightToLeft = all.filter((piece) => piece.rightToLeft).length * 2 > all.length;
  const texts = rows.map((cells) => (isRightToLeft ? cells.toReversed() : cells).map(textOfCell));
  return {
    ...first,
    text: texts.flat().join(' '),
    x: left,
    y: rows[0]?.flat()[0]?.y ?? first.y,
    width: right - left,
    bold: false,
    italic: false,
    rightToLeft: isRightToLeft,
    table: { rows: texts, hasHead },
  };
}

/** The first row alone is bold. */
export function isHead([first, ...others]: readonly TextPiece[][][]): boolean {
  const isBold = (cells: TextPiece[][] | undefined) => cells?.flat().every((piece) => piece.bold) === true;
  return isBold(first) && !others.every(isBold);
}
