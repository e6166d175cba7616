// Which entries of the contents are shown while parts of it are folded. Pure.

import type { TocEntry } from '../../book/book.ts';

export interface ContentsRow {
  entry: TocEntry;
  /** In the whole list. */
  index: number;
  /** Entries below it. */
  hasChildren: boolean;
  open: boolean;
}

/** Contents longer than this begin folded, but for the way to where the reader is. */
const longContents = 80;

export function hasChildren(toc: readonly TocEntry[], index: number): boolean {
  return (toc[index + 1]?.level ?? 0) > (toc[index]?.level ?? 0);
}

/** Indexes of the entries that an entry lies below, the nearest first. */
export function ancestorsOf(toc: readonly TocEntry[], index: number): number[] {
  const found: number[] = [];
  let level = toc[index]?.level ?? 0;
  for (let n = index - 1; n >= 0 && level > 1; n--) {
    const at = toc[n]?.level ?? 0;
    if (at >= level) continue;
    found.push(n);
    level = at;
  }
  return found;
}

/** What is folded before the reader has folded anything. */
export function firstFolded(toc: readonly TocEntry[], current: number): ReadonlySet<number> {
  const folded = new Set<number>();
  if (toc.length <= longContents) return folded;
  const way = new Set([current, ...ancestorsOf(toc, current)]);
  toc.forEach((_, index) => {
    if (hasChildren(toc, index) && !way.has(index)) folded.add(index);
  });
  return folded;
}

export function shownRows(toc: readonly TocEntry[], folded: ReadonlySet<number>): ContentsRow[] {
  const rows: ContentsRow[] = [];
  /** Level below which everything is folded away. */
  let below = Number.POSITIVE_INFINITY;
  toc.forEach((entry, index) => {
    if (entry.level > below) return;
    below = folded.has(index) ? entry.level : Number.POSITIVE_INFINITY;
    rows.push({ entry, index, hasChildren: hasChildren(toc, index), open: !folded.has(index) });
  });
  return rows;
}

/** The row that stands for an entry: its own, or the nearest that it is folded into; −1 where there is none. */
export function rowFor(toc: readonly TocEntry[], rows: readonly ContentsRow[], entry: number): number {
  const places = new Map(rows.map(({ index }, place) => [index, place]));
  const nearest = [entry, ...ancestorsOf(toc, entry)].find((one) => places.has(one));
  return nearest === undefined ? -1 : (places.get(nearest) ?? -1);
}

/**
 * The entry with the place's title in its section, else the last one that has certainly begun: not those further down
 * in the section. Before all of them, the first.
 */
export function currentEntry(toc: readonly TocEntry[], section: number, title: string): number {
  const named = toc.findIndex((entry) => entry.section === section && entry.title === title);
  if (named >= 0) return named;
  const begun = toc.findLastIndex(
    ({ section: at, href }) => at >= 0 && (at < section || (at === section && !href.includes('#'))),
  );
  return begun >= 0 ? begun : toc.findIndex((entry) => entry.section >= 0 && entry.section <= section);
}
