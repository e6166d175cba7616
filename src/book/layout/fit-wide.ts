// Makes tables and formulas as narrow as their column: what sticks out would be printed over the page beside it. They
// shrink as far as they can still be read; what is too wide even then has its lines broken wherever they have to be.

import { fitLonePicture } from '../preparing/lone-picture.ts';
import { dropLonePageMark } from './drop-page-mark.ts';
import { fitLists } from './fit-lists.ts';

/** Smaller than this nobody reads; the full view of a table or a formula is for that. */
const least = 0.55;

/** After layout; `true` when something has changed its size. */
export function fitWide(body: HTMLElement, vertical: boolean): boolean {
  dropLonePageMark(body, vertical);
  fitLists(body);
  fitLonePicture(body);
  const wide: { element: HTMLElement; share: number }[] = [];
  for (const element of body.querySelectorAll<HTMLElement>('table, math')) {
    if (element.parentElement?.closest('table, math')) continue;
    const room = roomFor(element, vertical);
    // One box for each page that it stands on.
    const length = Math.max(0, ...[...element.getClientRects()].map((box) => (vertical ? box.height : box.width)));
    if (room > 0 && length > room + 1) wide.push({ element, share: room / length });
  }
  for (const { element, share } of wide) {
    const scale = Math.max(least, Math.floor(share * 100) / 100);
    if (element.localName === 'math') element.style.setProperty('font-size', `${scale}em`, 'important');
    else element.style.setProperty('zoom', String(scale));
    if (share >= least) continue;
    element.style.setProperty('overflow-wrap', 'anywhere');
    element.style.setProperty('word-break', 'break-all');
    element.style.setProperty(vertical ? 'max-height' : 'max-width', '100%');
  }
  return wide.length > 0;
}

/** The measure of the block that it stands in. */
function roomFor(element: Element, vertical: boolean): number {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const room = vertical ? at.clientHeight : at.clientWidth;
    // What flows in a line has no measure of its own.
    if (room > 0 && at.localName !== 'body') return room;
    if (at.localName === 'body') return columnLength(at);
  }
  return 0;
}

function columnLength(body: Element): number {
  return Number.parseFloat(body.ownerDocument.defaultView?.getComputedStyle(body).columnWidth ?? '') || 0;
}
