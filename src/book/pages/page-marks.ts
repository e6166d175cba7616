// Marks and the selection on drawn pages: found by their place, else by their words, and drawn under the unseen text.

import type { Box, DrawnMark, TextSpan } from '../book.ts';
import { foundName, hereName } from '../highlights/found-spans.ts';
import { highlightName, selectionName } from '../highlights/mark-css.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import { findQuote } from '../text/find-quote.ts';
import type { LaidPage, Leaf } from './leaf.ts';
import { drawWords, type MarkedWords } from './marked-words.ts';
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
  /** Those with something selected. */
  #selected: readonly LaidPage[] = [];

  replace(marks: readonly DrawnMark[]): void {
    this.#marks = marks;
  }

  /** Draws the marks of these leaves; returns the ids of those that are not in the text of their page. */
  draw(leaves: readonly Leaf[]): string[] {
    const unplaced = new Set<string>();
    this.#placed = this.#placed.filter(({ leaf }) => !leaves.includes(leaf));
    for (const leaf of leaves) {
      for (const page of leaf.pages) {
        const words: MarkedWords[] = [];
        for (const mark of this.#marks) {
          if (!isOn(page, mark)) continue;
          const range = placeMark(mark, page.text);
          if (range) {
            words.push({ range, name: highlightName(mark.style, mark.grey) });
            this.#placed.push({ id: mark.id, range, leaf, page });
          } else if (leaf.failure === undefined) unplaced.add(mark.id);
        }
        drawWords(page.marks, 'marks', words);
      }
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

  /** Draws what was found on these leaves. */
  drawFound(leaves: readonly Leaf[]): void {
    for (const page of leaves.flatMap(({ pages }) => pages)) {
      const here = this.#here ? wordsOn(page, [this.#here], hereName) : [];
      drawWords(page.marks, 'found', [...wordsOn(page, this.#found, foundName), ...here]);
    }
  }

  /** In place of what was selected. */
  select(pages: readonly LaidPage[], spans: readonly TextSpan[]): void {
    for (const page of new Set([...this.#selected, ...pages]))
      drawWords(page.marks, 'selection', pages.includes(page) ? wordsOn(page, spans, selectionName) : []);
    this.#selected = pages;
  }
}

function isOn({ placement }: LaidPage, { chapterUid }: { chapterUid: number }): boolean {
  return chapterUid === placement.page + 1;
}

function wordsOn(page: LaidPage, spans: readonly TextSpan[], name: string): MarkedWords[] {
  const ranges = spans
    .filter((span) => isOn(page, span))
    .flatMap(({ start, end }) => page.text.range(start, end) ?? []);
  return ranges.map((range) => ({ range, name }));
}

function placeMark({ start, end, quote }: DrawnMark, text: ChapterText): Range | undefined {
  if (!quote || text.slice(start, end) === quote) return end > start ? text.range(start, end) : undefined;
  const found = findQuote(text.text, quote, start);
  return found && text.range(found.start, found.end);
}
