// Finds a folded query in a section's text, block by block, so that no match runs over a paragraph's end. It gives way
// after every block, for whoever has something more urgent to do. Pure.

import type { SectionText } from '../../book/book.ts';
import { withoutSpans } from '../../book/text/readings.ts';
import { foldText } from './fold-text.ts';

export type WordPart = 'any' | 'start' | 'whole';

export interface Query {
  /** As `foldQuery` made it. */
  text: string;
  part: WordPart;
  exact: boolean;
}

/** Offsets of the chapter's text, and what stands around it. */
export interface Match {
  start: number;
  end: number;
  before: string;
  words: string;
  after: string;
}

/** Characters of a snippet on either side. */
const around = 90;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that are written without blanks: every character may begin or end a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Yields the matches of each block, often none. */
export function* findMatches(section: SectionText, query: Query): Generator<Match[]> {
  const { text, breaks, beside } = section;
  let start = 0;
  let skip = 0;
  for (const end of [...breaks, text.length]) {
    while (skip < beside.length && (beside[skip + 1] ?? 0) <= start) skip += 2;
    let last = skip;
    while (last < beside.length && (beside[last] ?? 0) < end) last += 2;
    if (end > start) yield inBlock(text, start, end, beside.slice(skip, last), query);
    start = end;
  }
}

function inBlock(text: string, start: number, end: number, beside: readonly number[], query: Query): Match[] {
  const folded = foldText(text, start, end, query.exact, beside);
  const matches: Match[] = [];
  for (
    let at = folded.text.indexOf(query.text);
    at >= 0;
    at = folded.text.indexOf(query.text, at + query.text.length)
  ) {
    const after = at + query.text.length;
    const startsWord = isEdge(folded.text, at);
    if (query.part !== 'any' && !startsWord) continue;
    if (query.part === 'whole' && !isEdge(folded.text, after)) continue;
    const from = folded.from[at] ?? start;
    const to = endOf(folded.from, after, text);
    matches.push({ start: from, end: to, ...snippet(text, [start, end], from, to, beside) });
  }
  return matches;
}

/** Past the last character that matched: blanks and signs left out after it do not belong to it. */
function endOf(from: Uint32Array, after: number, text: string): number {
  const last = from[after - 1] ?? 0;
  const code = text.codePointAt(last) ?? 0;
  let end = last + (code > 0xffff ? 2 : 1);
  // Accents that stand as characters of their own go with the letter.
  while (end < (from[after] ?? end) && /\p{M}/u.test(text.charAt(end))) end++;
  return end;
}

function isEdge(folded: string, at: number): boolean {
  const before = lastCharacter(folded, at);
  const next = at < folded.length ? String.fromCodePoint(folded.codePointAt(at) ?? 0) : '';
  if (!wordCharacter.test(before) || !wordCharacter.test(next)) return true;
  return unspaced.test(before) || unspaced.test(next);
}

function lastCharacter(text: string, end: number): string {
  if (end <= 0) return '';
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(end - 2, end) : text.charAt(end - 1);
}

/** As it is read along: without what stands beside it. */
function snippet(
  text: string,
  [start, end]: readonly [number, number],
  from: number,
  to: number,
  beside: readonly number[],
) {
  const head = Math.max(start, from - around);
  const tail = Math.min(end, to + around);
  const part = (first: number, last: number) => withoutSpans(text, first, last, beside);
  return {
    before: (head > start ? '…' : '') + blanks(cutStart(part(head, from), head > start)),
    words: blanks(part(from, to)),
    after: blanks(cutEnd(part(to, tail), tail < end)) + (tail < end ? '…' : ''),
  };
}

/** Begins with a whole word where there is one nearby. */
function cutStart(part: string, cut: boolean): string {
  const space = cut ? part.search(/\s/) : -1;
  return space >= 0 && space < 20 ? part.slice(space + 1) : withoutHalves(part);
}

function cutEnd(part: string, cut: boolean): string {
  const space = cut ? part.search(/\s\S*$/) : -1;
  return space >= 0 && part.length - space < 20 ? part.slice(0, space) : withoutHalves(part);
}

/** Never half of a pair of surrogates. */
function withoutHalves(part: string): string {
  return part.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}

function blanks(text: string): string {
  return text.replace(/\s+/g, ' ');
}
