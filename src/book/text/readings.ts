// Readings that stand beside words (ruby): they are part of a chapter's text and its offsets, and nobody reads them along
// with the words. Spans are the start and the end of each, in turn and in order. Pure but for what a node stands in.

const elements = 'rt, rp, rtc';

/** Whether anything below the element is read beside the text. */
export function hasReadings(root: Element): boolean {
  return root.querySelector(elements) !== null;
}

export function isReading(node: Text): boolean {
  return node.parentElement?.closest(elements) != null;
}

/** The text from one offset to the other without what lies in the spans. */
export function withoutSpans(text: string, from: number, to: number, spans: readonly number[]): string {
  let left = '';
  let at = from;
  for (let n = 0; n < spans.length; n += 2) {
    const [first = 0, last = 0] = spans.slice(n, n + 2);
    if (last <= at || first >= to) continue;
    left += text.slice(at, Math.max(at, first));
    at = Math.min(to, last);
  }
  return left + text.slice(at, to);
}

/** Where a character of the text without the spans stands in the whole. */
export function toWhole(index: number, spans: readonly number[]): number {
  let at = index;
  for (let n = 0; n < spans.length && (spans[n] as number) <= at; n += 2) {
    at += (spans[n + 1] as number) - (spans[n] as number);
  }
  return at;
}

/** The way back; what lies in a span counts as the character after it. */
export function toRest(offset: number, spans: readonly number[]): number {
  let at = offset;
  for (let n = 0; n < spans.length && (spans[n] as number) < offset; n += 2) {
    at -= Math.min(offset, spans[n + 1] as number) - (spans[n] as number);
  }
  return at;
}
