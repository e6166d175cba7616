// Maps points of a chapter's document to CFI steps and back, by the standard: even steps are elements, odd steps the
// text between them, comments and CDATA notwithstanding; text is counted as it stands in the book, not as it is shown.
// The syntax itself is the adapter's.

import { type CfiPoint, type CfiStep, formatCfi, isPlainId, parseCfi } from '../package/epubjs-adapter.ts';
import { elementCount } from './element-count.ts';
import { ownLength, toOwn, toShown } from './shown-text.ts';

export interface CfiTarget {
  section: number;
  start: CfiPoint;
  end: CfiPoint | undefined;
}

/** `undefined` when it is no CFI into a book. */
export function readCfi(text: string): CfiTarget | undefined {
  return parseCfi(text);
}

export function cfiOfPoint(base: string, node: Node, offset: number): string {
  return formatCfi(base, pointOf(node, offset));
}

export function cfiOfRange(base: string, range: Range): string {
  return formatCfi(
    base,
    pointOf(range.startContainer, range.startOffset),
    pointOf(range.endContainer, range.endOffset),
  );
}

/** The node that the point names, as near as the document allows; `undefined` when its path leads nowhere. */
export function findPoint(document: Document, point: CfiPoint): { node: Node; offset: number } | undefined {
  let element: Element = document.documentElement;
  for (const step of point.steps) {
    if (step.kind === 'text') return findInText(element, step.index, point.offset ?? 0);
    const next = childElement(element, step);
    if (!next) return undefined;
    element = next;
  }
  return element === document.documentElement ? undefined : { node: element, offset: 0 };
}

function childElement(parent: Element, step: CfiStep): Element | undefined {
  const child = elementAt(parent, step.index);
  if (!step.id || child?.id === step.id) return child;
  // The book has changed since: its own ids outlive positions (EPUB CFI, 3.1.4).
  return parent.ownerDocument.getElementById(step.id) ?? child;
}

function elementAt(parent: Element, index: number): Element | undefined {
  let left = index;
  for (const child of parent.children) {
    if (left < elementCount(child)) return child;
    left -= elementCount(child);
  }
  return undefined;
}

function findInText(parent: Element, chunk: number, offset: number): { node: Node; offset: number } {
  let left = offset;
  let last: Text | undefined;
  let seen = 0;
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) {
      if (seen === chunk) return last ? { node: last, offset: last.length } : { node: child, offset: 0 };
      seen += elementCount(child);
    } else if (seen === chunk && isText(child)) {
      const length = ownLength(child);
      if (left <= length) return { node: child, offset: toShown(child, left) };
      left -= length;
      last = child;
    }
  }
  return last ? { node: last, offset: last.length } : { node: parent, offset: 0 };
}

function pointOf(node: Node, offset: number): CfiPoint {
  if (isText(node)) {
    const parent = node.parentElement;
    if (!parent) return { steps: [], offset };
    let chunk = 0;
    let before = 0;
    for (const child of parent.childNodes) {
      if (child === node) break;
      if (child.nodeType === Node.ELEMENT_NODE) {
        chunk += elementCount(child);
        before = 0;
      } else if (isText(child)) before += ownLength(child);
    }
    const steps = [...stepsTo(parent), { kind: 'text' as const, index: chunk, id: undefined }];
    return { steps, offset: before + toOwn(node, offset) };
  }
  const child = node.childNodes[offset];
  if (child && isText(child)) return pointOf(child, 0);
  const element = child?.nodeType === Node.ELEMENT_NODE ? child : node;
  return { steps: stepsTo(element as Element), offset: undefined };
}

function stepsTo(element: Element): CfiStep[] {
  const steps: CfiStep[] = [];
  for (let at: Element = element; at.parentElement; at = at.parentElement) {
    let index = 0;
    for (let other = at.previousElementSibling; other; other = other.previousElementSibling)
      index += elementCount(other);
    steps.unshift({ kind: 'element', index, id: at.id && isPlainId(at.id) ? at.id : undefined });
  }
  return steps;
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE;
}
