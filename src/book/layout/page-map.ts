// Which text stands on which page of a laid-out chapter, and the other way round, from the boxes the browser reports.

import { toOwn, toShown } from '../text/shown-text.ts';
import type { FoundPosition } from './find-target.ts';
import type { Shell } from './shell.ts';

/** A position in a laid-out chapter: an offset, and the node a CFI can name. */
export interface Spot {
  offset: number;
  node: Node;
  /** Counts what is shown. */
  nodeOffset: number;
}

/** Parts of a chapter that are looked through on one page, all points of it taken together; the browser looks at each. */
const mostSearched = 1_000_000;

/** First character on the page; on a page without text, the first picture. */
export function firstSpot(shell: Shell, page: number): Spot {
  const text = shell.text;
  const body = shell.document.body;
  if (!text) return { offset: 0, node: body, nodeOffset: 0 };
  const found = characterInCorner(shell, page) ?? firstCharacter(shell, page) ?? characterAnywhere(shell, page);
  if (found) return found;
  const after = page + 1 < shell.pages ? firstCharacter(shell, page, true) : undefined;
  const offset = after?.offset ?? text.end;
  for (const element of body.querySelectorAll('img, svg, video, audio, math, hr, table, object')) {
    if (hasBox(element) && shell.pageOfRect(element.getBoundingClientRect()) === page) {
      return { offset, node: element, nodeOffset: 0 };
    }
  }
  // A page with nothing on it: the body would be the beginning of the whole chapter, also in a later piece of it.
  const last = text.nodes.at(-1);
  return after ?? (last ? { offset, node: last, nodeOffset: last.length } : { offset, node: body, nodeOffset: 0 });
}

/** Page of a character, or of the first visible one after it. */
export function pageOfOffset(shell: Shell, offset: number): number {
  const text = shell.text;
  if (!text || text.nodes.length === 0) return 0;
  const first = text.nodeAt(offset);
  const firstNode = text.nodes[first] as Text;
  let from = toShown(firstNode, Math.max(0, offset - (text.starts[first] ?? 0)));
  for (let n = first; n < text.nodes.length; n++, from = 0) {
    const node = text.nodes[n] as Text;
    for (let at = from; at < node.length; at++) {
      const page = pageOfCharacter(shell, node, at);
      if (page !== undefined) return page;
      // White space between blocks has no box; the rest of such a node has none either.
      if (at > from + 64) break;
    }
  }
  return shell.pages - 1;
}

/** Page of the node's beginning; `undefined` when it is not shown. */
export function pageOfNode(shell: Shell, node: Node, nodeOffset: number): number | undefined {
  if (node.nodeType === Node.ELEMENT_NODE) {
    return hasBox(node as Element) ? shell.pageOfRect(firstBox(node as Element)) : undefined;
  }
  const offset = shell.text?.offsetOf(node, nodeOffset);
  return offset === undefined ? undefined : pageOfOffset(shell, offset);
}

/** Offset of the first character of a page, or of a later one where it has no text. `before`: of the page before it. */
export function startOfPage(shell: Shell, page: number, before: number): number {
  const { text } = shell;
  if (!text) return 0;
  const span = spanOfBeginning(shell, page, Math.max(0, text.nodeAt(before)));
  return firstCharacter(shell, page, true, span)?.offset ?? text.end;
}

export function pageOfPosition(shell: Shell, { node, nodeOffset = 0, offset }: FoundPosition): number {
  return (node && pageOfNode(shell, node, nodeOffset)) ?? pageOfOffset(shell, offset);
}

/** Text lies on pages in its own order, so both the node and the character are found by halving. */
function firstCharacter(
  shell: Shell,
  page: number,
  orLater = false,
  [low, high] = [0, shell.text?.nodes.length ?? 0],
): Spot | undefined {
  const text = shell.text;
  if (!text) return undefined;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [seen, last] = lastPageFrom(shell, middle, high);
    if (last === undefined || last >= page) high = middle;
    else low = seen + 1;
  }
  const [index, ends] = lastPageFrom(shell, low, text.nodes.length);
  const node = text.nodes[index];
  if (!node || ends === undefined) return undefined;
  const at = firstCharacterIn(shell, node, page);
  if (at === undefined) return undefined;
  if (!orLater && pageOfCharacter(shell, node, at) !== page) return undefined;
  return { offset: (text.starts[index] ?? 0) + toOwn(node, at), node, nodeOffset: at };
}

/** Nodes among which the page's first one is, looked for from a node before it on, as it is mostly near. */
function spanOfBeginning(shell: Shell, page: number, from: number): [low: number, high: number] {
  const end = shell.text?.nodes.length ?? 0;
  let low = from;
  for (let step = 4; low + step < end; step *= 2) {
    const [seen, last] = lastPageFrom(shell, low + step, end);
    if (last === undefined || last >= page) return [low, low + step];
    low = seen + 1;
  }
  return [low, end];
}

