// Draws marks with the CSS Custom Highlight API, which touches no node of the book, and lines where that draws none; tells
// which mark was tapped.

import type { DrawnMark } from '../book.ts';
import type { Slot } from '../layout/slot.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findQuote } from '../text/find-quote.ts';
import { toRest, toWhole } from '../text/readings.ts';
import { highlightName, highlightNames, markLine } from './mark-css.ts';
import { drawUprightLines, type UprightLine } from './upright-lines.ts';

interface PlacedMark {
  id: string;
  range: Range;
}

export class DrawnMarks {
  #marks: readonly DrawnMark[] = [];
  readonly #placed = new WeakMap<Slot, PlacedMark[]>();

  replace(marks: readonly DrawnMark[]): void {
    this.#marks = marks;
  }

  /** Draws the marks of what the slot holds; returns the ids of those that its text does not have. */
  draw(slot: Slot): string[] {
    const { text, window, document, piece } = slot.shell;
    const unplaced: string[] = [];
    const placed: PlacedMark[] = [];
    const highlights = new Map<string, Highlight>();
    const lines: UprightLine[] = [];
    if (text && slot.unit && !slot.failure) {
      for (const mark of this.#marks) {
        if (mark.chapterUid !== slot.unit.section + 1) continue;
        const span = placeMark(mark, text, piece !== undefined);
        if (span === 'elsewhere') continue;
        const range = span && text.range(span.start, span.end);
        if (!range) {
          unplaced.push(mark.id);
          continue;
        }
        const name = highlightName(mark.style, mark.grey);
        const highlight = highlights.get(name) ?? new window.Highlight();
        highlights.set(name, highlight.add(range));
        placed.push({ id: mark.id, range });
        const line = slot.shell.vertical && markLine(mark.style, mark.grey, slot.shell.night);
        if (line) lines.push({ range, line });
      }
    }
    for (const name of highlightNames) {
      const highlight = highlights.get(name);
      if (highlight) window.CSS.highlights.set(name, highlight);
      else window.CSS.highlights.delete(name);
    }
    if (slot.shell.vertical) drawUprightLines(document, lines);
    this.#placed.set(slot, placed);
    return unplaced;
  }

  of(slot: Slot): readonly PlacedMark[] {
    return this.#placed.get(slot) ?? [];
  }

  /** The shortest mark under a point of the slot's frame, with its box there. */
  at(slot: Slot, x: number, y: number): { id: string; box: DOMRect } | undefined {
    let best: PlacedMark | undefined;
    for (const mark of this.#placed.get(slot) ?? []) {
      const hit = [...mark.range.getClientRects()].some(
        (rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom,
      );
      if (hit && (!best || mark.range.toString().length < best.range.toString().length)) best = mark;
    }
    return best && { id: best.id, box: best.range.getBoundingClientRect() };
  }
}

function placeMark(
  mark: DrawnMark,
  text: ChapterText,
  isPiece: boolean,
): { start: number; end: number } | 'elsewhere' | undefined {
  if (mark.end <= text.base || mark.start >= text.end) {
    // A piece of a long section says nothing about the rest of it.
    return isPiece ? 'elsewhere' : found(mark, text);
  }
  if (!mark.quote || text.slice(mark.start, mark.end) === mark.quote) {
    return mark.end > mark.start ? mark : undefined;
  }
  // A mark that runs over the piece's edge can only be compared where the piece has text.
  const cut = mark.start < text.base || mark.end > text.end;
  if (cut && mark.quote.includes(text.slice(mark.start, mark.end))) return mark;
  return found(mark, text);
}

/** Others quote words without the readings beside them. */
function found(mark: DrawnMark, text: ChapterText): { start: number; end: number } | undefined {
  const { base, readings } = text;
  const span = findQuote(text.text, mark.quote, mark.start - base);
  if (span) return { start: span.start + base, end: span.end + base };
  if (readings.length === 0) return undefined;
  const spans = readings.map((offset) => offset - base);
  const words = findQuote(text.words(base, text.end), mark.quote, toRest(mark.start - base, spans));
  return words && { start: toWhole(words.start, spans) + base, end: toWhole(words.end, spans) + base };
}
