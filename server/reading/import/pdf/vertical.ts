// Pages of Chinese and Japanese that are written from top to bottom, columns from right to left: turned a quarter, so that
// columns become lines and everything after this reads them as lines. Pure.

import type { PageContent, TextPiece } from './page-content.ts';

/** A character stands next to the one before it when it is so far away at most, in sizes. */
const nearest = 0.5;
const furthest = 1.6;
/** Letters of a column are drawn so much above the line that they stand on, in sizes. */
const ascent = 0.88;
/** Letters that are turned stand so far inside their column. */
const descent = 0.2;
const fewest = 8;

/** `sideways`: pieces that are turned clockwise; they are read where they stand in a column. */
export function turnVertical(page: PageContent, sideways: readonly TextPiece[]): PageContent {
  if (!isVertical(page.pieces)) return page;
  const { width, height } = page;
  return {
    ...page,
    width: height,
    height: width,
    rules: { across: [], down: [] },
    pieces: [
      ...page.pieces.map((piece) => turned(piece, width)),
      ...sideways.map((piece) => turned({ ...piece, x: piece.x - piece.size * descent }, width)),
    ],
    pictures: page.pictures.map((picture) => ({
      ...picture,
      x: picture.y,
      y: width - picture.x - picture.width,
      width: picture.height,
      height: picture.width,
    })),
  };
}

function turned(piece: TextPiece, pageWidth: number): TextPiece {
  const top = piece.topToBottom ? piece.y : piece.y - piece.size * ascent;
  // A number laid across its column takes one character's place.
  const length = piece.topToBottom ? piece.width : piece.size;
  return { ...piece, x: top, y: pageWidth - piece.x, width: length };
}

/** Whether most characters stand below the one before them. Other scripts are never stacked. */
function isVertical(pieces: readonly TextPiece[]): boolean {
  let below = 0;
  let beside = 0;
  for (const [index, piece] of pieces.entries()) {
    const { length } = piece.text;
    const before = pieces[index - 1];
    if (piece.topToBottom) below += length;
    else if (length > 1) beside += length - 1;
    else if (before && isDense(piece.text) && isDense(before.text.slice(-1))) {
      if (isNext(piece.y - before.y, piece.x - before.x, piece.size)) below++;
      else if (isNext(piece.x - before.x - before.width + piece.size, piece.y - before.y, piece.size)) beside++;
    }
  }
  return below >= fewest && below > beside * 2;
}

function isNext(along: number, across: number, size: number): boolean {
  return Math.abs(across) < size * 0.3 && along > size * nearest && along < size * furthest;
}

const isDense = (text: string) => /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(text);