/** The first node from `index` on that has a box, and the page where it ends. */
function lastPageFrom(shell: Shell, index: number, end: number): [number, number | undefined] {
  for (let n = index; n < end; n++) {
    const node = shell.text?.nodes[n];
    if (!node) break;
    // Mostly its last character has one, and the browser makes no list of all its lines.
    const page = pageOfCharacter(shell, node, node.length - 1) ?? lastPageIn(shell, node);
    if (page !== undefined) return [n, page];
  }
  return [index, undefined];
}

function lastPageIn(shell: Shell, node: Text): number | undefined {
  const range = shell.probe;
  range.selectNodeContents(node);
  const rects = range.getClientRects();
  for (let r = rects.length - 1; r >= 0; r--) {
    const rect = rects[r];
    if (rect && rect.width > 0 && rect.height > 0) return shell.pageOfRect(rect);
  }
  return undefined;
}

function firstCharacterIn(shell: Shell, node: Text, page: number): number | undefined {
  let low = 0;
  let high = node.length;
  let found = node.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [seen, on] = seenFrom(shell, node, middle, high);
    if (on === undefined || on >= page) {
      high = middle;
      if (on !== undefined) found = seen;
    } else low = seen + 1;
  }
  return found < node.length ? startOfCharacter(node, found) : undefined;
}

/** The first character with a box from `from` on, and its page. Some texts have millions without one, so they are halved. */
function seenFrom(shell: Shell, node: Text, from: number, to: number): [at: number, page: number | undefined] {
  const first = pageOfCharacter(shell, node, from);
  if (first !== undefined || pageOfCharacter(shell, node, from, to) === undefined) return [from, first];
  let low = from + 1;
  let high = to;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (pageOfCharacter(shell, node, low, middle) === undefined) low = middle;
    else high = middle;
  }
  return [low, pageOfCharacter(shell, node, low)];
}

/** Or of the first box of those until `end`. */
function pageOfCharacter(shell: Shell, node: Text, at: number, end = at + 1): number | undefined {
  if (at < 0 || at >= node.length) return undefined;
  const range = shell.probe;
  range.setStart(node, at);
  range.setEnd(node, end);
  for (const rect of range.getClientRects()) {
    if (rect.width > 0 && rect.height > 0) return shell.pageOfRect(rect);
  }
  return undefined;
}

/** The usual case in one question: the page's corner holds its first character. Checked by the one before it. */
function characterInCorner(shell: Shell, page: number): Spot | undefined {
  const { text, corner } = shell;
  if (page !== shell.page || !text) return undefined;
  const range = shell.document.caretRangeFromPoint(corner.x, corner.y);
  const node = range?.startContainer;
  if (!range || node?.nodeType !== Node.TEXT_NODE || !shell.document.body.contains(node)) return undefined;
  const at = startOfCharacter(node as Text, range.startOffset);
  const offset = text.offsetOf(node, at);
  const index = text.nodeAt(offset);
  if (text.nodes[index] !== node || pageOfCharacter(shell, node as Text, at) !== page) return undefined;
  return isFirst(shell, index, at, page) ? { offset, node, nodeOffset: at } : undefined;
}

/** Whether the last visible character before this one stands on an earlier page. */
function isFirst(shell: Shell, index: number, at: number, page: number): boolean {
  const nodes = shell.text?.nodes ?? [];
  let tried = 0;
  for (let n = index, end = at; n >= 0; n--, end = nodes[n]?.length ?? 0) {
    const node = nodes[n];
    for (let before = end - 1; node && before >= 0; before--) {
      const on = pageOfCharacter(shell, node, before);
      if (on !== undefined) return on < page;
      if (++tried > 64) return false;
    }
  }
  return page === 0;
}

/** Where floats or tables break the order of text on pages: ask the browser what stands where, from the corner on. */
function characterAnywhere(shell: Shell, page: number): Spot | undefined {
  if (page !== shell.page || !shell.text) return undefined;
  const { clientWidth: width, clientHeight: height } = shell.frame;
  const parts = 4 * shell.document.getElementsByTagName('*').length + (shell.text.end - shell.text.base) / 64;
  let left = mostSearched / parts;
  for (let across = 8; across < width; across += 48) {
    for (let down = 8; down < height; down += 24) {
      if (left-- <= 0) return undefined;
      const x = shell.vertical || shell.leftward ? width - across : across;
      const range = shell.document.caretRangeFromPoint(x, down);
      const node = range?.startContainer;
      if (!range || node?.nodeType !== Node.TEXT_NODE || !shell.document.body.contains(node)) continue;
      const at = range.startOffset;
      if (at < (node as Text).length && pageOfCharacter(shell, node as Text, at) === page) {
        return { offset: shell.text.offsetOf(node, at), node, nodeOffset: at };
      }
    }
  }
  return undefined;
}

function startOfCharacter(node: Text, at: number): number {
  const unit = node.data.charCodeAt(at);
  // A line that begins within a word is pointed at by the hyphen of the line before it.
  if (unit === 0xad && at + 1 < node.length) return at + 1;
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function hasBox(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function firstBox(element: Element): DOMRect {
  const rects = element.getClientRects();
  return [...rects].find((rect) => rect.width > 0 && rect.height > 0) ?? rects[0] ?? element.getBoundingClientRect();
}
