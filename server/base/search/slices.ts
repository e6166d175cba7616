// Long texts in pieces that are searched one by one, so that no text, however long, is folded at once. Pieces end where
// blocks end, if there are any.

import type { Seams } from './fold-text.ts';

export interface Slice {
  /** Where it begins in the whole text. */
  offset: number;
  text: string;
  seams: Seams;
}

const sliceUnits = 262_144;

export function* slicesOf(text: string, seams: Seams): Generator<Slice> {
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, seams.blocks, start);
    if (start === 0 && end === text.length) yield { offset: 0, text, seams };
    else yield { offset: start, text: text.slice(start, end), seams: seamsWithin(seams, start, end) };
    start = end;
  }
}

function endOfSlice(text: string, blocks: readonly number[], start: number): number {
  const limit = start + sliceUnits;
  if (limit >= text.length) return text.length;
  const block = blocks.findLast((at) => at > start && at <= limit);
  if (block !== undefined) return block;
  return (text.charCodeAt(limit) & 0xfc00) === 0xdc00 ? limit - 1 : limit;
}

function seamsWithin({ blocks, lines, asides }: Seams, start: number, end: number): Seams {
  const within = (offsets: readonly number[]) => offsets.filter((at) => at > start && at < end).map((at) => at - start);
  const cut: number[] = [];
  for (let n = 0; n + 1 < asides.length; n += 2) {
    const from = Math.max(asides[n] as number, start);
    const to = Math.min(asides[n + 1] as number, end);
    if (from < to) cut.push(from - start, to - start);
  }
  return { blocks: within(blocks), lines: within(lines), asides: cut };
}
