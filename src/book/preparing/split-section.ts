// Cuts a long section into pieces that are laid out one at a time. A piece is a copy in which everything outside it is
// an empty, hidden shell of the same element, or left out and counted, so CFI steps and list structure stay those of the
// whole.

import { countText, textNodes, uncounted } from '../text/chapter-text.ts';
import { leaveOut } from '../text/element-count.ts';
import { lightEnough, weigh } from '../text/weigh-text.ts';
import { endsScene, fitnessOf } from './fitness-to-begin.ts';

export interface Piece {
  /** Offset of its first character in the chapter's text. */
  start: number;
  end: number;
  /** The element that begins it; `undefined` for the first. */
  from: Element | undefined;
}

/** Weight at which a section is cut: 128 KB of Latin text, 64 KB of Chinese; laying out more blocks page turns. */
const limit = 131_072;
const blocks = new Set(
  'p div section article aside header footer main nav h1 h2 h3 h4 h5 h6 ul ol li dl table figure blockquote hr pre'.split(
    ' ',
  ),
);
const openable = new Set('body div section article main aside blockquote ul ol'.split(' '));
/** What makes no sense in parts. */
const whole = new Set('svg math object video audio select template script style'.split(' '));
/** Letters that lay out as slowly as one element; only chapters of little else than elements come to more by them. */
const elementWeight = 32;
/** Lines and words on end in one element; with each page of it a browser goes through all of them. */
const mostInLine = 1300;
const inLineWeight = 96;
const outsideAttribute = 'data-octavo-outside';
/** For the page's style sheet: what stands in other pieces. */
export const outsideCss = `[${outsideAttribute}] { display: none !important; }`;
const inLine = new Set(
  'a abbr b bdi bdo big br cite code em font i img kbd q ruby s small span strong sub sup tt u var'.split(' '),
);
/** From this share of a piece on, a place is sought that is fit to begin a page: the last page of a piece ends there. */
const soughtFrom = 0.4;

interface Size {
  length: number;
  weight: number;
  /** Its first and last characters but blanks; empty where there are none. */
  begins: string;
  ends: string;
}

/** Where a piece may begin. */
interface Start {
  element: Element;
  offset: number;
  /** Since the last cut. */
  weight: number;
  fitness: number;
}

interface Cutting {
  atWeight: number;
  measure(element: Element): Size;
}

interface Progress {
  pieces: Piece[];
  offset: number;
  /** Weight since the last cut. */
  weight: number;
  /** The fittest so far, and the last of several. */
  best?: Start | undefined;
  /** The last character before, and whether a scene ended there. */
  before: string;
  afterScene: boolean;
}

/** One piece for what is short enough. */
export function splitSection(document: Document, atWeight = limit): Piece[] {
  const text = document.body.textContent ?? '';
  const elements = elementsIn(document.body);
  if (lightEnough(text, atWeight) && elements <= Math.min(mostInLine, atWeight / elementWeight)) {
    return [{ start: 0, end: countText(document.body), from: undefined }];
  }
  const progress: Progress = {
    pieces: [{ start: 0, end: 0, from: undefined }],
    offset: 0,
    weight: 0,
    before: '',
    afterScene: false,
  };
  // The text of an element as the browser gives it is the chapter's, where nothing in it is left out of that.
  const plain = document.body.querySelector(uncounted) === null;
  const measure = plain ? measureText : measureNodes;
  const total = plain ? sizeOfText(text, elements) : measureNodes(document.body);
  if (total.weight <= atWeight && !holdsCrowd(document.body, elements))
    return [{ start: 0, end: total.length, from: undefined }];
  cutInside(document.body, { atWeight, measure }, progress);
  progress.pieces.forEach((piece, n) => {
    piece.end = progress.pieces[n + 1]?.start ?? total.length;
  });
  return progress.pieces;
}

/** The piece that holds the offset. */
export function pieceAt(pieces: readonly Pick<Piece, 'start'>[], offset: number): number {
  const after = pieces.findIndex((piece) => piece.start > offset);
  return after < 0 ? pieces.length - 1 : Math.max(0, after - 1);
}

