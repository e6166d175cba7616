// Finds the opening and the page of it that a target names, laid out and ready to be turned to. Shows nothing.

import type { Target } from '../book.ts';
import type { PageCounts } from '../counting/page-counts.ts';
import { pieceAt } from '../preparing/split-section.ts';
import { ChapterText } from '../text/chapter-text.ts';
import type { Chapters, Unit } from './chapters.ts';
import { findPosition, findSection, isNamed, type SectionTarget } from './find-target.ts';
import type { Held, Opening } from './opening.ts';
import type { Openings } from './openings.ts';
import { pageOfOffset, pageOfPosition } from './page-map.ts';
import type { Layout } from './slot.ts';

export interface FoundOpening {
  opening: Opening;
  page: number;
  /** The offset to keep in sight, where the target names one. */
  anchor: number | undefined;
}

export interface WhereToFind {
  chapters: Chapters;
  pages: PageCounts;
  openings: Openings;
  layout(): Layout;
}

export async function findOpening(target: Target, where: WhereToFind): Promise<FoundOpening> {
  const { chapters, pages, openings } = where;
  const opened = pages.open(where.layout());
  if ('bookPage' in target) return opened.then(() => findBookPage(target.bookPage, where));
  const found = findSection(target, chapters.publication, chapters.counts) ?? {
    section: chapters.firstSection(),
    offset: 0,
  };
  const [unit] = await Promise.all([unitOf(found, chapters), opened]);
  const pieces = chapters.knownPieces(found.section);
  let opening = await openings.with(unit);
  // It failed when its pieces were asked for, and came when it was laid out: the place may lie in another of them.
  if (chapters.knownPieces(found.section) !== pieces) opening = await openings.with(await unitOf(found, chapters));
  const { shell, failure } = opening.slotOf(found.section) ?? opening.lead;
  const { offset = 0 } = found;
  // Nothing is looked for in what stands in place of the chapter.
  if (failure !== undefined) return { opening, page: 0, anchor: offset };
  const position = shell.text ? findPosition(found, shell.document, shell.text) : { offset: 0 };
  // A share of the book is no place that anybody looks at: what is read of its page is the first word.
  const names = !('progress' in target) && (found.offset !== undefined || found.quote || found.cfi);
  return {
    opening,
    page: shell.fixed ? 0 : pageOfPosition(shell, position),
    anchor: names ? position.offset : undefined,
  };
}

/** Where that stands in another layout. `anchor`: the offset in its chapter that stays in sight where pages have text. */
export async function findHeld(held: Held, anchor: number, where: WhereToFind): Promise<FoundOpening> {
  const { section } = held.unit;
  const opening = await where.openings.with(held.unit);
  const { shell, failure } = opening.lead;
  // It was held as the one piece of its chapter, which comes by now and has more: the offset may lie in another.
  const isFirst = held.failed && failure === undefined && held.unit.piece === 0;
  if (isFirst && where.chapters.knownPieces(section) > 1) return findOpening({ section, offset: anchor }, where);
  return shell.fixed
    ? { opening, page: opening.pageOf(held), anchor: undefined }
    : { opening, page: pageOfOffset(shell, anchor), anchor };
}

async function findBookPage(bookPage: number, where: WhereToFind): Promise<FoundOpening> {
  const found = where.pages.find(bookPage);
  if (!found) return findOpening({ section: where.chapters.firstSection() }, where);
  const opening = await where.openings.with(found.unit);
  return { opening, page: opening.lead.shell.fixed ? 0 : found.page, anchor: undefined };
}

async function unitOf(target: SectionTarget, chapters: Chapters): Promise<Unit> {
  const { section } = target;
  if ((await chapters.pieceCount(section)) === 1) return { section, piece: 0 };
  const { document, pieces } = await chapters.prepare(section);
  const { offset } = isNamed(target) ? findPosition(target, document, new ChapterText(document.body)) : target;
  return { section, piece: pieceAt(pieces, offset ?? 0) };
}
