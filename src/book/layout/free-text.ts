// Frees text that a page would lose: what boxes cut off or lay over what follows, because type is larger here than where
// they were measured; lines that run over the page's edge; parts of the margin that all come to lie on the first page.

import type { Confined } from '../styles/confining-rules.ts';
import { lengthOf, roomFor } from './fit-wide.ts';

/** Elements of one kind; a chapter with more is no design. */
const most = 5000;
/** Selectors times elements that are held against each other: beyond that nobody designed anything. */
const mostMatched = 4_000_000;
/** Letters: less is a sign or an initial, whose box has to do with how it looks. */
const leastText = 40;
/** CSS pixels: what is smaller hides its text on purpose. */
const leastBox = 4;
/** A table that has to be smaller than this has its lines broken instead. */
const leastTable = 0.55;

type Change = () => void;

/** Where the pages lie in the window, whatever its frame is scrolled to. */
interface Pages {
  window: Window;
  /** The first one's left edge, as boxes are told. */
  left: number;
  vertical: boolean;
  /** They follow one another to the left. */
  leftward: boolean;
}

/** After layout, of a chapter that flows. */
export function freeText(body: HTMLElement, confined: Confined, vertical: boolean): void {
  const window = body.ownerDocument.defaultView;
  if (!window) return;
  const elements = body.getElementsByTagName('*').length;
  const all = (selector: string) =>
    elements * selector.split(',').length > mostMatched
      ? []
      : [...body.querySelectorAll<HTMLElement>(selector)].slice(0, most);
  // The frame is still scrolled to a page of the chapter before.
  const { left } = body.ownerDocument.documentElement.getBoundingClientRect();
  const leftward = !vertical && window.getComputedStyle(body).direction === 'rtl';
  const pages: Pages = { window, left, vertical, leftward };
  const changes: (Change | undefined)[] = [
    ...all(confined.placed).map((element) => setFree(element, pages, body)),
    ...all(confined.boxed).map((element) => openBox(element, window, vertical)),
    ...all(confined.unbroken).map((element) => breakLines(element, window, vertical)),
    ...(vertical ? [] : all(confined.outside).map((element) => bringIn(element, pages))),
  ];
  for (const change of changes) change?.();
}

/** What stands beside its line, and is placed on the whole page, floats beside that line. */
function setFree(element: HTMLElement, pages: Pages, body: HTMLElement): Change | undefined {
  const { window } = pages;
  const { offsetParent } = element;
  if (offsetParent && offsetParent !== body) return undefined;
  const { position } = window.getComputedStyle(element);
  if (position !== 'absolute' && position !== 'fixed') return undefined;
  const said = element.computedStyleMap();
  if (['top', 'bottom'].some((side) => said.get(side)?.toString() !== 'auto')) return undefined;
  const { left, width, height } = element.getBoundingClientRect();
  const at = left - pages.left;
  const isPlaced = said.get('left')?.toString() !== 'auto';
  if (isOutOfSight(at, width, pages, isPlaced) || width < leastBox || height < leastBox) return undefined;
  const page = window.innerWidth;
  const side = at + width / 2 - pageEdge(at + width / 2, page) > page / 2 ? 'right' : 'left';
  return () => {
    element.style.setProperty('position', 'static', 'important');
    element.style.setProperty('float', side, 'important');
    element.style.setProperty(side === 'right' ? 'margin-left' : 'margin-right', '0.6em');
  };
}

/**
 * On purpose: it is for those who listen. What lies on a later page is none of it, unless the book says itself that it lies
 * so far to the left (`isPlaced`), where it means no page.
 */
function isOutOfSight(at: number, width: number, { window, vertical, leftward }: Pages, isPlaced: boolean): boolean {
  const page = window.innerWidth;
  const fromRight = page - at - width;
  const either = vertical || (leftward && isPlaced);
  const before = either ? Math.min(at, fromRight) : leftward ? fromRight : at;
  return before < -page / 2;
}

/** Left edge of the page that a place lies on. */
function pageEdge(place: number, page: number): number {
  return Math.floor(place / page) * page;
}

/** A box that holds more than it shows grows; one that pages cannot divide, and is longer than one, is divided. */
function openBox(element: HTMLElement, window: Window, vertical: boolean): Change | undefined {
  const [held, shown] = vertical
    ? [element.scrollWidth, element.clientWidth]
    : [element.scrollHeight, element.clientHeight];
  const across = vertical ? element.clientHeight : element.clientWidth;
  if (shown < leastBox || across < leastBox) return undefined;
  const page = vertical ? window.innerWidth : window.innerHeight;
  const { display, position } = window.getComputedStyle(element);
  const whole = display.startsWith('inline-') && Math.max(held, shown) > page / 2;
  if ((held <= shown + 1 && !whole) || !holdsText(element)) return undefined;
  const [size, least, longest] = vertical
    ? (['width', 'min-width', 'max-width'] as const)
    : (['height', 'min-height', 'max-height'] as const);
  return () => {
    if (whole) element.style.setProperty('display', 'block', 'important');
    if (held <= shown + 1 || position === 'absolute') return;
    element.style.setProperty(size, 'auto', 'important');
    element.style.setProperty(longest, 'none', 'important');
    element.style.setProperty(least, `${shown}px`);
    element.style.setProperty('overflow', 'visible', 'important');
  };
}

/** All of the text of boxes within boxes would be gone through once for each. */
function holdsText(element: Element): boolean {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let letters = 0;
  while (letters < leastText && walker.nextNode()) letters += (walker.currentNode as Text).data.trim().length;
  return letters >= leastText;
}

function breakLines(element: HTMLElement, window: Window, vertical: boolean): Change | undefined {
  const table = element.closest<HTMLElement>('table');
  const room = roomFor(table ?? element, vertical, new Map());
  const inner = vertical ? element.scrollHeight : element.scrollWidth;
  const length = table ? lengthOf(table, vertical) * leastTable : Math.max(lengthOf(element, vertical), inner);
  if (room <= 0 || length <= room + 1) return undefined;
  const { whiteSpace } = window.getComputedStyle(element);
  return () => {
    const kept = whiteSpace.startsWith('pre');
    element.style.setProperty('white-space', kept ? 'pre-wrap' : 'normal', 'important');
  };
}

/** What reaches over the page's edge begins where the text around it does. */
function bringIn(element: HTMLElement, pages: Pages): Change | undefined {
  const { window } = pages;
  const own = element.getClientRects()[0];
  if (!own || own.width === 0) return undefined;
  const { marginLeft, marginRight, textIndent, paddingLeft, paddingRight, direction } =
    window.getComputedStyle(element);
  const length = (said: string) => Number.parseFloat(said) || 0;
  const page = window.innerWidth;
  // Text begins on the page that it stands in, wherever its first letter is.
  const left = pages.left + pageEdge(own.left + own.width / 2 - pages.left, page);
  const hanging = Math.max(0, -length(textIndent));
  const cut =
    direction === 'rtl'
      ? own.right <= left + page && own.right - length(paddingRight) + hanging > left + page
      : own.left >= left && own.left + length(paddingLeft) - hanging < left;
  const tooFar = [
    own.left < left && length(marginLeft) < 0 && 'margin-left',
    own.right > left + page && length(marginRight) < 0 && 'margin-right',
    cut && hanging > 0 && 'text-indent',
  ].filter((name) => name !== false);
  if (tooFar.length === 0) return undefined;
  return () => {
    for (const name of tooFar) element.style.setProperty(name, '0', 'important');
  };
}
