// A section's text with what a search has to know of its markup: where blocks begin, and what is read beside the text.
// Offsets are those of chapter text.

import type { SectionText } from '../book.ts';
import { textNodes } from './chapter-text.ts';
import { isReading } from './readings.ts';

/** Elements that words run through; everything else begins a block, and so does what comes after it. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt rtc ruby s samp small ' +
    'span strike strong sub sup time tt u var wbr nobr tspan textpath mi mn mo ms mtext mrow'
  ).split(' '),
);

/** Of the document as it stands in the book. */
export function sectionText(document: Document): SectionText {
  const parts: string[] = [];
  const breaks: number[] = [];
  const spansBeside: number[] = [];
  let offset = 0;
  let before: Text | undefined;
  for (const node of textNodes(document.body)) {
    if (node.length === 0) continue;
    if (before && blockBetween(before, node)) breaks.push(offset);
    if (isReading(node)) spansBeside.push(offset, offset + node.length);
    parts.push(node.data);
    offset += node.length;
    before = node;
  }
  return { text: parts.join(''), breaks, beside: spansBeside, anchors: anchorsOf(document) };
}

/** Whether a block begins or ends on the way from one text to the next. */
function blockBetween(before: Text, after: Text): boolean {
  let shared: Node | null = before.parentNode;
  while (shared && !shared.contains(after)) {
    if (breaksLines(shared as Element)) return true;
    shared = shared.parentNode;
  }
  for (let at = after.parentNode; at && at !== shared; at = at.parentNode) if (breaksLines(at as Element)) return true;
  return lineBreakBetween(before, after, shared);
}

function breaksLines(element: Element): boolean {
  return !inline.has(element.localName.toLowerCase());
}

/** Elements without text stand between the two: a line's end, a rule, a picture. */
function lineBreakBetween(before: Text, after: Text, shared: Node | null): boolean {
  let from: Node = before;
  while (from.parentNode && from.parentNode !== shared) from = from.parentNode;
  for (let at = from.nextSibling; at && !at.contains(after); at = at.nextSibling) {
    if (at.nodeType === Node.ELEMENT_NODE && breaksLines(at as Element)) return true;
  }
  return false;
}

/** Offsets at which the named elements begin. */
function anchorsOf(document: Document): ReadonlyMap<string, number> {
  const anchors = new Map<string, number>();
  let offset = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const counted = new Set<Node>(textNodes(document.body));
  for (let node: Node | null = document.body; node; node = walker.nextNode()) {
    if (counted.has(node)) offset += (node as Text).length;
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const name =
      (node as Element).id || ((node as Element).localName === 'a' && (node as Element).getAttribute('name'));
    if (name && !anchors.has(name)) anchors.set(name, offset);
  }
  return anchors;
}
