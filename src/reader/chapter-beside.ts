// Where the next chapter begins, and where this one or the one before does: by the contents, or by the book's sections
// where it has none. Pure.

import type { Book, Place, Target } from '../book/book.ts';

/**
 * Backwards it is this chapter's beginning, unless its first page is shown. Contents entries that lead into the middle
 * of a section count by their order.
 */
export function chapterBeside(
  { toc, sections }: Pick<Book, 'toc' | 'sections'>,
  { section, chapterTitle, page }: Pick<Place, 'section' | 'chapterTitle' | 'page'>,
  direction: 1 | -1,
): Target | undefined {
  const entries = toc.filter((entry) => entry.section >= 0);
  const here = entries.findLastIndex((entry) => entry.section === section && entry.title === chapterTitle);
  if (entries.length > 1 && here >= 0) {
    const entry = entries[here];
    const inside = direction < 0 && page > 0 && entry && !sharesSection(entries, here);
    const target = inside ? entry : entries[here + direction];
    return target && { href: target.href };
  }
  if (direction < 0 && page > 0) return { section, offset: 0 };
  const linear = sections.filter((one) => one.linear).map(({ index }) => index);
  const starts = entries.length > 1 ? entries.map((entry) => entry.section) : linear;
  const next = direction > 0 ? starts.find((one) => one > section) : starts.findLast((one) => one < section);
  return next === undefined ? undefined : { section: next, offset: 0 };
}

/** Its page in the section says nothing about how far into the chapter it is. */
function sharesSection(entries: readonly { section: number }[], index: number): boolean {
  const { section } = entries[index] ?? { section: -1 };
  return entries.some((entry, n) => n !== index && entry.section === section);
}
