// Where words and sentences begin and end in a chapter's text. The text of two blocks stands side by side without
// anything between, so each block is cut by itself, and readings beside words are passed by. Knows no layout but what is
// a block.

import type { ChapterText } from './chapter-text.ts';
import { chapterLanguage } from './element-language.ts';
import { isReading, toRest, toWhole } from './readings.ts';
import { ownLength, ownText } from './shown-text.ts';

export interface Bounds {
  start: number;
  end: number;
}

export type TextUnit = 'character' | 'word' | 'sentence';

/** A block's text without the readings in it, and where both stand. */
interface Run {
  start: number;
  end: number;
  text: string;
  /** From the run's start. */
  readings: readonly number[];
}

/** Longest stretch that is cut at once; longer blocks are cut around the place that is asked about. */
const windowLength = 2000;
const nodesInRun = 400;
/** White space, joiners and soft hyphens at either end belong to no word. */
const unseen = /^[\s\u00ad\u200b-\u200d\u2060\ufeff]+|[\s\u00ad\u200b-\u200d\u2060\ufeff]+$/gu;

export class TextBounds {
  readonly #text: ChapterText;
  readonly #segmenters = new Map<TextUnit, Intl.Segmenter>();
  #run: Run | undefined;

  constructor(text: ChapterText) {
    this.#text = text;
  }

  /** The unit that holds the character, or the next one after white space and punctuation of the same block. */
  at(offset: number, unit: TextUnit): Bounds | undefined {
    const run = this.#runAt(offset);
    if (!run) return undefined;
    const here = this.#units(run, offset, unit).find(({ end }) => end > offset);
    if (here) return here;
    return this.next(offset, unit);
  }

  /** The first unit that begins after the offset's own, in this block or a later one. */
  next(offset: number, unit: TextUnit): Bounds | undefined {
    for (let at = offset; at < this.#text.end; ) {
      const run = this.#runAt(at);
      if (!run) return undefined;
      const found = this.#units(run, at, unit).find(({ start }) => start >= at && start >= offset);
      if (found) return found;
      at = Math.max(at + 1, windowEnd(run, at));
    }
    return undefined;
  }

  /** The last unit that ends at or before the offset. */
  previous(offset: number, unit: TextUnit): Bounds | undefined {
    for (let at = offset; at > this.#text.base; ) {
      const run = this.#runAt(at - 1);
      if (!run) return undefined;
      const found = this.#units(run, at - 1, unit).findLast(({ end }) => end <= offset);
      if (found) return found;
      at = Math.min(at - 1, windowStart(run, at - 1));
    }
    return undefined;
  }

  /** Where an end of a stretch of text comes to stand that is moved by one unit. */
  edgeBeside(offset: number, unit: TextUnit, direction: 1 | -1, edge: 'start' | 'end'): number | undefined {
    if (direction > 0) {
      if (edge === 'start') return this.next(offset + 1, unit)?.start;
      const here = this.at(offset, unit);
      return here && here.end > offset ? here.end : this.next(offset, unit)?.end;
    }
    if (edge === 'end') return this.previous(offset - 1, unit)?.end;
    const here = offset > this.#text.base ? this.at(offset - 1, unit) : undefined;
    return here && here.start < offset ? here.start : this.previous(offset, unit)?.start;
  }

  /** Text of the block from the offset on, for longest matches. */
  following(offset: number, length: number): string {
    const run = this.#runAt(offset);
    const index = run ? indexIn(run, offset) : 0;
    return run ? run.text.slice(index, index + length) : '';
  }

  #units(run: Run, offset: number, unit: TextUnit): Bounds[] {
    const { from, to } = windowAround(run, offset);
    const text = run.text.slice(from, to);
    const units: Bounds[] = [];
    for (const { segment, index, isWordLike } of this.#segmenter(unit).segment(text)) {
      if (unit === 'word' && !isWordLike) continue;
      const trimmed = segment.replace(unseen, '');
      if (trimmed === '') continue;
      const first = from + index + segment.indexOf(trimmed);
      // The reading of its last character is the word's.
      units.push({ start: offsetIn(run, first), end: offsetIn(run, first + trimmed.length) });
    }
    return units;
  }

  #segmenter(unit: TextUnit): Intl.Segmenter {
    const known = this.#segmenters.get(unit);
    if (known) return known;
    const granularity = unit === 'character' ? 'grapheme' : unit;
    const made = new Intl.Segmenter(languageOf(this.#text.body), { granularity });
    this.#segmenters.set(unit, made);
    return made;
  }

  #runAt(offset: number): Run | undefined {
    if (this.#run && offset >= this.#run.start && offset < this.#run.end) return this.#run;
    const { nodes, starts } = this.#text;
    const index = this.#text.nodeAt(offset);
    const node = nodes[index];
    if (!node) return undefined;
    const block = blockOf(node);
    let first = index;
    while (first > 0 && index - first < nodesInRun && joins(nodes[first - 1], nodes[first], block)) first--;
    let last = index;
    while (last + 1 < nodes.length && last - index < nodesInRun && joins(nodes[last], nodes[last + 1], block)) last++;
    this.#run = runOf(nodes.slice(first, last + 1), starts[first] ?? 0);
    return this.#run;
  }
}

function runOf(nodes: readonly Text[], start: number): Run {
  let text = '';
  let length = 0;
  const readings: number[] = [];
  for (const node of nodes) {
    const own = ownLength(node);
    if (isReading(node)) readings.push(length, length + own);
    else text += ownText(node);
    length += own;
  }
  return { start, end: start + length, text, readings };
}

function indexIn({ start, readings }: Run, offset: number): number {
  return toRest(offset - start, readings);
}

function offsetIn({ start, readings }: Run, index: number): number {
  return start + toWhole(index, readings);
}

/** What of a long block is cut. */
function windowAround(run: Run, offset: number): { from: number; to: number } {
  const { length } = run.text;
  if (length <= windowLength) return { from: 0, to: length };
  const index = indexIn(run, offset);
  return { from: Math.max(0, index - windowLength / 2), to: Math.min(length, index + windowLength / 2) };
}

function windowStart(run: Run, offset: number): number {
  return offsetIn(run, windowAround(run, offset).from);
}

function windowEnd(run: Run, offset: number): number {
  const { to } = windowAround(run, offset);
  return to === run.text.length ? run.end : offsetIn(run, to);
}

/** Two neighbours in one line of thought: the same block, and no line break between them. */
function joins(before: Text | undefined, after: Text | undefined, block: Element | undefined): boolean {
  if (!before || !after || blockOf(before) !== block || blockOf(after) !== block) return false;
  const sibling = after.previousSibling;
  return !(sibling instanceof (after.ownerDocument.defaultView?.Element ?? Element) && sibling.localName === 'br');
}

function blockOf(node: Text): Element | undefined {
  const window = node.ownerDocument.defaultView;
  // What is shown where readings are not has no box.
  let element = (isReading(node) && node.parentElement?.closest('ruby')) || node.parentElement;
  while (element && window && /^(inline|contents|ruby)/.test(window.getComputedStyle(element).display)) {
    if (element.localName === 'body') break;
    element = element.parentElement;
  }
  return element ?? undefined;
}

function languageOf(body: Element): string | undefined {
  const tag = chapterLanguage(body.ownerDocument, '');
  return tag !== '' && Intl.Segmenter.supportedLocalesOf(validTag(tag)).length > 0 ? tag : undefined;
}

function validTag(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
