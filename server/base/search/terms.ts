// Cuts a folded text into the terms of an index: words, single characters, and pairs of neighbours. Both kinds of
// database are asked for the same pairs, so that they answer the same candidates.

import { kindOf, kinds } from './fold-character.ts';
import { blockEnd } from './fold-text.ts';
import type { Phrase } from './phrase.ts';

/** In units; longer words are known by their beginning, which bounds what one document needs. */
const longestTerm = 32;
/** PostgreSQL's limit of a megabyte per document is far above this many terms and pairs. */
const termsPerPart = 2048;
/** Terms of a phrase that an index is asked for; what follows them is left to the comparison with the text. */
const termsAsked = 32;

/** Terms in their order; `gap` and `blockEnd` are terms too. */
export function termsOf(folded: string): string[] {
  const terms: string[] = [];
  for (let at = 0; at < folded.length; ) {
    const start = at;
    at = behindTerm(folded, at);
    const term = folded.slice(start, at);
    if (term !== ' ') terms.push(term.length > longestTerm ? term.slice(0, longestTerm).toWellFormed() : term);
  }
  return terms;
}

/** Parts that overlap, so that every phrase that can be asked for lies within one of them. */
export function* partsOf(terms: readonly string[]): Generator<string[]> {
  for (let at = 0; at < terms.length; at += termsPerPart - termsAsked) {
    yield terms.slice(at, at + termsPerPart);
    if (at + termsPerPart >= terms.length) return;
  }
}

export interface Asked {
  /** One term, or each pair of neighbours. */
  all: [string, ...string[]][];
  /** The last term of the last of them may go on. */
  isBegun: boolean;
}

/** What a document must have to hold the phrase; undefined when there is nothing to ask for. */
export function askedTerms(phrase: Phrase): Asked | undefined {
  const terms = termsOf(phrase.text);
  const [first, ...rest] = terms.slice(0, termsAsked);
  if (first === undefined) return undefined;
  const isBegun = phrase.isBegun || terms.length > termsAsked || (terms.at(-1)?.length ?? 0) >= longestTerm;
  if (rest.length === 0) return { all: [[first]], isBegun };
  return { all: rest.map((term, n) => [terms[n] as string, term]), isBegun };
}

/** Terms and pairs of a part, each once, for an index that keeps no positions. */
export function lexemesOf(terms: readonly string[]): string[] {
  const lexemes = new Set<string>();
  for (const [n, term] of terms.entries()) {
    const before = terms[n - 1];
    if (term === blockEnd) continue;
    lexemes.add(term);
    if (before !== undefined && before !== blockEnd) lexemes.add(pairOf(before, term));
  }
  return [...lexemes];
}

export function pairOf(first: string, second: string): string {
  return isWord(first) && isWord(second) ? `${first} ${second}` : first + second;
}

export const isWord = (term: string) => kindOf(term.codePointAt(0) ?? 0) === kinds.word;

function behindTerm(folded: string, at: number): number {
  const codePoint = folded.codePointAt(at) as number;
  let end = at + (codePoint > 0xffff ? 2 : 1);
  if (kindOf(codePoint) !== kinds.word) return end;
  for (; end < folded.length; ) {
    const next = folded.codePointAt(end) as number;
    if (kindOf(next) !== kinds.word) return end;
    end += next > 0xffff ? 2 : 1;
  }
  return end;
}
