// The ways through the book that its navigation panel shows: which tab is open, what is folded, and on which page of
// the book each entry stands, as far as that is known.

import { createStore } from 'zustand/vanilla';
import { spareTime } from '../../book/after-paint.ts';
import type { NamedPlace } from '../../book/book.ts';
import type { MarkRow } from '../../db/marks.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { targetOf } from '../places.ts';
import { currentEntry, firstFolded } from './contents-tree.ts';

export type NavigationTab = 'contents' | 'bookmarks' | 'marks' | 'landmarks' | 'pages';

export interface NavigationState {
  tab: NavigationTab;
  /** Absent before the contents were first shown. */
  folded?: ReadonlySet<number>;
}

export class Navigating implements Feature {
  readonly state = createStore<NavigationState>(() => ({ tab: 'contents' }));
  readonly #parts: FeatureParts;
  /** Offsets of named elements, by what names them. */
  readonly #offsets = new Map<string, number>();
  #learning: Promise<void> | undefined;

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
    this.#learning ??= this.#learnOffsets();
    this.#parts.later(this.#learning);
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

  toggle(index: number, folded: ReadonlySet<number>): void {
    this.#parts.touch();
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    this.state.setState({ folded: next });
  }

  /** Page of the book on which an entry begins; `undefined` while that is not known. */
  pageOf({ href, section }: NamedPlace): number | undefined {
    if (section < 0) return undefined;
    const offset = href.includes('#') ? this.#offsets.get(href) : 0;
    return offset === undefined ? undefined : this.#parts.view.bookPageAt?.(section, offset)?.page;
  }

  pageOfMark({ chapterUid, start }: MarkRow): number | undefined {
    return this.#parts.view.bookPageAt?.(chapterUid - 1, start)?.page;
  }

  /** In reading order. */
  marks(type: MarkRow['type']): MarkRow[] {
    return this.#parts.marks
      .shown()
      .filter((mark) => mark.type === type)
      .sort((a, b) => a.chapterUid - b.chapterUid || a.start - b.start);
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
    this.#offsets.clear();
  }

  /** In idle time, section by section: what is learned shows with the next page of the list. */
  async #learnOffsets(): Promise<void> {
    const { book, signal } = this.#parts;
    const named = [...book.toc, ...book.landmarks].filter(({ href, section }) => section >= 0 && href.includes('#'));
    for (const section of new Set(named.map((entry) => entry.section))) {
      await spareTime();
      if (signal.aborted) return;
      const { anchors } = await book.sectionText(section);
      for (const { href, section: at } of named) {
        if (at === section) this.#offsets.set(href, anchors.get(href.slice(href.indexOf('#') + 1)) ?? 0);
      }
    }
  }
}
