// Finds passages of one version of a book in another: exactly, nearest to where they were; then without case, spaces and
// punctuation; then by what stood around them. What it cannot find it says so, and never guesses.

import { type FoldedText, foldForPlaces } from './folded-text.ts';

export interface VersionChapter {
  uid: number;
  title: string;
  /** Path in the package. */
  file: string;
  text: string;
}

export interface Passage {
  /** Where it was: chapter of the other version, offset in its text. */
  chapter: Pick<VersionChapter, 'uid' | 'title' | 'file'>;
  offset: number;
  quote: string;
  before: string;
  after: string;
}

export interface FoundPassage {
  chapter: VersionChapter;
  start: number;
  end: number;
}

/** Shorter quotes are found only in their own chapter: elsewhere they mean something else. */
const leastElsewhere = 12;
const leastContext = 8;
/** Occurrences that are looked at; what stands more often is no place. */
const mostOccurrences = 500;

export class PlaceFinder {
  readonly chapters: readonly VersionChapter[];
  readonly #folded = new Map<VersionChapter, FoldedText>();

  constructor(chapters: readonly VersionChapter[]) {
    this.chapters = chapters;
  }

  find(passage: Passage): FoundPassage | undefined {
    const { quote } = passage;
    if (quote.trim() === '') return undefined;
    const home = this.home(passage.chapter);
    return (
      (home && this.#exact(home, passage)) ??
      this.#elsewhere(home, quote.length, (chapter) => this.#exact(chapter, passage), passage) ??
      (home && this.#loose(home, passage)) ??
      this.#elsewhere(home, quote.length, (chapter) => this.#loose(chapter, passage), passage) ??
      (home && this.#around(home, passage))
    );
  }

  /** The chapter that took another's place: of the same file, or else of the same title, or else of the same number. */
  home({ uid, title, file }: Passage['chapter']): VersionChapter | undefined {
    const named = title ? this.chapters.filter((chapter) => chapter.title === title) : [];
    const ofFile = this.chapters.find((chapter) => chapter.file === file);
    // Files are numbered anew when a chapter is added; titles are not.
    if (ofFile && (ofFile.title === title || named.length !== 1)) return ofFile;
    return named.length === 1 ? named[0] : (ofFile ?? this.chapters.find((chapter) => chapter.uid === uid));
  }

  /** Of all other chapters the one whose surroundings fit best, and of those that fit alike the nearest. */
  #elsewhere(
    home: VersionChapter | undefined,
    length: number,
    find: (chapter: VersionChapter) => (FoundPassage & { context: number }) | undefined,
    passage: Passage,
  ): FoundPassage | undefined {
    if (length < leastElsewhere) return undefined;
    const at = home ? this.chapters.indexOf(home) : passage.chapter.uid - 1;
    let best: (FoundPassage & { context: number }) | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const [n, chapter] of this.chapters.entries()) {
      if (chapter === home) continue;
      const found = find(chapter);
      if (!found || (best && found.context < best.context)) continue;
      if (best && found.context === best.context && Math.abs(n - at) >= distance) continue;
      best = found;
      distance = Math.abs(n - at);
    }
    return best;
  }

  #exact(chapter: VersionChapter, passage: Passage) {
    const { quote, before, after, offset } = passage;
    const starts = occurrences(chapter.text, quote);
    return best(chapter, starts, offset, (start) => {
      const end = start + quote.length;
      return { start, end, context: commonEnd(chapter.text, start, before) + commonStart(chapter.text, end, after) };
    });
  }

  #loose(chapter: VersionChapter, passage: Passage) {
    const folded = this.#foldedOf(chapter);
    const quote = foldForPlaces(passage.quote).text;
    if (quote.length < 3) return undefined;
    const before = foldForPlaces(passage.before).text;
    const after = foldForPlaces(passage.after).text;
    return best(chapter, occurrences(folded.text, quote), passage.offset, (at) => {
      const last = at + quote.length;
      const start = folded.offsets[at] as number;
      const end = endOf(folded, last);
      return { start, end, context: commonEnd(folded.text, at, before) + commonStart(folded.text, last, after) };
    });
  }

  /** Words that were changed stand between the words that were not. */
  #around(chapter: VersionChapter, { quote, before, after, offset }: Passage): FoundPassage | undefined {
    if (before.trim().length < leastContext || after.trim().length < leastContext) return undefined;
    const folded = this.#foldedOf(chapter);
    const head = foldForPlaces(before).text;
    const tail = foldForPlaces(after).text;
    if (head.length < leastContext || tail.length < leastContext) return undefined;
    const longest = foldForPlaces(quote).text.length * 2 + 32;
    let found: FoundPassage | undefined;
    for (const at of occurrences(folded.text, head)) {
      const from = at + head.length;
      const to = folded.text.slice(from, from + longest + tail.length).indexOf(tail);
      if (to <= 0) continue;
      const start = folded.offsets[from] as number;
      const end = endOf(folded, from + to);
      if (!found || Math.abs(start - offset) < Math.abs(found.start - offset)) found = { chapter, start, end };
    }
    return found;
  }

  #foldedOf(chapter: VersionChapter): FoldedText {
    const known = this.#folded.get(chapter);
    if (known) return known;
    const folded = foldForPlaces(chapter.text);
    this.#folded.set(chapter, folded);
    return folded;
  }
}

/** Behind the last letter, before the marks and spaces that follow it. */
function endOf({ offsets, text }: FoldedText, at: number): number {
  const last = offsets[at - 1] as number;
  // The next offset is that of the letter after marks and spaces; a letter is one unit or two.
  return Math.min(last + (/[\ud800-\udbff]/.test(text[at - 2] ?? '') ? 2 : 1), offsets[text.length] as number);
}

function occurrences(text: string, quote: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(quote); at >= 0 && found.length < mostOccurrences; at = text.indexOf(quote, at + 1)) {
    found.push(at);
  }
  return found;
}

function best(
  chapter: VersionChapter,
  starts: readonly number[],
  offset: number,
  describe: (start: number) => { start: number; end: number; context: number },
): (FoundPassage & { context: number }) | undefined {
  let chosen: { start: number; end: number; context: number } | undefined;
  for (const start of starts) {
    const found = describe(start);
    const isNearer = !chosen || Math.abs(found.start - offset) < Math.abs(chosen.start - offset);
    if (!chosen || found.context > chosen.context || (found.context === chosen.context && isNearer)) chosen = found;
  }
  return chosen && { chapter, ...chosen };
}

function commonEnd(text: string, at: number, before: string): number {
  let n = 0;
  while (n < before.length && n < at && text[at - 1 - n] === before[before.length - 1 - n]) n++;
  return n;
}

function commonStart(text: string, at: number, after: string): number {
  let n = 0;
  while (n < after.length && text[at + n] === after[n]) n++;
  return n;
}
