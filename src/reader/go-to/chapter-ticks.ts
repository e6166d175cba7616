// Where chapters begin on a bar that stands for the whole book. Pure.

import type { TocEntry } from '../../book/book.ts';
import { type BookLengths, progressOfSection } from '../footer/book-lengths.ts';

export interface ChapterTick {
  title: string;
  href: string;
  /** 0–100. */
  progress: number;
}

/** More would be a grey bar. */
const most = 80;

/**
 * Chapters of the outermost level, or of the next one too where that leaves most of the book without any. None where there
 * are too many: a share of them would only look like all.
 */
export function chapterTicks(toc: readonly TocEntry[], lengths: BookLengths): ChapterTick[] {
  const levels = [1, 2].map((level) => ticksOf(toc, lengths, level));
  const [first = [], both = []] = levels;
  const ticks = (first.length < 6 || widestGap(first) > 50) && both.length <= most ? both : first;
  return ticks.length <= most ? ticks : [];
}

/** Per cent. */
function widestGap(ticks: readonly ChapterTick[]): number {
  const ends = [...ticks.map(({ progress }) => progress), 100];
  return Math.max(...ends.map((end, n) => end - (ends[n - 1] ?? 0)));
}

function ticksOf(toc: readonly TocEntry[], lengths: BookLengths, level: number): ChapterTick[] {
  const ticks: ChapterTick[] = [];
  const seen = new Set<number>();
  for (const { title, href, section, level: at } of toc) {
    if (at > level || section < 0 || seen.has(section)) continue;
    seen.add(section);
    ticks.push({ title, href, progress: progressOfSection(lengths, section) });
  }
  return ticks;
}

/**
 * Title of the innermost chapter that a share of the book lies in. Where several begin in one part of the file, only the
 * one at its beginning is certain; past that, what they all belong to is named.
 */
export function chapterAt(toc: readonly TocEntry[], lengths: BookLengths, progress: number): string {
  const startOf = ({ section }: TocEntry) => progressOfSection(lengths, section);
  const last = toc.findLast((entry) => entry.section >= 0 && startOf(entry) <= progress + 0.001);
  if (!last) return '';
  const first = toc.findIndex(({ section }) => section === last.section);
  const [found, next] = [toc[first], toc[first + 1]];
  if (!found || next?.section !== found.section || progress <= startOf(found) + 0.001) return found?.title ?? '';
  return toc.slice(0, first).findLast(({ level }) => level < found.level)?.title ?? '';
}

/** The beginning of a chapter so near (in per cent) that it is what a finger meant. */
export function nearestTick(ticks: readonly ChapterTick[], progress: number, reach: number): ChapterTick | undefined {
  let best: ChapterTick | undefined;
  for (const tick of ticks) {
    const distance = Math.abs(tick.progress - progress);
    if (distance <= reach && (!best || distance < Math.abs(best.progress - progress))) best = tick;
  }
  return best;
}
