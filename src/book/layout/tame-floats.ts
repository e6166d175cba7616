// Boxes that text flows around are each weighed against all the others on every line: takes the flowing from a chapter
// that has more of them than any page has room for. Knows computed styles, not sheets.

import { letInElements } from './lay-out-gradually.ts';

/** Of what is laid out at once. */
const most = 1000;
const unfloated = 'data-octavo-unfloated';

/** For the page's style sheet. */
export const unfloatedCss = `body[${unfloated}] * { float: none !important; }`;

/** In the words of sheets, however they are written. */
const named = /float|\\/i;
const placed = '[align], [style*="float" i], [style*="\\\\"]';

/** Whether it has enough elements and words for it: few chapters do, and each element's style is asked for in those. */
export function mayFloat(chapter: Document): boolean {
  if (chapter.body.getElementsByTagName('*').length <= most) return false;
  const sheets = [...chapter.getElementsByTagNameNS('*', 'style')];
  return sheets.some(({ textContent }) => named.test(textContent)) || chapter.body.querySelector(placed) !== null;
}

/**
 * Counts what floats in a chapter that stands in its frame, part by part and each before it is laid out: what is kept out
 * of the layout still is passed over, as every style that is asked for there is worked out for nothing else.
 */
export function floatTamer({ body, defaultView: window }: Document): (parts: readonly Element[]) => void {
  let floats = 0;
  return (parts) => {
    for (const part of parts) {
      for (const element of [part, ...part.querySelectorAll(letInElements)]) {
        if (floats > most || !window) return;
        if (window.getComputedStyle(element).float === 'none' || ++floats <= most) continue;
        body.setAttribute(unfloated, '');
      }
    }
  };
}
