// What a page says about itself before it is painted: the line below the text, and its bookmarks. Pure.

import type { Book, BookView, PageNumbers } from '../../book/book.ts';
import type { MarkRow } from '../../db/marks/marks.ts';
import type { PageLine } from '../reading-state.ts';

export function pageLine(numbers: PageNumbers, time: Date): PageLine {
  const { page, pages, section, progress, chapterTitle, bookPage, bookPages, about, printPage, turnTo } = numbers;
  return {
    chapter: chapterTitle,
    page,
    pages,
    section,
    // Only the last page is the end.
    progress: numbers.atEnd ? 100 : Math.min(99, Math.floor(progress)),
    time,
    ...(bookPage === undefined ? {} : { bookPage }),
    ...(bookPages === undefined ? {} : { bookPages }),
    ...(about === undefined ? {} : { about }),
    ...(printPage === undefined ? {} : { printPage }),
    ...(turnTo === undefined ? {} : { turnTo }),
  };
}

/** Ids of the bookmarks that stand on a page of the chapter that is shown. */
export function bookmarksOn(
  view: Pick<BookView, 'pageOf'>,
  marks: readonly MarkRow[],
  { chapterUid, page }: Pick<PageNumbers, 'chapterUid' | 'page'>,
): string[] {
  return marks
    .filter((mark) => mark.type === 0 && mark.chapterUid === chapterUid)
    .filter((mark) => view.pageOf(chapterUid, mark.start) === page)
    .map(({ bookmarkId }) => bookmarkId);
}

/**
 * Whether a turn led into another chapter: a section of text is one, of drawn pages those are that the contents tell.
 * `before`: the section that was left.
 */
export function isOtherChapter({ facts, toc }: Pick<Book, 'facts' | 'toc'>, before: number, now: number): boolean {
  if (!facts.pages) return before !== now;
  const chapterOf = (page: number) => {
    let start = -1;
    for (const { section } of toc) if (section <= page && section > start) start = section;
    return start;
  };
  return chapterOf(before) !== chapterOf(now);
}
