// What a text node of a chapter shows where that differs from what stands in the book: soft hyphens put in, Chinese
// written in the other script. Offsets, CFIs and quotes always count the book's own text; nodes count what is shown,
// and this is the way between the two. It knows neither hyphenation nor scripts.

/**
 * Runs in which both texts go on character by character: book offset and shown offset of each beginning, in turn. What
 * one text has more between two runs stands at the end of the first; the first run begins at 0, 0.
 */
export type Runs = Uint32Array;

interface Shown {
  runs: Runs | undefined;
  /** The book's text, where the shown one cannot be cut back to it. */
  own: string | undefined;
  /** The book's text is never shown: no browser could lay it out. */
  always?: true;
}

const softHyphen = 0xad;
const changed = new WeakMap<Node, Shown>();

/** Shows the text with soft hyphens at these ascending offsets, none of which is 0; not over another change. */
export function showHyphens(node: Text, at: readonly number[]): void {
  if (at.length === 0 || changed.has(node)) return;
  const own = node.data;
  const runs = new Uint32Array(2 * at.length + 2);
  let shown = '';
  let from = 0;
  at.forEach((offset, n) => {
    shown += `${own.slice(from, offset)}\u00ad`;
    from = offset;
    runs[2 * n + 2] = offset;
    runs[2 * n + 3] = offset + n + 1;
  });
  node.data = shown + own.slice(from);
  changed.set(node, { runs, own: undefined });
}

/** Shows another text; without runs it is as long as the one before, and goes with it character by character. */
export function showInstead(node: Text, shown: string, runs?: Runs): void {
  if (shown === node.data) return;
  const before = changed.get(node);
  if (before?.always && runs) return;
  changed.set(node, before && !runs ? { ...before, own: ownText(node) } : { runs, own: node.data });
  node.data = shown;
}

/** The same for good: nothing takes it back, and nothing but what goes with it character by character changes it. */
export function showTamed(node: Text, shown: string, runs: Runs): void {
  changed.set(node, { runs, own: node.data, always: true });
  node.data = shown;
}

/** Takes back whatever was shown instead. */
export function showOwn(node: Text): void {
  if (!changed.has(node) || changed.get(node)?.always) return;
  const own = ownText(node);
  changed.delete(node);
  node.data = own;
}

/** The node's text as it stands in the book. */
export function ownText(node: Text): string {
  const { runs, own } = changed.get(node) ?? {};
  if (own !== undefined) return own;
  if (!runs) return node.data;
  let text = '';
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run + 1] as number;
    text += node.data.slice(start, start + runLength(node, runs, run));
  }
  return text;
}

export function ownLength(node: Text): number {
  const { runs, own } = changed.get(node) ?? {};
  if (own !== undefined) return own.length;
  return runs ? toOwn(node, node.length) : node.length;
}

/** Book offset of a place in the node; what is only shown counts as the place after it. */
export function toOwn(node: Node, shownOffset: number): number {
  const runs = changed.get(node)?.runs;
  if (!runs) return shownOffset;
  const run = lastRun(runs, 1, shownOffset);
  const own = (runs[run] as number) + shownOffset - (runs[run + 1] as number);
  return Math.min(own, runs[run + 2] ?? changed.get(node)?.own?.length ?? own);
}

/** Where the character at the book's offset is shown. */
export function toShown(node: Node, ownOffset: number): number {
  const runs = changed.get(node)?.runs;
  if (!runs) return ownOffset;
  const run = lastRun(runs, 0, ownOffset);
  const shown = (runs[run + 1] as number) + ownOffset - (runs[run] as number);
  return Math.min(shown, runs[run + 3] ?? (node as Text).length);
}

/** Where what ends at the book's offset ends; a soft hyphen that is only shown stays outside. */
export function toShownEnd(node: Node, ownOffset: number): number {
  const shown = toShown(node, ownOffset);
  const text = node as Text;
  return changed.get(node)?.runs &&
    text.data.charCodeAt(shown - 1) === softHyphen &&
    toOwn(node, shown - 1) === ownOffset
    ? shown - 1
    : shown;
}

/** How many characters go together in the run at this index. */
function runLength(node: Text, runs: Runs, run: number): number {
  const own = (runs[run + 2] ?? Number.POSITIVE_INFINITY) - (runs[run] as number);
  const shown = (runs[run + 3] ?? node.length) - (runs[run + 1] as number);
  return Math.min(own, shown);
}

/** Index of the last run that begins at or before the offset; `side` 0 counts the book's text, 1 the shown one. */
function lastRun(runs: Runs, side: 0 | 1, offset: number): number {
  let low = 0;
  let high = runs.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[2 * middle + side] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return 2 * low;
}
