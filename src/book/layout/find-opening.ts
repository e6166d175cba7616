// Finds the opening and the page of it that a target names, laid out and ready to be turned to. Shows nothing.

import type { Target } from '../book.ts';
import type { PageCounts } from '../counting/page-counts.ts';
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
  const { chapters, pages } = where;
  const opened = pages.open(where.layout());
  if ('bookPage' in target) return opened.then(() => findBookPage(target.bookPage, where));
  const found = findSection(target, chapters.publication, chapters.counts) ?? {
    section: chapters.firstSection(),
    offset: 0,
  };
  const [seat] = await Promise.all([seatOf(found, chapters), opened]);
  const there = await findIn(found, seat, where);
  // A share of the book is no place that anybody looks at: what is read of its page is the first word.
  return 'progress' in target && !there.opening.unshown ? { ...there, anchor: undefined } : there;
}

/** Where that stands in another layout. `anchor`: the offset in its chapter that stays in sight where pages have text. */
export async function findHeld(held: Held, anchor: number, where: WhereToFind): Promise<FoundOpening> {
  const { unit, unshown } = held;
  const opening = await where.openings.with(unit);
  const { shell, failure } = opening.slotOf(unit.section) ?? opening.lead;
  if (unshown && opening.slotOf(unshown.section)?.failure !== undefined) opening.unshown = unshown;
  if (failure !== undefined) return { opening, page: 0, anchor };
  // It comes by now, and what was looked for in it may lie in another of its pieces.
  if (unshown?.section === unit.section) return findIn(unshown, await seatOf(unshown, where.chapters), where);
  return shell.fixed
    ? { opening, page: opening.pageOf(held), anchor: undefined }
    : { opening, page: pageOfOffset(shell, anchor), anchor };
}

async function findIn(target: SectionTarget, { unit, sure }: Seat, where: WhereToFind): Promise<FoundOpening> {
  const { chapters, openings } = where;
  const { section } = target;
  let opening = await openings.with(unit);
  let slot = opening.slotOf(section) ?? opening.lead;
  if (!sure && slot.failure === undefined && chapters.knownPieces(section) > 1) {
    // It failed when its pieces were asked for, and came when it was laid out: the place may lie in another of them.
    opening = await openings.with((await seatOf(target, chapters)).unit);
    slot = opening.slotOf(section) ?? opening.lead;
  }
  if (slot.failure !== undefined) {
    // Nothing is looked for in what stands in place of the chapter.
    opening.unshown = target;
    return { opening, page: 0, anchor: knownOffsetOf(target, chapters) };
  }
  const { shell } = slot;
  const position = shell.text ? findPosition(target, shell.document, shell.text) : { offset: 0 };
  const names = target.offset !== undefined || target.quote || target.cfi;
  return {
    opening,
    page: shell.fixed ? 0 : pageOfPosition(shell, position),
    anchor: names ? position.offset : undefined,
  };
}

async function findBookPage(bookPage: number, where: WhereToFind): Promise<FoundOpening> {
  const found = where.pages.find(bookPage);
  if (!found) return findOpening({ section: where.chapters.firstSection() }, where);
  const opening = await where.openings.with(found.unit);
  return { opening, page: opening.lead.shell.fixed ? 0 : found.page, anchor: undefined };
}

/** The piece of a chapter that holds a target. */
interface Seat {
  unit: Unit;
  /** The chapter itself has told, and not only what is known of it from before. */
  sure: boolean;
}

async function seatOf(target: SectionTarget, chapters: Chapters): Promise<Seat> {
  const { section } = target;
  if ((await chapters.pieceCount(section)) === 1) return { unit: { section, piece: 0 }, sure: false };
  // Where it does not come, the slot that is to show it is told why.
  const prepared = isNamed(target) ? await chapters.prepare(section).catch(() => undefined) : undefined;
  const offset = prepared
    ? findPosition(target, prepared.document, new ChapterText(prepared.document.body)).offset
    : knownOffsetOf(target, chapters);
  return {
    unit: { section, piece: chapters.knownPieceAt(section, offset) },
    sure: prepared !== undefined || !isNamed(target),
  };
}

function knownOffsetOf({ section, offset, fragment }: SectionTarget, chapters: Chapters): number {
  return offset ?? (fragment ? chapters.knownOffset(section, fragment) : undefined) ?? 0;
}
