// Which contents entry a page falls under: the last one that begins at or before the page's first character.

import type { ChapterText } from './chapter-text.ts';
import type { Chapters } from './chapters.ts';
import { findFragment } from './find-target.ts';
import { firstSpot, pageOfOffset } from './page-map.ts';
import type { Publication } from './publication.ts';
import type { Slot } from './slot.ts';

interface Heading {
  title: string;
  offset: number;
  page: number;
}

/** Found once per layout: a turn must not search the chapter for headings. */
const headings = new WeakMap<ChapterText, Heading[]>();

/** Empty before the first entry. Asks for the page's first character only where an entry begins on the page. */
export function chapterTitle(slot: Slot, section: number, chapters: Chapters): string {
  const { shell } = slot;
  const { text, page } = shell;
  if (text && !slot.failure) {
    const here = headings.get(text) ?? findHeadings(slot, section, chapters);
    headings.set(text, here);
    const found = here.findLast(
      (heading) => heading.page < page || (heading.page === page && heading.offset <= firstSpot(shell, page).offset),
    );
    if (found) return found.title;
  }
  return titleBefore(section, chapters);
}

function findHeadings(slot: Slot, section: number, chapters: Chapters): Heading[] {
  const { shell } = slot;
  const { text } = shell;
  if (!text) return [];
  const found = chapters.publication.toc
    .filter((entry) => entry.section === section)
    .flatMap(({ title, fragment }) => {
      const element = fragment ? findFragment(shell.document, fragment) : null;
      const offset = element ? text.offsetOf(element, 0) : 0;
      if (offset <= text.base) return { title, offset, page: -1 };
      return { title, offset, page: pageOfOffset(shell, offset) };
    });
  return found.sort((a, b) => a.offset - b.offset);
}

/** For every section of a book the title that holds where none of its own has begun. */
const titlesBefore = new WeakMap<Publication, string[]>();

function titleBefore(section: number, { publication }: Chapters): string {
  let titles = titlesBefore.get(publication);
  if (!titles) {
    titles = [];
    const last = new Map<number, string>();
    for (const { section: at, title } of publication.toc) last.set(at, title);
    for (let n = 0, title = ''; n < publication.spine.length; n++) {
      titles.push(title);
      title = last.get(n) ?? title;
    }
    titlesBefore.set(publication, titles);
  }
  return titles[section] ?? '';
}
