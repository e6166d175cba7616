// Words that were searched for, marked on the page with the CSS Custom Highlight API, apart from the reader's marks.

import type { TextSpan } from '../book.ts';
import type { Slot } from '../layout/slot.ts';
import { drawnAs } from './mark-css.ts';

export const foundName = 'octavo-found';
export const hereName = 'octavo-found-here';
/** Spans of one chapter that are drawn; more are no help. */
const drawnMost = 500;

export class FoundSpans {
  #spans: readonly TextSpan[] = [];
  #here: TextSpan | undefined;

  /** `here`: the one that the reader is at. */
  replace(spans: readonly TextSpan[], here: TextSpan | undefined): void {
    this.#spans = spans;
    this.#here = here;
  }

  draw(slot: Slot): void {
    const { text, window } = slot.shell;
    const chapterUid = (slot.unit?.section ?? -1) + 1;
    const rangeOf = ({ start, end }: TextSpan) =>
      text && end > text.base && start < text.end ? text.range(start, end) : undefined;
    const spans = slot.failure ? [] : this.#spans.filter((span) => span.chapterUid === chapterUid);
    const ranges = spans.slice(0, drawnMost).flatMap((span) => rangeOf(span) ?? []);
    const here = this.#here?.chapterUid === chapterUid && !slot.failure ? rangeOf(this.#here) : undefined;
    for (const [name, drawn, priority] of [
      [foundName, ranges, 1],
      [hereName, here ? [here] : [], 2],
    ] as const) {
      window.CSS.highlights.delete(name);
      if (drawn.length === 0) continue;
      const highlight = new window.Highlight(...drawn);
      highlight.priority = priority;
      window.CSS.highlights.set(name, highlight);
    }
  }
}

export function foundCss(night: boolean): string {
  const [ink, paper, wash] = night ? ['#fff', '#000', '#444'] : ['#000', '#fff', '#ddd'];
  return `${drawnAs}(${foundName}) { background-color: ${wash}; color: ${ink}; }
${drawnAs}(${hereName}) { background-color: ${ink}; color: ${paper}; }`;
}
