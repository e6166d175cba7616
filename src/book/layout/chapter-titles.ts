// Which contents entry a page falls under: the last one that begins at or before the page's first character.

import type { NamedPlace } from '../book.ts';
import type { Publication } from '../package/publication.ts';
import type { ChapterText } from '../text/chapter-text.ts';
import type { Chapters } from './chapters.ts';
import { fragmentOf, offsetsOf } from './named-places.ts';
import { firstSpot, pageOfOffset } from './page-map.ts';
import type { Shell } from './shell.ts';
import type { Slot } from './slot.ts';

interface Heading {
  title: string;
  offset: number;
  /** Of what is laid out; −1 for what begins with it or before, the number of pages for what begins after it. */
  page: number;
}

/** Found once per layout: a turn must not search the chapter for headings. */
const headings = new WeakMap<ChapterText, Heading[]>();
const printed = new WeakMap<ChapterText, Heading[]>();

/** Empty before the first entry. Asks for the page's first character only where an entry begins on the page. */
export function chapterTitle(slot: Slot, section: number, chapters: Chapters): string {
  const { toc } = chapters.publication;
  return titleHere(slot, section, toc, headings) ?? titleBefore(section, chapters);
}

/** Number of the printed edition's page; `undefined` where the book says nothing of one. */
export function printPage(slot: Slot, section: number, { publication }: Chapters): string | undefined {
  const { pageList } = publication;
  if (pageList.length === 0) return undefined;
  const here = titleHere(slot, section, pageList, printed);
  return here ?? pageList.findLast((entry) => entry.section >= 0 && entry.section < section)?.title;
}

/** Whether the entry that `chapterTitle` names begins on an earlier page. */
export function chapterBegan({ shell }: Slot): boolean {
  const here = shell.text && headings.get(shell.text);
  const found = here?.findLast(({ page, offset }) => isBehind(shell, page, offset));
  if (!found || found.offset < (shell.text?.base ?? 0)) return true;
  return Math.max(0, found.page) < shell.page;
}

/** Where in the section the next contents entry after this page begins; `undefined` where none does. */
export function chapterEnd({ shell }: Slot): number | undefined {
  const here = shell.text && headings.get(shell.text);
  return here?.find(({ page }) => page > shell.page)?.offset;
}

function titleHere(
  slot: Slot,
  section: number,
  entries: readonly NamedPlace[],
  known: WeakMap<ChapterText, Heading[]>,
): string | undefined {
  const { shell } = slot;
  const { text } = shell;
  if (!text || slot.failure) return undefined;
  const here = known.get(text) ?? findHeadings(slot, section, entries);
  known.set(text, here);
  return here.findLast((heading) => isBehind(shell, heading.page, heading.offset))?.title;
}

/** It begins before the first character of the page that is shown, or with it. */
function isBehind(shell: Shell, page: number, offset: number): boolean {
  return page < shell.page || (page === shell.page && offset <= firstSpot(shell, page).offset);
}

function findHeadings(slot: Slot, section: number, entries: readonly NamedPlace[]): Heading[] {
  const { shell } = slot;
  const { text, piece } = shell;
  if (!text) return [];
  const own = entries.filter((entry) => entry.section === section);
  const fragments = own.map(({ href }) => href).filter((href) => fragmentOf(href) !== '');
  const offsets = piece?.named ?? offsetsOf(fragments, text);
  const found = own.map(({ title, href }) => {
    const offset = offsets.get(href) ?? 0;
    if (offset <= text.base) return { title, offset, page: -1 };
    // What begins in a later piece of the chapter comes after all pages of this one.
    if (piece && offset >= text.end) return { title, offset, page: shell.pages };
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
