// A selection that goes on over the end of a chapter: what was selected in those that were left, and the whole as what is
// kept of it, which is one stretch for each chapter. Pure.

import type { Selected, TextSpan } from '../../book/book.ts';
import type { Growing } from './grow-selection.ts';

/** What is selected in a chapter, or in a piece of a long one, that the cursor has left. */
export interface Passed {
  selected: Selected;
  growing: Growing;
  /** Which way the cursor went on; the same in all of a selection. */
  direction: 1 | -1;
}

export interface Parts {
  selected: Selected;
  /** In the order in which they were left. */
  passed: readonly Passed[];
}

/** `selected`: what of it lies in the chapter that is shown, or in the piece of it. */
export interface Selection extends Parts {
  growing: Growing;
  by: 'keys' | 'hand';
}

/** Stretches in reading order, one for each chapter, without white space around them. */
export function partsOf({ selected, passed }: Parts): Selected[] {
  const inOrder = [...passed.map((part) => part.selected), selected];
  if (passed[0]?.direction === -1) inOrder.reverse();
  const merged: Selected[] = [];
  for (const part of inOrder) {
    const before = merged.at(-1);
    if (before?.chapterUid === part.chapterUid && before.end === part.start)
      merged.push(joinedPieces(merged.pop(), part));
    else merged.push(part);
  }
  if (merged.length === 1 && passed.length === 0) return merged;
  return merged.map(trimmed).filter(({ text }) => text !== '');
}

/** All of it as one, for whoever only wants the words; its place is that of the first stretch. */
export function wholeOf(parts: readonly [Selected, ...Selected[]]): Selected {
  const [first] = parts;
  const last = parts.at(-1) ?? first;
  const joined = (of: 'text' | 'words') => parts.map((part) => part[of]).join('\n');
  return { ...first, text: joined('text'), words: joined('words'), after: last.after };
}

/** The same stretches with the other end to be moved: the last of them is where the cursor comes to. */
export function reversed({ selected, passed }: Parts): { left: Passed[]; to: Passed } | undefined {
  const [first] = passed;
  if (!first) return undefined;
  const direction = first.direction === 1 ? -1 : 1;
  const turned = [...passed.map((part) => part.selected), selected].reverse().map((part) => ({
    selected: part,
    growing: growingFrom(part, direction),
    direction,
  })) satisfies Passed[];
  const to = turned.pop();
  return to && { left: turned, to };
}

/** Up to the end of what is laid out, where a cursor that goes on leaves it. */
export function toEdge(growing: Growing, { start, end }: { start: number; end: number }, direction: 1 | -1): Growing {
  const { anchor, cursor } = growing;
  // What lay on the other side of the anchor is not selected any more.
  return { anchor, cursor: direction > 0 ? Math.max(cursor, end) : Math.min(cursor, start), extending: true };
}

function growingFrom({ start, end }: TextSpan, direction: 1 | -1): Growing {
  const [from, to] = direction > 0 ? [start, end] : [end, start];
  return { anchor: { start: from, end: from }, cursor: to, extending: true };
}

function joinedPieces(before: Selected | undefined, part: Selected): Selected {
  if (!before) return part;
  // An address of both would have to be made where both are laid out.
  const both = { text: before.text + part.text, words: before.words + part.words };
  return { ...part, ...both, start: before.start, before: before.before, cfi: '' };
}

function trimmed(part: Selected): Selected {
  const text = part.text.trim();
  const lead = part.text.length - part.text.trimStart().length;
  const start = part.start + lead;
  return {
    ...part,
    ...{ start, end: start + text.length, text, words: part.words.trim() },
    before: (part.before + part.text.slice(0, lead)).slice(-32),
    after: (part.text.slice(lead + text.length) + part.after).slice(0, 32),
  };
}

/** The end that lies in another chapter has no handle in this one. */
export function withoutPassedEdge(selected: Selected, passed: readonly Passed[]): Selected {
  const direction = passed.at(-1)?.direction;
  if (direction === undefined) return selected;
  return direction > 0 ? { ...selected, startEdge: undefined } : { ...selected, endEdge: undefined };
}

export function spansOf(passed: readonly Passed[]): TextSpan[] {
  return passed.map(({ selected: { chapterUid, start, end } }) => ({ chapterUid, start, end }));
}
