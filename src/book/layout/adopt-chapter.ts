// Puts a chapter into a frame's document in place of the one before, between our own sheets. Sheets that both have alike
// stay where they are: reading them again, and working out what they are about, costs a short chapter more than its text.

import type { ChapterSheets } from '../styles/chapter-sheets.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';

/** The chapter's document is used up. Gives the elements of the two sheets that come after the chapter's own. */
export function adoptChapter(
  document: Document,
  chapter: Document,
  sheets: ChapterSheets & { page: string },
): { reading: Element; page: Element } {
  const { head } = chapter;
  // Out of its own document first: sheets that come into that would be read there as well.
  const root = document.adoptNode(chapter.documentElement);
  if (!replaceAround(document, root, head, sheets)) {
    head.prepend(sheetOf(document, sheets.defaults));
    head.append(sheetOf(document, sheets.reading), sheetOf(document, sheets.page));
    document.replaceChild(root, document.documentElement);
  }
  const [reading, page] = sheetsIn(document.head).slice(-2) as [Element, Element];
  return { reading, page };
}

/** Replaces everything but the sheets; where others stand than are wanted, it changes nothing and gives `false`. */
function replaceAround(
  document: Document,
  root: Element,
  newHead: Element,
  sheets: ChapterSheets & { page: string },
): boolean {
  const { documentElement: old, head } = document;
  const ours = sheetsIn(head);
  const texts = [ours.shift(), ...ours.splice(-2)].map((sheet) => sheet?.textContent);
  const own = sheetsIn(newHead);
  const alike = own.length === ours.length && own.every((sheet, n) => sheet.isEqualNode(ours[n] ?? null));
  if (!alike || texts[0] !== sheets.defaults || texts[1] !== sheets.reading || texts[2] !== sheets.page) return false;
  takeAttributes(old, root);
  takeAttributes(head, newHead);
  takeChildren(head, newHead, { kept: sheetsIn(head), alike: own, before: 1 });
  takeChildren(old, root, { kept: [head], alike: [newHead], before: 0 });
  return true;
}

function sheetsIn(head: Element): Element[] {
  return [...head.children].filter(({ localName }) => localName === 'style');
}

function sheetOf(document: Document, css: string): Element {
  const element = document.createElementNS(xhtml, 'style');
  element.textContent = css;
  return element;
}

/** What is kept stays, and stands for what is alike; everything else comes from the source. `before`: kept ones of ours. */
function takeChildren(
  target: Element,
  source: Element,
  { kept, alike, before }: { kept: readonly Node[]; alike: readonly Node[]; before: number },
): void {
  for (const node of [...target.childNodes]) if (!kept.includes(node)) node.remove();
  let at = target.childNodes[before] ?? null;
  for (const node of [...source.childNodes]) {
    if (alike.includes(node)) at = at?.nextSibling ?? null;
    else target.insertBefore(node, at);
  }
}

/** Changes nothing where they are alike, so that no style is worked out again. */
function takeAttributes(target: Element, source: Element): void {
  const wanted = [...source.attributes];
  const alike = ({ namespaceURI, localName, value }: Attr) => target.getAttributeNS(namespaceURI, localName) === value;
  if (wanted.length === target.attributes.length && wanted.every(alike)) return;
  for (const attribute of [...target.attributes]) target.removeAttributeNode(attribute);
  for (const attribute of wanted) target.setAttributeNodeNS(source.removeAttributeNode(attribute));
}
