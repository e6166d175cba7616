// How a selection grows and shrinks: an anchor that stays selected, and a cursor on one side of it. Pure but for the
// questions to the laid-out text.

import type { PageText, TextSpan } from '../../book/book.ts';
import type { SelectionCommand } from './selection-keys.ts';

export interface Growing {
  /** Stays selected; without length where a handle is dragged. */
  anchor: { start: number; end: number };
  /** At or before the anchor's start, or at or after its end. */
  cursor: number;
  extending: boolean;
}

type Move = Extract<SelectionCommand, { kind: 'move' }>;

export function spanOf({ anchor, cursor }: Growing, chapterUid: number): TextSpan {
  return { chapterUid, start: Math.min(cursor, anchor.start), end: Math.max(cursor, anchor.end) };
}

/** The character that has to be seen for the cursor to be seen. */
export function cursorCharacter({ anchor, cursor }: Growing): number {
  return cursor > anchor.start && cursor >= anchor.end ? cursor - 1 : cursor;
}

/** A word by itself. */
export function wordAlone({ start, end }: { start: number; end: number }): Growing {
  return { anchor: { start, end }, cursor: end, extending: false };
}

/** `undefined` where there is nothing further. */
export function moved(growing: Growing, move: Move, text: PageText): Growing | undefined {
  return move.extend ? extended(growing, move, text) : sought(growing, move, text);
}

function sought({ anchor }: Growing, { by, direction }: Move, text: PageText): Growing | undefined {
  const edge = direction > 0 ? 'start' : 'end';
  const from = direction > 0 ? anchor.start : anchor.end;
  const to = text.move(from, by, direction, edge);
  const word = to === undefined ? undefined : text.wordAt(edge === 'start' ? to : to - 1);
  if (!word || (word.start === anchor.start && word.end === anchor.end)) return undefined;
  // White space before a word counts with it, which must not lead the other way.
  if (direction > 0 ? word.start < anchor.start : word.end > anchor.end) return undefined;
  return wordAlone(word);
}

function extended({ anchor, cursor }: Growing, { by, direction }: Move, text: PageText): Growing | undefined {
  const after = cursor >= anchor.end;
  const grow = (to: number | undefined): Growing | undefined =>
    to === undefined ? undefined : { anchor, cursor: to, extending: true };
  if (after && direction > 0) return grow(text.move(cursor, by, 1, 'end'));
  if (!after && direction < 0) return grow(text.move(cursor, by, -1, 'start'));
  if (after && cursor > anchor.end) return grow(Math.max(anchor.end, text.move(cursor, by, -1, 'end') ?? anchor.end));
  if (!after && cursor < anchor.start) {
    const to = Math.min(anchor.start, text.move(cursor, by, 1, 'start') ?? anchor.start);
    return grow(to === anchor.start ? anchor.end : to);
  }
  return grow(text.move(anchor.start, by, -1, 'start'));
}

/** The other end moves from here on; what is selected stays. */
export function swapped(growing: Growing, text: PageText): Growing {
  const { anchor, cursor } = growing;
  const after = cursor >= anchor.end;
  const word = text.wordAt(after ? Math.max(anchor.start, cursor - 1) : cursor);
  if (!word) return growing;
  return after
    ? { anchor: { start: Math.max(anchor.start, word.start), end: cursor }, cursor: anchor.start, extending: true }
    : { anchor: { start: cursor, end: Math.min(anchor.end, word.end) }, cursor: anchor.end, extending: true };
}

/** The word that a finger is on; between two words, the one nearer to the anchor. */
export function wordTowards(text: PageText, offset: number, { anchor }: Growing): TextSpan | undefined {
  const word = text.wordAt(offset);
  if (!word || word.start <= offset || offset < anchor.end) return word;
  const before = text.move(offset, 'word', -1, 'start');
  return before === undefined ? word : text.wordAt(before);
}

/** As far as the word that a finger is on. */
export function reached(growing: Growing, word: { start: number; end: number }): Growing {
  const { anchor } = growing;
  const cursor = word.start < anchor.start ? word.start : Math.max(word.end, anchor.end);
  return { anchor, cursor, extending: true };
}
