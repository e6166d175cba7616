// Selecting in a laid-out chapter: which character a point means, where words, sentences and lines end, and the boxes of
// a stretch of text. Answers questions only; what is selected is somebody else's.

import type { Box, PageText, TextSpan } from '../book.ts';
import { pageOfOffset } from '../layout/page-map.ts';
import type { Shell } from '../layout/shell.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { toOwn } from '../text/shown-text.ts';
import { SelectableText } from './selectable-text.ts';

/** Lines are looked for in steps of this share of a line's height. */
const lineStep = 0.4;
const linesAcross = 12;

export class LaidOutText extends SelectableText implements PageText {
  readonly #shell: Shell;

  constructor(chapterUid: number, shell: Shell, text: ChapterText) {
    super(chapterUid, text);
    this.#shell = shell;
  }

  get vertical(): boolean {
    return this.#shell.vertical;
  }

  get leftward(): boolean {
    const { document, window, leftward, vertical } = this.#shell;
    return vertical ? window.getComputedStyle(document.body).writingMode === 'vertical-rl' : leftward;
  }

  /** The text that stands for, to see whether it is still laid out. */
  belongsTo(text: ChapterText | undefined): boolean {
    return this.text === text;
  }

  shown(): TextSpan {
    const { page } = this.#shell;
    const { base, end } = this.text;
    return {
      chapterUid: this.chapterUid,
      start: this.#firstFrom(page, base, end),
      end: this.#firstFrom(page + 1, base, end),
    };
  }

  offsetAt(x: number, y: number): number | undefined {
    const { frame, scale } = this.#shell;
    return this.#offsetIn((x - frame.offsetLeft) / scale, (y - frame.offsetTop) / scale);
  }

  boxes(start: number, end: number): Box[] {
    const range = this.text.range(start, end);
    const rects = range ? [...range.getClientRects()] : [];
    return rects.filter(({ width, height }) => width > 0 && height > 0).map((rect) => this.#shell.toContainer(rect));
  }

  /** The line above or below holds what lies nearest in its direction; none on this page: what comes before or after. */
  lineBeside(offset: number, direction: 1 | -1, edge: 'start' | 'end'): number | undefined {
    const at = edge === 'end' ? offset - 1 : offset;
    const box = this.#boxOf(at);
    const { start, end } = this.shown();
    if (!box || at < start || at >= end) return this.move(offset, 'sentence', direction, edge);
    const { vertical } = this.#shell;
    const thickness = vertical ? box.width : box.height;
    const forward = vertical && this.leftward ? -direction : direction;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    for (let step = 1; step <= linesAcross / lineStep; step++) {
      const away = forward * thickness * (0.6 + step * lineStep);
      const found = this.#offsetIn(vertical ? x + away : x, vertical ? y : y + away);
      const other = found === undefined ? undefined : this.#boxOf(found);
      if (found === undefined || !other || this.#sameLine(box, other)) continue;
      if (direction > 0 ? found > at : found < at) return this.#toWord(found, edge);
    }
    const beyond = direction > 0 ? end : start - 1;
    if (direction > 0 ? beyond >= this.text.end : beyond < this.text.base) {
      const last = direction > 0 ? this.text.end : this.text.base;
      return last === offset ? undefined : last;
    }
    return this.#toWord(beyond, edge);
  }

  #toWord(offset: number, edge: 'start' | 'end'): number {
    const word = this.bounds.at(offset, 'word');
    return word?.[edge] ?? offset;
  }

  #sameLine(a: DOMRect, b: DOMRect): boolean {
    const [from, to, otherFrom, otherTo] = this.#shell.vertical
      ? [a.left, a.right, b.left, b.right]
      : [a.top, a.bottom, b.top, b.bottom];
    return Math.min(to, otherTo) - Math.max(from, otherFrom) > (to - from) / 2;
  }

  #boxOf(offset: number): DOMRect | undefined {
    const range = this.text.range(offset, offset + 1);
    return range && [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  }

  /** `x`, `y` in pixels of the frame. */
  #offsetIn(x: number, y: number): number | undefined {
    const { document, frame } = this.#shell;
    const { clientWidth: width, clientHeight: height } = frame;
    const inside = (value: number, size: number) => Math.min(Math.max(value, 1), size - 2);
    const caret = document.caretRangeFromPoint(inside(x, width), inside(y, height));
    const node = caret?.startContainer;
    if (!caret || node?.nodeType !== Node.TEXT_NODE || !document.body.contains(node)) return undefined;
    // A caret stands between two characters; the one that the point is on is meant.
    const at = Math.min(caret.startOffset, (node as Text).length);
    const before = at > 0 ? this.#charBox(node as Text, at - 1) : undefined;
    const onBefore = before && x >= before.left && x <= before.right && y >= before.top && y <= before.bottom;
    const index = onBefore ? at - 1 : at;
    const first = this.text.offsetOf(node, 0);
    return Math.min(first + toOwn(node, index), Math.max(this.text.base, this.text.end - 1));
  }

  #charBox(node: Text, index: number): DOMRect | undefined {
    const range = this.#shell.probe;
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    return range.getClientRects()[0];
  }

  /** The first offset that stands on the page or a later one. */
  #firstFrom(page: number, base: number, end: number): number {
    if (page <= 0) return base;
    if (page >= this.#shell.pages) return end;
    let low = base;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pageOfOffset(this.#shell, middle) < page) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
