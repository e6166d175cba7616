// Makes tables and formulas as narrow as their column: what sticks out would be printed over the page beside it. They
// shrink as far as they can still be read; what is too wide even then has its lines broken wherever they have to be.
// Formulas are not divided between pages either: higher ones than a page lose what is beyond its foot.

import { fitLonePicture } from '../preparing/lone-picture.ts';
import { dropLonePageMark } from './drop-page-mark.ts';
import { fitLists } from './fit-lists.ts';

/** Smaller than this nobody reads; the full view of a table is for that. */
const least = 0.55;
/** The lines of a formula cannot be broken: cut off it would say something else, and its full view is there for reading. */
const leastFormula = 0.25;

interface Wide {
  element: HTMLElement;
  share: number;
}

/** After layout; `true` when something has changed its size. */
export function fitWide(body: HTMLElement, vertical: boolean): boolean {
  dropLonePageMark(body, vertical);
  fitLists(body);
  fitLonePicture(body);
  const outer = [...body.querySelectorAll<HTMLElement>('table, math')].filter(
    (element) => !element.parentElement?.closest('table, math'),
  );
  const wide = findLarge(outer, body, vertical);
  for (const { element, share } of wide) {
    if (element.localName === 'math') fitFormula(element, share);
    else fitTable(element, share, vertical);
  }
  // A table that fits may have columns that its formulas stick out of.
  const inCells = [...body.querySelectorAll<HTMLElement>(':is(td, th) math')];
  const largeInCells = findLarge(inCells, body, vertical);
  for (const { element, share } of largeInCells) fitFormula(element, share);
  return wide.length + largeInCells.length > 0;
}

/** Each with the smaller share of its length and its height that there is room for. */
function findLarge(elements: readonly HTMLElement[], body: HTMLElement, vertical: boolean): Wide[] {
  const found = findWide(elements, vertical);
  for (const high of findHigh(elements, body, vertical)) {
    const known = found.find(({ element }) => element === high.element);
    if (known) known.share = Math.min(known.share, high.share);
    else found.push(high);
  }
  return found;
}

/** `share`: of the size that it has, which need not be that of the text around it. */
function fitFormula(formula: HTMLElement, share: number): void {
  const around = formula.parentElement ?? formula;
  const scale = Math.max(leastFormula, Math.floor((share * fontSize(formula) * 100) / fontSize(around)) / 100);
  formula.style.setProperty('font-size', `${scale}em`, 'important');
}

function fontSize(element: Element): number {
  return Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? '') || 1;
}

/** `share`: of the size that it has, which the book may have zoomed. */
function fitTable(table: HTMLElement, share: number, vertical: boolean): void {
  const own = Number.parseFloat(table.ownerDocument.defaultView?.getComputedStyle(table).zoom ?? '') || 1;
  table.style.setProperty('zoom', String(Math.max(least, Math.floor(share * own * 100) / 100)));
  if (share * own >= least) return;
  table.style.setProperty('overflow-wrap', 'anywhere');
  table.style.setProperty('word-break', 'break-all');
  table.style.setProperty(vertical ? 'max-height' : 'max-width', '100%');
}

function findWide(elements: readonly HTMLElement[], vertical: boolean): Wide[] {
  const rooms = new Map<Element, number>();
  return elements.flatMap((element) => {
    const room = roomFor(element, vertical, rooms);
    const length = lengthOf(element, vertical);
    return room > 0 && length > room + 1 ? [{ element, share: room / length }] : [];
  });
}

/** Formulas that are higher than a page; in vertical writing, wider. */
function findHigh(elements: readonly HTMLElement[], body: HTMLElement, vertical: boolean): Wide[] {
  const formulas = elements.filter(({ localName }) => localName === 'math');
  if (formulas.length === 0) return [];
  const room = innerLength(body, vertical ? body.clientWidth : body.clientHeight, !vertical);
  return formulas.flatMap((element) => {
    const length = lengthOf(element, !vertical);
    return room > 0 && length > room + 1 ? [{ element, share: room / length }] : [];
  });
}

/** Of a table, a formula or a block, as far as it reaches. */
export function lengthOf(element: HTMLElement, vertical: boolean): number {
  // One box for each page that it stands on.
  const length = Math.max(0, ...[...element.getClientRects()].map((box) => (vertical ? box.height : box.width)));
  if (element.localName !== 'math') return length;
  // One that is a block is as wide as its column, whatever sticks out of it.
  return Math.max(length, (vertical ? element.scrollHeight : element.scrollWidth) * element.currentCSSZoom);
}

/** The measure of the block that it stands in. `rooms`: those that are known. */
export function roomFor(element: Element, vertical: boolean, rooms: Map<Element, number>): number {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const known = rooms.get(at);
    if (known !== undefined) return known;
    const length = vertical ? at.clientHeight : at.clientWidth;
    // What flows in a line has no measure of its own.
    if (length === 0 && at.localName !== 'body') continue;
    const room = at.localName === 'body' ? columnLength(at) : innerLength(at, length, vertical);
    rooms.set(at, room);
    return room;
  }
  return 0;
}

/** In the page's pixels, as boxes are told, whatever the block or a table around it is zoomed by. */
function innerLength(block: Element, length: number, vertical: boolean): number {
  const style = block.ownerDocument.defaultView?.getComputedStyle(block);
  const sides = vertical ? (['paddingTop', 'paddingBottom'] as const) : (['paddingLeft', 'paddingRight'] as const);
  const padding = sides.reduce((sum, side) => sum + (Number.parseFloat(style?.[side] ?? '') || 0), 0);
  return (length - padding) * block.currentCSSZoom;
}

function columnLength(body: Element): number {
  return Number.parseFloat(body.ownerDocument.defaultView?.getComputedStyle(body).columnWidth ?? '') || 0;
}
