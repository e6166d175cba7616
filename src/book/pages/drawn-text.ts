// Selecting on a drawn page: which character a point means, where words, sentences and lines end, and the boxes of a
// stretch of text, all asked of the unseen text over the drawing.

import type { Box, PageText, Selected, TextSpan } from '../book.ts';
import { SelectableText } from '../input/selectable-text.ts';
import type { LaidPage } from './leaf.ts';

export class DrawnText extends SelectableText implements PageText {
  readonly vertical = false;
  readonly leftward = false;
  readonly page: LaidPage;
  readonly #container: HTMLElement;

  constructor(page: LaidPage, container: HTMLElement) {
    super(page.placement.page + 1, page.text);
    this.page = page;
    this.#container = container;
  }

  /** From the first to the last character that the placement's part of the page shows. */
  shown(): TextSpan {
    const { region } = this.page.placement;
    let offset = 0;
    let start: number | undefined;
    let end = 0;
    for (const run of this.page.runs) {
      const after = offset + run.text.length + (run.endsLine ? 1 : 0);
      const inside =
        run.y + run.height > region.y &&
        run.y < region.y + region.height &&
        run.x + run.width > region.x &&
        run.x < region.x + region.width;
      if (inside) {
        start ??= offset;
        end = after;
      }
      offset = after;
    }
    return { chapterUid: this.chapterUid, start: start ?? 0, end };
  }

  offsetAt(x: number, y: number): number | undefined {
    const { left, top } = this.#container.getBoundingClientRect();
    return this.#offsetNear(x + left, y + top);
  }

  boxes(start: number, end: number): Box[] {
    return this.#rects(start, end).map((rect) => this.#toContainer(rect));
  }

  /** The span as what the reader selected; `undefined` where nothing of it has a box. */
  describe({ start, end }: TextSpan): Selected | undefined {
    const rects = this.#rects(start, end);
    const text = this.text.slice(start, end);
    const [first] = rects;
    const last = rects.at(-1);
    if (!first || !last || text.trim() === '') return undefined;
    const edge = (rect: DOMRect, x: number) => this.#toContainer(new DOMRect(x, rect.top, 0, rect.height));
    return {
      ...{ chapterUid: this.chapterUid, start, end, cfi: '', text, words: text },
      before: this.text.slice(start - 32, start),
      after: this.text.slice(end, end + 32),
      box: this.#toContainer(around(rects)),
      startEdge: edge(first, first.left),
      endEdge: edge(last, last.right),
    };
  }

  /** The word nearest in the line above or below; lines are told by their boxes. */
  lineBeside(offset: number, direction: 1 | -1, edge: 'start' | 'end'): number | undefined {
    const at = edge === 'end' ? offset - 1 : offset;
    const [box] = this.#rects(at, at + 1);
    if (!box) return this.move(offset, 'sentence', direction, edge);
    const x = box.left + box.width / 2;
    for (let step = 2; step <= 24; step++) {
      const found = this.#offsetNear(x, box.top + box.height / 2 + direction * step * 0.5 * box.height);
      const [other] = found === undefined ? [] : this.#rects(found, found + 1);
      if (found === undefined || !other || Math.abs(other.top - box.top) < box.height / 2) continue;
      if (direction > 0 ? found > at : found < at) return this.bounds.at(found, 'word')?.[edge] ?? found;
    }
    const edgeOfText = direction > 0 ? this.text.end : 0;
    return edgeOfText === offset ? undefined : edgeOfText;
  }

  /** CSS pixels of the window. */
  #offsetNear(x: number, y: number): number | undefined {
    const caret = document.caretRangeFromPoint(x, y);
    const node = caret?.startContainer;
    if (!caret || node?.nodeType !== Node.TEXT_NODE || !this.text.body.contains(node)) return undefined;
    const at = Math.min(caret.startOffset, (node as Text).length);
    const offset = this.text.offsetOf(node, at);
    // A caret stands between two characters; the one that the point is on is meant.
    const before = at > 0 ? this.#rects(offset - 1, offset)[0] : undefined;
    return before && x >= before.left && x <= before.right ? offset - 1 : Math.min(offset, this.text.end - 1);
  }

  #rects(start: number, end: number): DOMRect[] {
    const range = this.text.range(start, end);
    return range ? [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0) : [];
  }

  #toContainer({ left, top, width, height }: DOMRect): Box {
    const from = this.#container.getBoundingClientRect();
    return { x: left - from.left, y: top - from.top, width, height };
  }
}

function around(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
