// Chapter text and its offsets: every text node under `body` in document order, joined, without those inside `script`,
// `style` and `template`, counted in UTF-16 units. The service counts alike. Text is the book's own throughout, whatever
// is shown of it; only ranges and boundary points count what is shown.

import { hasReadings, isReading, withoutSpans } from './readings.ts';
import { ownLength, ownText, toOwn, toShown, toShownEnd } from './shown-text.ts';

export const uncounted = 'script, style, template';

/** Text nodes that count, in document order. */
export function textNodes(root: Element): Text[] {
  // No filter function: one call per node made up most of a long chapter's preparation.
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  const nodes: Text[] = [];
  const all = root.matches(uncounted) || root.querySelector(uncounted) === null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (all || !node.parentElement?.closest(uncounted)) nodes.push(node as Text);
  }
  return nodes;
}

/** Length of the chapter's text. */
export function countText(body: Element): number {
  let length = 0;
  for (const node of textNodes(body)) length += ownLength(node);
  return length;
}

/** A chapter's text with the way from offsets to nodes and back. `base` is the offset of its first character. */
export class ChapterText {
  readonly body: Element;
  readonly base: number;
  readonly nodes: Text[] = [];
  readonly starts: number[] = [];
  readonly end: number;
  #text: string | undefined;
  #readings: readonly number[] | undefined;

  constructor(body: Element, base = 0) {
    this.body = body;
    this.base = base;
    let offset = base;
    for (const node of textNodes(body)) {
      const length = ownLength(node);
      if (length === 0) continue;
      this.nodes.push(node);
      this.starts.push(offset);
      offset += length;
    }
    this.end = offset;
  }

  /** The whole text; made at the first call. */
  get text(): string {
    this.#text ??= this.nodes.map(ownText).join('');
    return this.#text;
  }

  slice(start: number, end: number): string {
    return this.text.slice(Math.max(0, start - this.base), Math.max(0, end - this.base));
  }

  /** Starts and ends of the readings beside words, by offset. */
  get readings(): readonly number[] {
    this.#readings ??= hasReadings(this.body)
      ? this.nodes.flatMap((node, n) => {
          const start = this.starts[n] ?? 0;
          return isReading(node) ? [start, start + ownLength(node)] : [];
        })
      : [];
    return this.#readings;
  }

  /** As it is read along: without the readings, which a quotation that is looked for again has. */
  words(start: number, end: number): string {
    const from = Math.max(0, start - this.base);
    const to = Math.max(0, end - this.base);
    const { base, readings } = this;
    return readings.length === 0
      ? this.text.slice(from, to)
      : withoutSpans(
          this.text,
          from,
          to,
          readings.map((offset) => offset - base),
        );
  }

  /** Number of the node that holds the character at the offset; −1 when there is no text. */
  nodeAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return high;
  }

  /** `undefined` when nothing of it lies in this text. */
  range(start: number, end: number): Range | undefined {
    const from = Math.min(Math.max(start, this.base), this.end);
    const to = Math.min(Math.max(end, from), this.end);
    const first = this.nodes[this.nodeAt(from)];
    // An end that falls between two nodes belongs to the first of them.
    const lastIndex = this.nodeAt(to > from ? to - 1 : to);
    const last = this.nodes[lastIndex];
    if (!first || !last) return undefined;
    const range = this.body.ownerDocument.createRange();
    range.setStart(first, toShown(first, from - (this.starts[this.nodeAt(from)] ?? 0)));
    range.setEnd(last, toShownEnd(last, to - (this.starts[lastIndex] ?? 0)));
    return range;
  }

  /** Offset of a boundary point: of that character, or of the first one after the point. */
  offsetOf(container: Node, offset: number): number {
    const point = this.body.ownerDocument.createRange();
    point.setStart(container, offset);
    let low = 0;
    let high = this.nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const node = this.nodes[middle];
      // A node lies before the point when even its end does.
      if (node && point.comparePoint(node, node.length) < 0) low = middle + 1;
      else high = middle;
    }
    const node = this.nodes[low];
    const start = this.starts[low];
    if (!node || start === undefined) return this.end;
    return node === container ? start + toOwn(node, Math.min(offset, node.length)) : start;
  }
}
