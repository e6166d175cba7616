// The ways through the book that its navigation panel shows: which tab is open, what is folded, and on which page of
// the book each entry stands, as far as that is known.

import { createStore } from 'zustand/vanilla';
import type { NamedPlace } from '../../book/book.ts';
import type { MarkRow } from '../../db/marks/marks.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import type { ScaleName } from '../go-to/scales.ts';
import { targetOf } from '../turning/places.ts';
import { currentEntry, firstFolded } from './contents-tree.ts';

export type NavigationTab = 'contents' | 'bookmarks' | 'marks' | 'landmarks' | 'pages';

export interface NavigationState {
  tab: NavigationTab;
  /** What places to go to are told by; per cent where the book does not have that. */
  scale: ScaleName;
  /** Absent before the contents were first shown. */
  folded?: ReadonlySet<number>;
}

export class Navigating implements Feature {
  readonly state = createStore<NavigationState>(() => ({ tab: 'contents', scale: 'percent' }));
  readonly #parts: FeatureParts;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  /** Only those that the book has something for. */
  tabs(): NavigationTab[] {
    const { landmarks, pageList } = this.#parts.book;
    return [
      'contents',
      'bookmarks',
      'marks',
      ...(landmarks.length > 0 ? (['landmarks'] as const) : []),
      ...(pageList.length > 0 ? (['pages'] as const) : []),
    ];
  }

  /** The panel opens: what is folded at first depends on where the reader is. */
  opened(): ReadonlySet<number> {
    const { folded } = this.state.getState();
    return folded ?? firstFolded(this.#parts.book.toc, this.current());
  }

  current(): number {
    const { line } = this.#parts.state.getState();
    return currentEntry(this.#parts.book.toc, line?.section ?? 0, line?.chapter ?? '');
  }

  show(tab: NavigationTab): void {
    this.#parts.touch();
    this.state.setState({ tab });
  }

  measureBy(scale: ScaleName): void {
    this.#parts.touch();
    this.state.setState({ scale });
  }

  toggle(index: number, folded: ReadonlySet<number>): void {
    this.#parts.touch();
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    this.state.setState({ folded: next });
  }

  /** Page of the book on which an entry begins; `undefined` while that is not known. */
  pageOf({ href, section }: NamedPlace): number | undefined {
    if (section < 0) return undefined;
    return this.#parts.view.bookPageAt?.(section, href.includes('#') ? href : 0)?.page;
  }

  pageOfMark({ chapterUid, start }: MarkRow): number | undefined {
    const { view } = this.#parts;
    return (view.bookPageOf ? view.bookPageOf(chapterUid, start) : view.bookPageAt?.(chapterUid - 1, start))?.page;
  }

  /** In reading order. */
  marks(type: MarkRow['type']): MarkRow[] {
    return this.#parts.marks
      .shown()
      .filter((mark) => mark.type === type)
      .sort((a, b) => a.chapterUid - b.chapterUid || a.start - b.start);
  }

  /** Which of the marks a list of them begins with: the first that does not stand before the page. */
  markHere(marks: readonly Pick<MarkRow, 'chapterUid' | 'start'>[]): number {
    const place = this.#parts.view.place();
    if (!place) return 0;
    const here = marks.findIndex(({ chapterUid, start }) =>
      chapterUid === place.chapterUid ? start >= place.chapterOffset : chapterUid > place.chapterUid,
    );
    return here < 0 ? Math.max(0, marks.length - 1) : here;
  }

  goTo(place: NamedPlace): void {
    this.#parts.jump({ href: place.href });
  }

  goToMark({ chapterUid, start, textQuote, cfi }: MarkRow): void {
    this.#parts.jump(
      targetOf({
        chapterUid,
        chapterOffset: start,
        ...(textQuote ? { textQuote } : {}),
        ...(cfi ? { cfi } : {}),
      }),
    );
  }

  close(): void {
    this.state.setState({ tab: 'contents', scale: 'percent' }, true);
  }
}
