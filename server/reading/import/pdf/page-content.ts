// What stands on a page: pieces of text and pictures with their places, measured from the upper left corner in points.

import { lettersOf } from './letters.ts';
import { drawingSteps, type Pdf, type PdfPage } from './open-pdf.ts';
import { type RawPicture, readRawPictures } from './page-picture.ts';
import { addRules, type PageRules } from './page-rules.ts';
import { turnVertical } from './vertical.ts';

/** Drawings made of letters have more. */
const mostPieces = 50_000;

export interface TableText {
  rows: string[][];
  /** The first row names the columns. */
  hasHead: boolean;
}

export interface TextPiece {
  text: string;
  x: number;
  /** The line that the letters stand on. */
  y: number;
  /** In the direction of writing. */
  width: number;
  /** Of the letters. */
  size: number;
  bold: boolean;
  italic: boolean;
  rightToLeft: boolean;
  topToBottom: boolean;
  /** Of a piece that stands for a whole table. */
  table?: TableText;
}

export interface PlacedPicture {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Absent where it was not asked for, or cannot be read. */
  pixels?: RawPicture;
}

export interface PageContent {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  pieces: TextPiece[];
  pictures: PlacedPicture[];
  /** Lines that are drawn; none are told of pages of vertical text. */
  rules: PageRules;
}

/** A picture by the name that the drawing has for it. */
interface Place {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** Pixels are read of pictures at least as large as `leastSide` points; none without it. */
export async function readPageContent(pdf: Pdf, number: number, leastSide?: number): Promise<PageContent> {
  const page = await pdf.getPage(number);
  try {
    const viewport = page.getViewport({ scale: 1 });
    const { width, height } = viewport;
    const view = viewport.transform as unknown as Matrix;
    // Loads the fonts as well, whose names say what is bold.
    const { places, rules } = await readDrawing(page, view);
    const isShown = ({ width, height }: Place) => leastSide !== undefined && Math.min(width, height) >= leastSide;
    // The library gives pictures other names once the page is cleaned up.
    const raw = places.some(isShown) ? await readRawPictures(pdf, number) : new Map<string, RawPicture>();
    const pictures = places.map(({ key, ...place }) => {
      const pixels = raw.get(key);
      return pixels ? { ...place, pixels } : place;
    });
    const { pieces, sideways } = await readPieces(page, view);
    const isOnPage = ({ x, y }: { x: number; y: number }) => x < width && y > 0 && y < height + 20 && x > -width;
    const content = { number, width, height, pieces: pieces.filter(isOnPage), pictures, rules };
    return turnVertical(content, sideways.filter(isOnPage));
  } finally {
    page.cleanup();
  }
}

interface TextItem {
  str: string;
  dir: string;
  width: number;
  height: number;
  transform: Matrix;
  fontName: string;
}

interface Pieces {
  pieces: TextPiece[];
  /** Turned clockwise: Latin words in a vertical column, labels elsewhere. */
  sideways: TextPiece[];
}

async function readPieces(page: PdfPage, view: Matrix): Promise<Pieces> {
  const { items } = (await page.getTextContent()) as unknown as { items: (TextItem | { type: string })[] };
  const styles = new Map<string, { bold: boolean; italic: boolean }>();
  const pieces: TextPiece[] = [];
  const sideways: TextPiece[] = [];
  for (const item of items.slice(0, mostPieces)) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const placed = multiply(view, item.transform);
    const size = Math.hypot(placed[2], placed[3]);
    // Text that is turned otherwise is no part of what is read from top to bottom.
    const isSideways = placed[1] > 4 * Math.abs(placed[0]);
    if (!(size > 0) || (!isSideways && Math.abs(placed[1]) > Math.abs(placed[0]) / 4)) continue;
    const style = styles.get(item.fontName) ?? styleOf(page, item.fontName);
    styles.set(item.fontName, style);
    const text = lettersOf(item.str);
    const width = item.dir === 'ttb' ? item.height : item.width;
    const direction = { rightToLeft: item.dir === 'rtl', topToBottom: isSideways || item.dir === 'ttb' };
    const piece = { text, x: placed[4], y: placed[5], width, size, ...style, ...direction };
    (isSideways ? sideways : pieces).push(piece);
  }
  return { pieces, sideways };
}

function styleOf(page: PdfPage, fontName: string): { bold: boolean; italic: boolean } {
  if (!page.commonObjs.has(fontName)) return { bold: false, italic: false };
  const font = page.commonObjs.get(fontName) as { name?: string; bold?: boolean; black?: boolean; italic?: boolean };
  const name = font.name ?? '';
  return {
    bold: font.bold === true || font.black === true || /bold|black|heavy|semibold/i.test(name),
    italic: font.italic === true || /italic|oblique/i.test(name),
  };
}

/** Follows the drawing far enough to know where its pictures and lines are. */
async function readDrawing(page: PdfPage, view: Matrix): Promise<{ places: Place[]; rules: PageRules }> {
  const steps = await drawingSteps();
  const { fnArray, argsArray } = await page.getOperatorList();
  const places: Place[] = [];
  const rules: PageRules = { across: [], down: [] };
  const kept: Matrix[] = [];
  let current = view;
  for (const [index, step] of fnArray.entries()) {
    const args = argsArray[index] as unknown[] | null;
    if (step === steps.save) kept.push(current);
    else if (step === steps.restore || step === steps.paintFormXObjectEnd) current = kept.pop() ?? view;
    else if (step === steps.transform) current = multiply(current, args as unknown as Matrix);
    else if (step === steps.paintFormXObjectBegin) {
      kept.push(current);
      const [matrix] = (args ?? []) as [Matrix | null];
      if (matrix) current = multiply(current, matrix);
    } else if (step === steps.paintImageXObject) {
      const [key] = (args ?? []) as [string];
      places.push({ key, ...boxOf(current) });
    } else if (step === steps.constructPath) {
      const [paint, [path] = []] = (args ?? []) as [number, [ArrayLike<number> | null]?];
      // A path that only clips is not seen.
      if (path && paint !== steps.endPath) addRules(rules, path, current);
    }
  }
  return { places, rules };
}

/** A picture is drawn into the unit square. */
function boxOf(matrix: Matrix): Omit<Place, 'key'> {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([x = 0, y = 0]) => [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]) as [
    number,
    number,
  ][];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}
