// Boxes that text flows around are each weighed against all the others on every line: takes the flowing from a chapter
// that has more of them than any page has room for. Knows computed styles, not sheets.

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

/** The chapter stands in its frame, and has not been laid out. */
export function tameFloats({ body, defaultView: window }: Document): void {
  if (!window) return;
  let floats = 0;
  for (const element of body.getElementsByTagName('*')) {
    if (window.getComputedStyle(element).float === 'none' || ++floats <= most) continue;
    body.setAttribute(unfloated, '');
    return;
  }
}
