// Boxes that text flows around are each weighed against all the others on every line: takes the flowing from a chapter
// that has more of them than any page has room for. Knows computed styles, not sheets.

/** Of what is laid out at once. */
const most = 1000;
const unfloated = 'data-octavo-unfloated';

/** For the page's style sheet. */
export const unfloatedCss = `body[${unfloated}] * { float: none !important; }`;

/** The chapter stands in its frame, and has not been laid out. */
export function tameFloats({ body, defaultView: window }: Document): void {
  const elements = body.getElementsByTagName('*');
  if (!window || elements.length <= most) return;
  let floats = 0;
  for (const element of elements) {
    if (window.getComputedStyle(element).float === 'none' || ++floats <= most) continue;
    body.setAttribute(unfloated, '');
    return;
  }
}
