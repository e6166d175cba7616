// The words that a menu, a sheet or an action is about: just selected, or marked before. Pure.

import type { Box, Selected, TextSpan } from '../../book/book.ts';
import type { MarkRow } from '../../db/marks/marks.ts';
import { wholeOf } from './selection-parts.ts';

/** What a menu beside the text is about. */
export type Chosen =
  /**
   * `parts`: in reading order, one for each chapter. `kept`: what marks are made of, where that are not the parts; empty
   * where nothing can be kept.
   */
  | { kind: 'new'; parts: readonly [Selected, ...Selected[]]; kept?: readonly Selected[]; box: Box }
  | { kind: 'mark'; mark: MarkRow; box: Box };

export interface Subject extends TextSpan {
  /** As it stands in the chapter, to be found again; `words` are for whoever reads it. */
  text: string;
  words: string;
  /** Up to 32 characters on either side. */
  before: string;
  after: string;
  cfi: string;
  box: Box;
  /** What the words were selected in, where they are kept in another text: a `TextSpan`'s number of what is shown. */
  shownIn?: number | undefined;
  /**
   * The stretches that are kept, where they are not just this one: in several chapters, or in another text. The place is
   * the first one's that is shown, and the text all of it.
   */
  parts?: readonly Subject[];
}

export function subjectOf(chosen: Chosen): Subject {
  if (chosen.kind === 'new') {
    const { parts, kept } = chosen;
    const whole = subjectOfSelected(wholeOf(parts));
    if (parts.length === 1 && !kept) return whole;
    const keptParts = kept?.map((part, index) => ({ ...subjectOfSelected(part), shownIn: parts[index]?.chapterUid }));
    return { ...whole, parts: keptParts ?? parts.map(subjectOfSelected) };
  }
  const { chapterUid, start, end, textQuote, markText, textBefore, textAfter, cfi } = chosen.mark;
  return {
    ...{ chapterUid, start, end },
    text: textQuote ?? markText,
    words: markText,
    before: textBefore ?? '',
    after: textAfter ?? '',
    cfi: cfi ?? '',
    box: chosen.box,
  };
}

function subjectOfSelected({ chapterUid, start, end, text, words, before, after, cfi, box }: Selected): Subject {
  return { chapterUid, start, end, text, words, before, after, cfi, box };
}

/** The words as they go to the clipboard: with who wrote them, and where. */
export function quotation(words: string, source: { title: string; author: string; chapter: string }): string {
  const from = [source.author, source.title, source.chapter].filter((part) => part.trim() !== '').join(', ');
  return from === '' ? words : `${words}\n— ${from}`;
}
