// What of a chapter can be looked at by itself: pictures, drawings, tables and formulas that stand alone. Reads
// documents only.

import type { BookPicture } from '../excerpt.ts';

const selector = 'img, svg, math, table, picture, object, canvas, video[poster]';
/** Smaller ones, in CSS pixels of both sides, are ornaments or letters. */
const smallest = 48;

/** In document order; what lies in another of them belongs to that one. */
export function picturesIn(body: Element): Element[] {
  return [...body.querySelectorAll(selector)].filter((element) => isWhole(element, body));
}

/** The one that an element belongs to. */
export function pictureAround(element: Element | null): Element | undefined {
  const body = element?.ownerDocument.body;
  if (!element || !body) return undefined;
  for (let at: Element | null = element; at && at !== body; at = at.parentElement) {
    if (at.matches(selector) && isWhole(at, body)) return at;
  }
  return undefined;
}

export function kindOf(element: Element): BookPicture['kind'] {
  if (element.localName === 'table') return 'table';
  return element.localName === 'math' ? 'formula' : 'picture';
}

/** Large enough, as it is laid out, to be looked at. */
export function isWorthSeeing(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && (width >= smallest || height >= smallest);
}

/** Wider than the text around it, or made smaller than it is to fit into that. */
export function isCutOff(element: Element): boolean {
  const { style } = element as HTMLElement;
  const parent = element.parentElement;
  const shrunk = kindOf(element) !== 'picture' && (style.zoom !== '' || style.getPropertyPriority('font-size') !== '');
  return shrunk || (parent !== null && element.getBoundingClientRect().width > parent.clientWidth + 2);
}

/** Some of it stands on the page that the frame shows. */
export function isSeen(element: Element, { clientWidth, clientHeight }: HTMLElement): boolean {
  return [...element.getClientRects()].some(
    ({ left, right, top, bottom }) => right > 1 && left < clientWidth - 1 && bottom > 1 && top < clientHeight - 1,
  );
}

export function captionOf(element: Element): string {
  const own = element.localName === 'table' ? element.querySelector('caption') : undefined;
  const figure = element.closest('figure')?.querySelector('figcaption');
  const said = [
    own?.textContent,
    figure?.textContent,
    element.getAttribute('alt'),
    element.getAttribute('alttext'),
    element.getAttribute('aria-label'),
    element.getAttribute('title'),
    [...element.children].find(({ localName }) => localName === 'title')?.textContent,
  ];
  return (said.find((text) => text?.trim()) ?? '').replace(/\s+/g, ' ').trim();
}

function isWhole(element: Element, body: Element): boolean {
  if (!counts(element)) return false;
  for (let at = element.parentElement; at && at !== body; at = at.parentElement) {
    if (at.matches(selector) && counts(at)) return false;
  }
  return true;
}

/** Tables of a few cells only put things side by side; formulas within a line are words of it. */
function counts(element: Element): boolean {
  if (element.localName === 'math') return element.getAttribute('display') === 'block' || standsAlone(element);
  return element.localName !== 'table' || element.querySelectorAll('td, th').length > 3;
}

function standsAlone(element: Element): boolean {
  const parent = element.parentElement;
  return parent !== null && parent.textContent?.trim() === element.textContent?.trim();
}
