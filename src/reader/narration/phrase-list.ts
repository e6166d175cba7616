// The phrases of a section with the places of their words, and which of them comes next. Pure.

import type { SectionText } from '../../book/book.ts';
import type { Phrase } from '../../book/overlay/phrase.ts';

export interface PlacedPhrase extends Phrase {
  /** Offsets in the section's text; `end` where the next phrase begins, or its own paragraph ends. */
  start: number;
  end: number;
}

export function placePhrases(phrases: readonly Phrase[], { text, anchors }: SectionText): PlacedPhrase[] {
  const starts = phrases.map(({ fragment }) => anchors.get(fragment) ?? 0);
  return phrases.map((phrase, index) => {
    const start = starts[index] ?? 0;
    const after = starts.slice(index + 1).find((other) => other > start);
    return { ...phrase, start, end: after ?? text.length };
  });
}

/** The first phrase that begins at an offset or later; else the one that holds it; −1 in an empty list. */
export function phraseFrom(phrases: readonly PlacedPhrase[], offset: number): number {
  const later = phrases.findIndex(({ start }) => start >= offset);
  return later >= 0 ? later : phrases.length - 1;
}

/** The phrase that holds the words at an offset; −1 in an empty list. */
export function phraseAt(phrases: readonly PlacedPhrase[], offset: number): number {
  return phrases.length === 0
    ? -1
    : Math.max(
        0,
        phrases.findLastIndex(({ start }) => start <= offset),
      );
}

/** The next phrase that is read, in that direction; `undefined` at the list's ends. */
export function phraseBeside(
  phrases: readonly PlacedPhrase[],
  index: number,
  direction: 1 | -1,
  skip: boolean,
): number | undefined {
  for (let at = index + direction; at >= 0 && at < phrases.length; at += direction) {
    if (!(skip && phrases[at]?.skippable)) return at;
  }
  return undefined;
}

/** How far the words have been read, as an offset. */
export function offsetReached({ start, end }: PlacedPhrase, share: number): number {
  return Math.min(Math.max(start, end - 1), Math.floor(start + (end - start) * Math.min(1, Math.max(0, share))));
}

/** Characters that are read in a second, by somebody who reads silently. */
const pace = 16;

/** Seconds for a phrase without a recording. */
export function silentSeconds({ start, end }: PlacedPhrase): number {
  return Math.max(1, (end - start) / pace);
}
