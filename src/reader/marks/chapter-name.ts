// What the chapter is called that selected words stand in, as it is kept with what the reader makes of them. Pure.

import type { Book, Place, TextSpan } from '../../book/book.ts';

/**
 * By the contents where that is not the chapter of the place, else the place's own; empty where nothing says. Words of
 * drawn pages are told by their page, whichever text they are kept in: `chapterUid` is below zero where that is another.
 */
export function chapterNameOf(
  selected: Pick<TextSpan, 'chapterUid'> | undefined,
  { toc, facts }: Pick<Book, 'toc' | 'facts'>,
  place: Pick<Place, 'section' | 'chapterTitle'> | undefined,
): string {
  const section = selected && Math.abs(selected.chapterUid) - 1;
  // Of two pages side by side, the place tells the title that the second one falls under.
  const own = section === undefined || (section === place?.section && !facts.pages);
  const title = own ? undefined : toc.findLast((entry) => entry.section >= 0 && entry.section <= section)?.title;
  return own ? (place?.chapterTitle ?? '') : (title ?? '');
}
