// A printed page's number that a book shows before a chapter's heading would be a page by itself where the heading begins
// a new one: it is not shown then. Works on what is laid out.

const marks = '[*|type~="pagebreak"], [role~="doc-pagebreak"]';
const drawn = 'img, svg, video, object, table, hr';

export function dropLonePageMark(body: HTMLElement, vertical: boolean): void {
  const mark = body.querySelector<HTMLElement>(marks);
  const view = body.ownerDocument.defaultView;
  if (!mark || !view) return;
  const words = wordsFrom(body);
  const first = words.next().value;
  if (!first || !mark.contains(first)) return;
  let next = words.next().value;
  while (next && mark.contains(next)) next = words.next().value;
  const picture = body.querySelector(drawn);
  if (!next || (picture && !follows(picture, next))) return;
  if (pageOf(first, view, vertical) === pageOf(next, view, vertical)) return;
  // An empty block before the heading would be a page as well.
  let whole = mark;
  for (let at = mark.parentElement; at && at !== body && !at.contains(next); at = at.parentElement) whole = at;
  whole.style.setProperty('display', 'none', 'important');
}

function* wordsFrom(body: HTMLElement): Generator<Text, undefined> {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if ((node as Text).data.trim() !== '') yield node as Text;
  }
  return undefined;
}

function follows(element: Element, text: Text): boolean {
  return (text.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** As pages follow one another; which way is the same for both. */
function pageOf(text: Text, view: Window, vertical: boolean): number {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  const [box] = range.getClientRects();
  if (!box) return 0;
  const middle = vertical
    ? view.scrollY + box.top + box.height / 2
    : view.scrollX + box.left + Math.min(box.width, view.innerWidth) / 2;
  return Math.floor(middle / (vertical ? view.innerHeight : view.innerWidth));
}
