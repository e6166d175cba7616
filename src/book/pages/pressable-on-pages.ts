// What of drawn pages does something when it is pressed, their links and marks, for readers who have keys only.

import type { Box, Pressable } from '../book.ts';
import type { LaidPage } from './leaf.ts';
import type { PlacedMark } from './page-marks.ts';
import type { PageLink } from './page-source.ts';
import { seenBox, seenEnd, seenLink } from './seen-on-page.ts';

export interface PressedOnPages {
  mark(id: string, box: Box): void;
  link(link: PageLink): void;
}

/** In reading order. A link within a mark comes after it. */
export function pressableOnPages(
  pages: readonly LaidPage[],
  marks: readonly PlacedMark[],
  container: HTMLElement,
  pressed: PressedOnPages,
): Pressable[] {
  return pages.flatMap((page) => {
    const found: { offset: number; part: Pressable }[] = [];
    for (const { id, range } of marks.filter((mark) => mark.page === page)) {
      const box = seenBox(range, page, container);
      const offset = page.text.offsetOf(range.startContainer, range.startOffset);
      if (box) found.push({ offset, part: { box, press: () => pressed.mark(id, box) } });
    }
    for (const link of page.links) {
      const box = seenLink(link, page.placement);
      if (box) found.push({ offset: offsetUnder(link, page), part: { box, press: () => pressed.link(link) } });
    }
    return found.sort((a, b) => a.offset - b.offset).map(({ part }) => part);
  });
}

/** Of the marks that end where it is seen, by their ids. */
export function markEndsOn(marks: readonly PlacedMark[], container: HTMLElement): Map<string, Box> {
  const ends = new Map<string, Box>();
  for (const { id, range, page } of marks) {
    const end = seenEnd(range, page, container);
    if (end) ends.set(id, end);
  }
  return ends;
}

/** Of the first character under a link; where it has none, of the first words that stand lower. */
function offsetUnder({ box }: PageLink, { runs, text }: LaidPage): number {
  let offset = 0;
  let lower: number | undefined;
  for (const run of runs) {
    const middle = run.y + run.height / 2;
    const across = Math.max(box.x, run.x);
    const under = middle >= box.y && middle <= box.y + box.height;
    if (under && across < Math.min(box.x + box.width, run.x + run.width)) {
      return offset + Math.floor(((across - run.x) / run.width) * run.text.length);
    }
    if (run.y >= box.y) lower ??= offset;
    offset += run.text.length + (run.endsLine ? 1 : 0);
  }
  return lower ?? text.end;
}
