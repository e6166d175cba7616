// A piece of a chapter around what was found, as a list of results shows it: white space made one, annotations left out.

import type { Seams } from '../../base/search/fold-text.ts';
import type { Hit } from '../../base/search/phrase.ts';

export interface Snippet {
  snippet: string;
  /** `start-end` of each hit, UTF-16 units of `snippet`. */
  highlights: string[];
}

const longestSnippet = 1000;
const mostHighlights = 50;
/** How far an end may be moved to where a word begins. */
const wordReach = 12;

/** `hits` are those of the text around `hit`, in order; `units` is how long the piece is meant to be. */
export function makeSnippet(text: string, seams: Seams, hit: Hit, hits: readonly Hit[], units: number): Snippet {
  const hidden = new HiddenRanges(seams.asides, hit);
  const around = Math.max(0, units - Math.min(hit.end - hit.start, units)) / 2;
  const start = wordStart(text, walk(text, hidden, hit.start, -1, Math.floor(around)), hit.start);
  const end = wordEnd(text, walk(text, hidden, hit.end, 1, Math.ceil(around)), hit.end);
  const { snippet, places } = collapse(text, seams, hidden, start, Math.min(end, start + 8 * longestSnippet));
  const shown = hits.filter((each) => each.start >= start && each.start < start + places.length - 1);
  const highlights = shown.slice(0, mostHighlights).flatMap((each) => {
    const from = places[each.start - start] ?? 0;
    const to = Math.min(places[Math.min(each.end - start, places.length - 1)] ?? 0, snippet.length);
    return from < to ? [`${from}-${to}`] : [];
  });
  return { snippet, highlights };
}

class HiddenRanges {
  readonly #ranges: readonly number[];
  readonly #shown: Hit;

  /** An annotation that was found itself is not hidden. */
  constructor(ranges: readonly number[], shown: Hit) {
    this.#ranges = ranges;
    this.#shown = shown;
  }

  /** Where the hidden part around this place begins and ends, if there is one. */
  at(place: number): { start: number; end: number } | undefined {
    let low = 0;
    let high = this.#ranges.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[2 * middle + 1] as number) <= place) low = middle + 1;
      else high = middle;
    }
    const start = this.#ranges[2 * low];
    const end = this.#ranges[2 * low + 1];
    if (start === undefined || end === undefined || start > place) return undefined;
    // What was found begins or ends inside: it is the annotation's own text.
    const { start: from, end: to } = this.#shown;
    if ((from >= start && from < end) || (to > start && to < end)) return undefined;
    return { start, end };
  }
}

/** So many shown units further in a direction. */
function walk(text: string, hidden: HiddenRanges, from: number, step: 1 | -1, units: number): number {
  let at = from;
  for (let left = units; left > 0; ) {
    const next = step > 0 ? at : at - 1;
    if (next < 0 || next >= text.length) break;
    const range = hidden.at(next);
    if (range) at = step > 0 ? range.end : range.start;
    else {
      at += step;
      left--;
    }
  }
  return at;
}

const isWordUnit = (text: string, at: number) =>
  at >= 0 && at < text.length && /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? '');
const isLowHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

function wordStart(text: string, at: number, limit: number): number {
  for (let place = at; place < limit && place < at + wordReach; place++) {
    if (!(isWordUnit(text, place - 1) && isWordUnit(text, place)) && !isLowHalf(text, place)) return place;
  }
  return isLowHalf(text, at) ? at - 1 : at;
}

function wordEnd(text: string, at: number, limit: number): number {
  for (let place = at; place > limit && place > at - wordReach; place--) {
    if (!(isWordUnit(text, place - 1) && isWordUnit(text, place)) && !isLowHalf(text, place)) return place;
  }
  return isLowHalf(text, at) ? at + 1 : at;
}

/** `places` says for each unit of the piece where it stands in the snippet. */
function collapse(text: string, seams: Seams, hidden: HiddenRanges, start: number, end: number) {
  const ends = new Set([...seams.blocks, ...seams.lines].filter((at) => at > start && at < end));
  const places: number[] = [];
  let snippet = '';
  let isParted = false;
  for (let at = start; at < end && snippet.length < longestSnippet; at++) {
    const isSpace = /\s/.test(text[at] ?? '');
    isParted ||= isSpace || ends.has(at);
    const isShown = !isSpace && !hidden.at(at);
    if (isShown && isParted && snippet) snippet += ' ';
    places.push(snippet.length);
    if (!isShown) continue;
    isParted = false;
    snippet += text[at];
  }
  places.push(snippet.length);
  return { snippet: snippet.toWellFormed(), places };
}