/** A copy of the section that holds only the numbered piece; the prepared document stays whole. */
export function copyPiece(document: Document, pieces: readonly Piece[], number: number): Document {
  const copy = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'html');
  const root = copy.importNode(document.documentElement, false);
  copy.replaceChild(root, copy.documentElement);
  const range: PieceRange = { from: pieces[number]?.from, to: pieces[number + 1]?.from, state: 'before' };
  if (!range.from) range.state = 'inside';
  for (const child of document.documentElement.childNodes) {
    if (child === document.body) root.append(copyContainer(document.body, copy, range));
    else root.append(copy.importNode(child, true));
  }
  return copy;
}

interface PieceRange {
  from: Element | undefined;
  to: Element | undefined;
  state: 'before' | 'inside' | 'after';
}

function copyContainer(container: Element, copy: Document, range: PieceRange): Element {
  const target = copy.importNode(container, false);
  let hiddenItems = 0;
  let outside: ChildNode[] = [];
  const flush = () => {
    if (outside.length > 0) target.append(...copyOutside(outside, copy));
    outside = [];
  };
  for (const child of container.childNodes) {
    if (child === range.from) range.state = 'inside';
    if (child === range.to) range.state = 'after';
    const edge = range.state === 'before' ? range.from : range.state === 'inside' ? range.to : undefined;
    if (edge && child !== edge && child.contains(edge)) {
      flush();
      target.append(copyContainer(child as Element, copy, range));
    } else if (range.state === 'inside') {
      flush();
      // The line that it ends is in the piece before.
      const ended = child === range.from && range.from.localName === 'br';
      target.append(ended ? hiddenCopy(child, copy) : copy.importNode(child, true));
    } else {
      if (range.state === 'before' && child.nodeName === 'li') hiddenItems++;
      outside.push(child);
    }
  }
  flush();
  if (hiddenItems > 0 && container.localName === 'ol') {
    const first = Number.parseInt(container.getAttribute('start') ?? '1', 10) || 1;
    (target as HTMLElement).style.setProperty('counter-reset', `list-item ${first - 1 + hiddenItems}`);
  }
  return target;
}

/**
 * The first and the last element stay, for rules about neighbours, and those that links name. The others would cost every
 * piece of a long chapter their styles (measured: 2,000 of them as much as the piece's own layout).
 */
function copyOutside(nodes: readonly ChildNode[], copy: Document): Node[] {
  const copies: Node[] = [];
  const elements = nodes.filter((node) => node instanceof Element);
  let placeholder: Element | undefined;
  for (const node of nodes) {
    const kept = node === elements[0] || node === elements.at(-1);
    if (!(node instanceof Element) || kept || node.id || node.querySelector('[id], [name]')) {
      if (node instanceof Element) placeholder = undefined;
      if (!placeholder) copies.push(hiddenCopy(node, copy));
      continue;
    }
    if (!placeholder) {
      placeholder = copy.createElementNS('http://www.w3.org/1999/xhtml', 'span');
      placeholder.setAttribute(outsideAttribute, '');
      copies.push(placeholder);
    }
    leaveOut(placeholder);
  }
  return copies;
}

function hiddenCopy(node: Node, copy: Document): Node {
  const empty = copy.importNode(node, false);
  if (empty instanceof CharacterData) empty.data = '';
  // Not by its own style, which would keep the browser from sharing what it works out.
  else if (empty.nodeType === Node.ELEMENT_NODE) (empty as Element).setAttribute(outsideAttribute, '');
  return empty;
}

function cutInside(container: Element, how: Cutting, progress: Progress): void {
  const { atWeight, measure } = how;
  const crowded = isCrowd(container);
  for (const child of container.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
      progress.offset += (child as Text).length;
      progress.weight += weigh((child as Text).data);
    }
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    const element = child as Element;
    const size = measure(element);
    if (crowded) size.weight = Math.max(size.weight, inLineWeight);
    const full = progress.weight + size.weight > atWeight;
    // What is too much for one piece is cut wherever it can be: a paragraph of ten thousand lines, a table, a row.
    const heavy = size.weight > atWeight && element.childElementCount > 0;
    const tooMuch = (heavy || holdsCrowd(element)) && !whole.has(element.localName);
    const openIt = tooMuch || (full && size.weight > atWeight / 4 && openable.has(element.localName));
    if (blocks.has(element.localName)) seekStart(element, size.begins, atWeight, progress);
    if (full && !openIt) cutBefore(element, size, atWeight, progress);
    if (openIt && (tooMuch || progress.weight + size.weight > atWeight)) {
      cutInside(element, how, progress);
    } else {
      progress.offset += size.length;
      progress.weight += size.weight;
      progress.before = size.ends || progress.before;
      if (size.ends || element.localName === 'hr') progress.afterScene = endsScene(element, size.begins);
    }
  }
}

