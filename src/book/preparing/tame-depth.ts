// A chapter may be thousands of elements deep: numbers that name all of their levels grow with each, and every line begins
// all of them anew. Makes of a chapter that is deeper than any honest one blocks without such numbers.

const deepest = 200;
const xhtml = 'http://www.w3.org/1999/xhtml';

/** Its style sheets have to stand in it already. */
export function tameDepth(document: Document): void {
  if (!isDeep(document.body)) return;
  for (const sheet of document.getElementsByTagNameNS('*', 'style')) {
    sheet.textContent = (sheet.textContent ?? '').replace(/counters\(/gi, 'octavo-counters(');
  }
  const blocks = document.createElementNS(xhtml, 'style');
  blocks.textContent = 'html body :not(style, script, template) { display: block !important; }';
  document.head.append(blocks);
}

function isDeep(root: Element): boolean {
  let depth = 0;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  while (true) {
    if (walker.firstChild()) depth++;
    else {
      while (!walker.nextSibling()) {
        if (!walker.parentNode()) return false;
        depth--;
      }
    }
    if (depth > deepest) return true;
  }
}
