// Where the next chapter begins, and where this one or the one before does: by the contents, or by the book's sections
// where it has none. Pure.

import type { Book, Place, Target } from '../../book/book.ts';

/** Backwards it is this chapter's beginning, unless that is on the page already. */
export function chapterBeside(
  { toc, sections }: Pick<Book, 'toc' | 'sections'>,
  { section, chapterTitle, chapterBegan, page }: Pick<Place, 'section' | 'chapterTitle' | 'chapterBegan' | 'page'>,
  direction: 1 | -1,
): Target | undefined {
  const entries = toc.filter((entry) => entry.section >= 0);
  if (entries.length > 1) {
    const here = entries.findLastIndex((entry) => entry.section <= section && entry.title === chapterTitle);
    // Before the first chapter there is only what comes after.
    const target = entries[direction > 0 ? here + 1 : chapterBegan && here >= 0 ? here : here - 1];
    if (target) return { href: target.href };
    return direction < 0 ? { section: sections.find((one) => one.linear)?.index ?? 0, offset: 0 } : undefined;
  }
  if (direction < 0 && page > 0) return { section, offset: 0 };
  const linear = sections.filter((one) => one.linear).map(({ index }) => index);
  const next = direction > 0 ? linear.find((one) => one > section) : linear.findLast((one) => one < section);
  return next === undefined ? undefined : { section: next, offset: 0 };
}
