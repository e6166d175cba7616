// What is selected, drawn inverted with the CSS Custom Highlight API: no node of the book is touched, nothing of the
// platform's own selection is seen, and a change repaints the words that changed.

import type { Box, Selected, TextSpan } from '../book.ts';
import type { Shell } from '../layout/shell.ts';
import type { Slot } from '../layout/slot.ts';
import { cfiOfRange } from '../text/cfi.ts';
import { selectionName } from './mark-css.ts';

export function drawSelection(slot: Slot, span: TextSpan, cfiBase: string): Selected | undefined {
  const { shell } = slot;
  const { text, window } = shell;
  if (!text || slot.unit?.section !== span.chapterUid - 1) return undefined;
  const start = Math.max(text.base, Math.min(span.start, span.end));
  const end = Math.min(text.end, Math.max(span.start, span.end));
  const range = end > start ? text.range(start, end) : undefined;
  if (!range) return undefined;
  const highlight = new window.Highlight(range);
  highlight.priority = 10;
  window.CSS.highlights.set(selectionName, highlight);
  return {
    chapterUid: span.chapterUid,
    start,
    end,
    cfi: cfiOfRange(cfiBase, range),
    text: text.slice(start, end),
    words: text.words(start, end),
    before: text.slice(start - 32, start),
    after: text.slice(end, end + 32),
    ...edgesOf(shell, range),
  };
}

/** On what is shown beside a slot: what goes on there of its selection. */
export function drawBeside(shown: readonly Slot[], slot: Slot, along: readonly TextSpan[]): void {
  for (const other of shown) {
    if (other === slot) continue;
    clearSelection(other);
    const span = along.find(({ chapterUid }) => chapterUid - 1 === other.unit?.section);
    if (span) drawSelection(other, span, '');
  }
}

export function clearSelection(slot: Slot): void {
  if (slot.shell.frame.contentWindow) slot.shell.window.CSS.highlights.delete(selectionName);
}

function edgesOf(shell: Shell, range: Range): Pick<Selected, 'box' | 'startEdge' | 'endEdge'> {
  const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const here = rects.filter((rect) => onScreen(shell, rect));
  const first = rects[0];
  const last = rects.at(-1);
  const edge = (rect: DOMRect | undefined, which: 'start' | 'end') =>
    rect && onScreen(shell, rect) ? shell.toContainer(edgeOf(shell, rect, which)) : undefined;
  return { box: around(here, shell), startEdge: edge(first, 'start'), endEdge: edge(last, 'end') };
}

/** The side of a line's box at which a selection begins or ends. */
function edgeOf(shell: Shell, rect: DOMRect, which: 'start' | 'end') {
  const { left, top, right, bottom, width, height } = rect;
  if (shell.vertical) return { left, top: which === 'start' ? top : bottom, width, height: 0 };
  return { left: (which === 'start') !== shell.leftward ? left : right, top, width: 0, height };
}

/** What of it is seen, in the container's CSS pixels; `undefined` for nothing. */
export function seenBox(shell: Shell, range: Range): Box | undefined {
  const here = [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0 && onScreen(shell, rect));
  return here.length > 0 ? around(here, shell) : undefined;
}

function onScreen(shell: Shell, { left, top, right, bottom }: DOMRect): boolean {
  const { clientWidth, clientHeight } = shell.frame;
  return right > 1 && left < clientWidth - 1 && bottom > 1 && top < clientHeight - 1;
}

function around(rects: readonly DOMRect[], shell: Shell): Box {
  if (rects.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return shell.toContainer({ left, top, width: right - left, height: bottom - top });
}
