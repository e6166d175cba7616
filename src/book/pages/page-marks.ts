// Marks and the selection on drawn pages: found by their place, else by their words, and drawn under the unseen text.

import type { DrawnMark, TextSpan } from '../book.ts';
import { foundName, hereName } from '../highlights/found-spans.ts';
import { highlightName, highlightNames, selectionName } from '../highlights/mark-css.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findQuote } from '../text/find-quote.ts';
import type { LaidPage, Leaf } from './leaf.ts';

interface PlacedMark {
  id: string;
  range: Range;
  leaf: Leaf;
}

export class PageMarks {
  #marks: readonly DrawnMark[] = [];
  #found: readonly TextSpan[] = [];
  #here: TextSpan | undefined;
  #placed: PlacedMark[] = [];

  replace(marks: readonly DrawnMark[]): void {
    this.#marks = marks;
  }

  /** Draws the marks of all leaves; returns the ids of those that are not in the text of their page on `of`. */
  draw(leaves: readonly Leaf[], of: readonly Leaf[] = leaves): string[] {
    const highlights = new Map<string, Highlight>();
    const unplaced = new Set<string>();
    this.#placed = [];
    for (const leaf of leaves) {
      for (const { mark, range } of this.#marksOn(leaf)) {
        if (!range) {
          if (of.includes(leaf) && leaf.failure === undefined) unplaced.add(mark.id);
          continue;
        }
        const name = highlightName(mark.style, mark.grey);
        highlights.set(name, (highlights.get(name) ?? new Highlight()).add(range));
        this.#placed.push({ id: mark.id, range, leaf });
      }
    }
    for (const name of highlightNames) {
      const highlight = highlights.get(name);
      if (highlight) CSS.highlights.set(name, highlight);
      else CSS.highlights.delete(name);
    }
    return [...unplaced];
  }

  /** The shortest mark of the leaf under a point of the window. */
  at(leaf: Leaf, x: number, y: number): { id: string; box: DOMRect } | undefined {
    const hit = this.#placed
      .filter((mark) => mark.leaf === leaf && [...mark.range.getClientRects()].some((rect) => contains(rect, x, y)))
      .sort((a, b) => a.range.toString().length - b.range.toString().length)[0];
    return hit && { id: hit.id, box: hit.range.getBoundingClientRect() };
  }

  /** Words that were searched for, and among them the ones that the reader is at. */
  find(found: readonly TextSpan[], here: TextSpan | undefined): void {
    this.#found = found;
    this.#here = here;
  }

  /** Draws what was found on all leaves. */
  drawFound(leaves: readonly Leaf[]): void {
    for (const [name, spans] of [
      [foundName, this.#found],
      [hereName, this.#here ? [this.#here] : []],
    ] as const) {
      const ranges = leaves.flatMap((leaf) => leaf.pages.flatMap((page) => rangesOn(page, spans)));
      if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
      else CSS.highlights.delete(name);
    }
  }

  /** In place of what was selected. */
  select(pages: readonly LaidPage[], spans: readonly TextSpan[]): void {
    const ranges = pages.flatMap((page) => rangesOn(page, spans));
    if (ranges.length > 0) CSS.highlights.set(selectionName, new Highlight(...ranges));
    else CSS.highlights.delete(selectionName);
  }

  clear(): void {
    this.select([], []);
    this.find([], undefined);
    this.drawFound([]);
    for (const name of highlightNames) CSS.highlights.delete(name);
    this.#placed = [];
  }

  *#marksOn(leaf: Leaf): Generator<{ mark: DrawnMark; range: Range | undefined }> {
    for (const { placement, text } of leaf.pages) {
      for (const mark of this.#marks) {
        if (mark.chapterUid === placement.page + 1) yield { mark, range: placeMark(mark, text) };
      }
    }
  }
}

function rangesOn({ placement, text }: LaidPage, spans: readonly TextSpan[]): Range[] {
  const own = spans.filter(({ chapterUid }) => chapterUid === placement.page + 1);
  return own.flatMap(({ start, end }) => text.range(start, end) ?? []);
}

function placeMark({ start, end, quote }: DrawnMark, text: ChapterText): Range | undefined {
  if (!quote || text.slice(start, end) === quote) return end > start ? text.range(start, end) : undefined;
  const found = findQuote(text.text, quote, start);
  return found && text.range(found.start, found.end);
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
