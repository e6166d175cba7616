// A phrase as it was typed, and where it stands in a text. Words must be whole, but for the last, which may be begun.

import { kindOf, kinds } from './fold-character.ts';
import { type Folded, foldText } from './fold-text.ts';

export interface Phrase {
  /** Folded; empty when nothing of it can be found. */
  text: string;
  /** The last word, of two letters or more, may go on: what is typed is not finished. */
  isBegun: boolean;
}

export interface Hit {
  /** UTF-16 units of the original text. */
  start: number;
  end: number;
}

export function readPhrase(typed: string): Phrase {
  const { text } = foldText(typed.toWellFormed());
  const last = kindOf(typed.codePointAt(lastIndexOf(typed)) ?? 0x20);
  const isOpen = last !== kinds.space && last !== kinds.mark;
  // A single letter is the beginning of too much; it is a word.
  return { text, isBegun: isOpen && isInsideWord(text, text.length - 1) };
}

export function* findPhrase(folded: Folded, phrase: Phrase): Generator<Hit> {
  const { text } = folded;
  const { length } = phrase.text;
  if (length === 0) return;
  for (let at = text.indexOf(phrase.text); at >= 0; ) {
    const isHit = !isInsideWord(text, at) && (phrase.isBegun || !isInsideWord(text, at + length));
    if (isHit) yield { start: folded.from[at] as number, end: folded.to[at + length - 1] as number };
    at = text.indexOf(phrase.text, isHit ? at + length : at + 1);
  }
}

/** Whether a word goes on across this place of a folded text. */
function isInsideWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text.codePointAt(lastIndexOf(text, at)) as number;
  return kindOf(before) === kinds.word && kindOf(text.codePointAt(at) as number) === kinds.word;
}

/** Where the character that ends before `end` begins. */
function lastIndexOf(text: string, end = text.length): number {
  const last = text.charCodeAt(end - 1);
  return (last & 0xfc00) === 0xdc00 && end > 1 ? end - 2 : Math.max(0, end - 1);
}