/** At the fittest place before the element, and at the element itself where that does not suffice. */
function cutBefore(element: Element, size: Size, atWeight: number, progress: Progress): void {
  const { best } = progress;
  if (best && best.element !== element) {
    progress.pieces.push(pieceFrom(best.element, best.offset, progress.pieces));
    progress.weight -= best.weight;
    progress.best = undefined;
    if (progress.weight + size.weight <= atWeight) return;
  }
  const anywhere = progress.weight + size.weight > atWeight * 1.5;
  if (progress.weight <= 0 || !(blocks.has(element.localName) || anywhere)) return;
  progress.pieces.push(pieceFrom(element, progress.offset, progress.pieces));
  progress.weight = 0;
  progress.best = undefined;
}

/** What it is the first in begins with it: left behind, the beginnings of those would make a page without anything. */
function pieceFrom(element: Element, offset: number, pieces: readonly Piece[]): Piece {
  let from = element;
  let start = offset;
  for (let parent = from.parentElement; parent && parent.localName !== 'body'; parent = from.parentElement) {
    const blanks = blanksBefore(from);
    if (blanks === undefined || parent === pieces.at(-1)?.from) break;
    from = parent;
    start -= blanks;
  }
  return { start, end: 0, from };
}

/** Length of what stands before it in its parent; `undefined` when that is more than blanks. */
function blanksBefore(element: Element): number | undefined {
  let blanks = 0;
  for (let node = element.previousSibling; node; node = node.previousSibling) {
    if (node.nodeType === Node.ELEMENT_NODE) return undefined;
    if (node.nodeType !== Node.TEXT_NODE && node.nodeType !== Node.CDATA_SECTION_NODE) continue;
    if (/[^ \t\r\n\f]/.test((node as Text).data)) return undefined;
    blanks += (node as Text).length;
  }
  return blanks;
}

function seekStart(element: Element, begins: string, atWeight: number, progress: Progress): void {
  const { offset, weight, best, before, afterScene } = progress;
  if (weight < soughtFrom * atWeight) return;
  const fitness = fitnessOf(element, { before, afterScene, begins });
  if (!best || fitness >= best.fitness) progress.best = { element, offset, weight, fitness };
}

function measureText(element: Element): Size {
  return sizeOfText(element.textContent ?? '', 1 + elementsIn(element));
}

function sizeOfText(text: string, elements: number): Size {
  return {
    length: text.length,
    weight: Math.max(weigh(text), elements * elementWeight),
    begins: beginning(text),
    ends: text.trimEnd().slice(-1),
  };
}

/** One character more than the longest sign between scenes. */
function beginning(text: string): string {
  return text.trim().slice(0, 13);
}

function holdsCrowd(element: Element, elements = elementsIn(element)): boolean {
  return elements > mostInLine && (isCrowd(element) || [...element.getElementsByTagName('*')].some(isCrowd));
}

/** Whether its children stand in lines, and are too many for one. */
function isCrowd(element: Element): boolean {
  const { lastElementChild: last, childElementCount: count } = element;
  return count > mostInLine && last !== null && inLine.has(last.localName);
}

function elementsIn(element: Element): number {
  return element.getElementsByTagName('*').length;
}

function measureNodes(element: Element): Size {
  let length = 0;
  let weight = 0;
  let begins = '';
  let ends = '';
  if (element.matches(uncounted)) return { length, weight, begins, ends };
  for (const node of textNodes(element)) {
    length += node.length;
    weight += weigh(node.data);
    begins ||= beginning(node.data);
    ends = node.data.trimEnd().slice(-1) || ends;
  }
  return { length, weight: Math.max(weight, (1 + elementsIn(element)) * elementWeight), begins, ends };
}
