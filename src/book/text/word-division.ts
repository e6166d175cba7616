// Where a word may be divided, by Liang's algorithm (TeX, 1983): of all patterns that fit a word, the highest number at
// each place decides; odd ones divide. Knows words only, no text.

import type { PatternEntry, PatternNode, PatternTable } from './hyphenation-patterns.ts';

const shortest = 5;
/** Letters that stay before the first hyphen and after the last. */
const before = 2;
const after = 3;
/** Longer "words" are addresses or sequences, not language. */
const longest = 48;
/** Words of a long book; they are forgotten when there are more. */
const wordsKept = 20_000;

const none: readonly number[] = [];

/** Offsets within the word. */
export type DivideWord = (word: string) => readonly number[];

export function createWordDivider([levels, trie, exceptions = {}]: PatternTable): DivideWord {
  const known = new Map<string, readonly number[]>();
  return (word) => {
    if (word.length < shortest || word.length > longest) return none;
    const found = known.get(word);
    if (found) return found;
    if (known.size >= wordsKept) known.clear();
    const lower = word.toLowerCase();
    // Where lower case has another length, places would be those of another word.
    const places =
      lower.length !== word.length ? none : (ownException(exceptions, lower) ?? divide(lower, levels, trie));
    const allowed = places.filter((place) => place >= before && place <= word.length - after);
    known.set(word, allowed.length > 0 ? allowed : none);
    return known.get(word) ?? none;
  };
}

function ownException(exceptions: PatternTable[2] & object, word: string): readonly number[] | undefined {
  return Object.hasOwn(exceptions, word) ? exceptions[word] : undefined;
}

function divide(word: string, levels: PatternTable[0], trie: PatternNode): number[] {
  const text = `.${word}.`;
  const highest = new Uint8Array(text.length + 1);
  for (let start = 0; start < text.length; start++) {
    let node: PatternNode | undefined = trie;
    // A pattern that begins with the full stop before the word counts its places from the word's first letter.
    const from = start === 0 ? 0 : start - 1;
    for (let at = start; node && at < text.length; at++) {
      const entry: PatternEntry | undefined = node[text[at] as string];
      if (entry === undefined) break;
      const level = typeof entry === 'number' ? entry : Array.isArray(entry) ? entry[1] : -1;
      node = typeof entry === 'number' ? undefined : Array.isArray(entry) ? entry[0] : (entry as PatternNode);
      const values = levels[level] ?? none;
      for (let n = 0; n < values.length; n++) {
        const value = values[n] as number;
        if (value > (highest[from + n] as number)) highest[from + n] = value;
      }
    }
  }
  const places: number[] = [];
  for (let place = 1; place < word.length; place++) if ((highest[place] as number) & 1) places.push(place);
  return places;
}
