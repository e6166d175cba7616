// Draws the lines of marks in chapters whose text runs downwards: Chromium draws none of highlights there. They stand beside
// the body, so that no element of the book notices, and are made anew with the marks.

import type { MarkLine } from './mark-css.ts';

export interface UprightLine {
  range: Range;
  line: MarkLine;
}

const xhtml = 'http://www.w3.org/1999/xhtml';
const holder = 'octavo-lines';
/** Share of the font's size between the letters and the line: little, as readings of the next line stand close by. */
const gap = 0.01;
/** Of all marks of a chapter: a page has some dozens. */
const mostBoxes = 20_000;

/** In the place of those that were drawn before. */
export function drawUprightLines(document: Document, lines: readonly UprightLine[]): void {
  document.querySelector(`html > ${holder}`)?.remove();
  const window = document.defaultView;
  if (!window || lines.length === 0) return;
  const all = document.createElementNS(xhtml, holder) as HTMLElement;
  setAll(all, { position: 'absolute', left: '0', top: '0', width: '0', height: '0' });
  const probe = document.createRange();
  // All boxes first: a line that is added would have the page laid out again for the next one.
  const boxes = lines.flatMap(({ range, line }) => boxesOf(range, probe, window).map((box) => ({ box, line })));
  for (const { box, line } of boxes.slice(0, mostBoxes)) all.append(lineAlong(document, box, line));
  document.documentElement.append(all);
}

interface LineBox {
  /** Of the document, in CSS pixels; `left` and `top` of the line's side that is next to the letters. */
  left: number;
  top: number;
  length: number;
  fontSize: number;
  /** Where the line stands: left of letters that have readings to their right, and below those that run across. */
  side: 'right' | 'left' | 'below';
}

function boxesOf(range: Range, probe: Range, window: Window & typeof globalThis): LineBox[] {
  const nodes = textNodes(range);
  const side = nodes.some(isReading) ? 'left' : 'right';
  return nodes.flatMap((node) => {
    const parent = node.parentElement;
    if (!parent || isReading(node)) return [];
    const { writingMode, fontSize } = window.getComputedStyle(parent);
    const isDown = writingMode.startsWith('vertical');
    probe.setStart(node, node === range.startContainer ? range.startOffset : 0);
    probe.setEnd(node, node === range.endContainer ? range.endOffset : node.length);
    return [...probe.getClientRects()]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map((rect) => boxBeside(rect, Number.parseFloat(fontSize), isDown ? side : 'below', window));
  });
}

/** A line's box is as wide as the font says; letters fill the middle of it. */
function boxBeside(
  { left, top, width, height }: DOMRect,
  fontSize: number,
  side: LineBox['side'],
  { scrollX, scrollY }: Window,
): LineBox {
  const away = fontSize * (0.5 + gap);
  if (side === 'below') {
    return { side, fontSize, left: scrollX + left, top: scrollY + top + height / 2 + away, length: width };
  }
  const middle = scrollX + left + width / 2;
  return { side, fontSize, left: side === 'left' ? middle - away : middle + away, top: scrollY + top, length: height };
}

function textNodes(range: Range): Text[] {
  const { commonAncestorContainer: root } = range;
  if (root.nodeType === Node.TEXT_NODE) return [root as Text];
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (range.intersectsNode(node)) nodes.push(node as Text);
  }
  return nodes;
}

function isReading(node: Text): boolean {
  return node.parentElement?.closest('rt, rp') != null;
}

function lineAlong(document: Document, box: LineBox, { kind, ink, weight }: MarkLine): HTMLElement {
  const element = document.createElementNS(xhtml, 'octavo-line') as HTMLElement;
  const { side, left, top } = box;
  const thick = Math.max(2, Math.floor(box.fontSize * weight));
  const across = kind === 'wavy' ? 3 * thick : thick;
  const from = side === 'below' ? left : top;
  // Whole pixels at both ends: what follows another line begins where that ends.
  const length = Math.round(from + box.length) - Math.round(from);
  const [width, height] = side === 'below' ? [length, across] : [across, length];
  setAll(element, {
    position: 'absolute',
    left: `${Math.round(side === 'left' ? left - width : left)}px`,
    top: `${Math.round(top)}px`,
    width: `${width}px`,
    height: `${height}px`,
    background: backgroundOf(kind, ink, thick, side !== 'below'),
    'pointer-events': 'none',
  });
  return element;
}

function backgroundOf(kind: MarkLine['kind'], ink: string, thick: number, isDown: boolean): string {
  const broken = (drawn: number, whole: number) =>
    `repeating-linear-gradient(${isDown ? 180 : 90}deg, ${ink} 0 ${drawn * thick}px, transparent 0 ${whole * thick}px)`;
  if (kind === 'solid') return ink;
  if (kind === 'dotted') return broken(1, 2);
  if (kind === 'dashed') return broken(3, 5);
  // To and fro: two slanted strokes to each wave.
  const [wide, wave] = [3 * thick, 6 * thick];
  const size = isDown ? `${wide}px ${wave}px repeat-y` : `${wave}px ${wide}px repeat-x`;
  const second = isDown ? `0 ${wide}px` : `${wide}px 0`;
  const stroke = `transparent 38%, ${ink} 0 62%, transparent 0`;
  return `linear-gradient(45deg, ${stroke}) 0 0 / ${size}, linear-gradient(-45deg, ${stroke}) ${second} / ${size}`;
}

/** Over whatever the book's sheets say. */
function setAll(element: HTMLElement, style: Readonly<Record<string, string>>): void {
  element.style.setProperty('all', 'initial', 'important');
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
}
