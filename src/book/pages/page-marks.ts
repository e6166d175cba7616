// Marks and the selection on drawn pages: found by their place, else by their words, and drawn under the unseen text.

import type { Box, DrawnMark, TextSpan } from '../book.ts';
import { foundName, hereName } from '../highlights/found-spans.ts';
import { highlightName, highlightNames, selectionName } from '../highlights/mark-css.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findQuote } from '../text/find-quote.ts';
import type { LaidPage, Leaf } from './leaf.ts';
import { isWithin } from './screens.ts';
import { seenBox, seenLines } from './seen-on-page.ts';

export interface PlacedMark {
  id: string;
  range: Range;
  leaf: Leaf;
  page: LaidPage;
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
      for (const { mark, range, page } of this.#marksOn(leaf)) {
        if (!range) {
          if (of.includes(leaf) && leaf.failure === undefined) unplaced.add(mark.id);
          continue;
        }
        const name = highlightName(mark.style, mark.grey);
        highlights.set(name, (highlights.get(name) ?? new Highlight()).add(range));
        this.#placed.push({ id: mark.id, range, leaf, page });
      }
    }
    for (const name of highlightNames) {
      const highlight = highlights.get(name);
      if (highlight) CSS.highlights.set(name, highlight);
      else CSS.highlights.delete(name);
    }
    return [...unplaced];
  }

  /** As drawn on a leaf. */
  on(leaf: Leaf): PlacedMark[] {
    return this.#placed.filter((mark) => mark.leaf === leaf);
  }

  /** The shortest mark of the leaf under a point of the container, and what of it is seen. */
  at(leaf: Leaf, at: { x: number; y: number }, container: HTMLElement): { id: string; box: Box } | undefined {
    const hit = this.on(leaf)
      .filter(({ range, page }) => seenLines(range, page, container).some((line) => isWithin(at, line)))
      .sort((a, b) => a.range.toString().length - b.range.toString().length)[0];
    const box = hit && seenBox(hit.range, hit.page, container);
    return hit && box && { id: hit.id, box };
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

  *#marksOn(leaf: Leaf): Generator<{ mark: DrawnMark; range: Range | undefined; page: LaidPage }> {
    for (const page of leaf.pages) {
      for (const mark of this.#marks) {
        if (mark.chapterUid === page.placement.page + 1) yield { mark, range: placeMark(mark, page.text), page };
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
