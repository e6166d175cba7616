// Marks and bookmarks as the reader makes them: what is selected, the menu beside it, and what a press there does.
// Each press is an event in the store first; what it changes is one commit afterwards.

import type { TextSpan, ViewEvents } from '../../book/book.ts';
import type { MarkRow } from '../../db/marks/marks.ts';
import type { MarkEvent } from '../../db/outbox/events.ts';
import type { Region } from '../../screen/region.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import type { Chosen } from '../selection/subject.ts';
import { bookmarksOn } from '../turning/page-facts.ts';
import { chapterNameOf } from './chapter-name.ts';
import { bookmarkOfPlace, markOfSelection } from './new-mark.ts';

export class Marking implements Feature {
  readonly #parts: FeatureParts;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  tapped({ id, box }: ViewEvents['markTapped']): void {
    const mark = this.#parts.marks.find(id);
    if (mark) this.#parts.state.setState({ chosen: { kind: 'mark', mark, box } });
  }

  /** Ends a selection, or closes a mark's menu. */
  unchoose(): void {
    this.#parts.view.clearSelection();
    this.#parts.state.setState({ chosen: undefined, selection: undefined });
  }

  /** Marks what is selected, once in each chapter, or gives the chosen mark another style. */
  async mark(style: MarkRow['style']): Promise<void> {
    const { chosen } = this.#parts.state.getState();
    if (!chosen) return;
    await this.#record(
      chosen.kind === 'new'
        ? (chosen.kept ?? chosen.parts).map((part, index) => ({
            kind: 'mark.add',
            mark: markOfSelection(part, style, this.#markOf(chosen.parts[index])),
          }))
        : [{ kind: 'mark.change', mark: chosen.mark, change: { style } }],
      regionOf(chosen),
    );
  }

  /** Gives the chosen mark another grey. */
  async tint(colorStyle: MarkRow['colorStyle']): Promise<void> {
    const { chosen } = this.#parts.state.getState();
    if (chosen?.kind !== 'mark') return;
    await this.#record([{ kind: 'mark.change', mark: chosen.mark, change: { colorStyle } }], regionOf(chosen));
  }

  async remove(): Promise<void> {
    const { chosen } = this.#parts.state.getState();
    if (chosen?.kind !== 'mark') return;
    const { bookId, bookmarkId } = chosen.mark;
    await this.#record([{ kind: 'mark.remove', bookId, bookmarkId }], regionOf(chosen));
  }

  /** Of a mark in a list, which stays open. */
  async removeListed({ bookId, bookmarkId }: MarkRow): Promise<void> {
    await this.#record([{ kind: 'mark.remove', bookId, bookmarkId }], undefined);
  }

  async restyleListed(mark: MarkRow, style: MarkRow['style']): Promise<void> {
    await this.#record([{ kind: 'mark.change', mark, change: { style } }], undefined);
  }

  /** `corner`: where the ribbon is drawn. */
  async toggleBookmark(corner: Region): Promise<void> {
    const { state, view, bookId } = this.#parts;
    const place = view.place();
    // What stands in place of a chapter is no page of the book.
    if (!place || place.failed) return;
    const here = state.getState().bookmarks;
    await this.#record(
      here.length > 0
        ? here.map((bookmarkId) => ({ kind: 'mark.remove', bookId, bookmarkId }))
        : [{ kind: 'mark.add', mark: bookmarkOfPlace(place, this.#markOf()) }],
      corner,
    );
  }

  /** The menu stood beside words that are elsewhere now; that of a selection comes and goes with it. */
  turning(): void {
    const { chosen, selection } = this.#parts.state.getState();
    if (chosen && !(chosen.kind === 'new' && selection)) this.#parts.state.setState({ chosen: undefined });
  }

  /** `region`: of the page, where it is seen; a panel over it closes. */
  async #record(events: readonly MarkEvent[], region: Region | undefined): Promise<void> {
    const { state, view, marks, page, intend, onChange, report } = this.#parts;
    const { chosen, selection, panel } = state.getState();
    try {
      await marks.record(events);
    } catch (error) {
      // What was selected stays selected, so that it can be tried again.
      report(error);
      state.setState({ unkept: true });
      return;
    }
    onChange();
    if (!marks.attached()) return;
    const shown = page();
    const now = state.getState();
    // What was selected, chosen or opened while the store was busy stays; under the finger nothing is chosen yet.
    const ended = now.chosen === chosen && now.selection === selection;
    if (ended) view.clearSelection();
    state.setState({
      ...(ended ? { chosen: undefined, selection: undefined } : {}),
      ...(region && now.panel === panel ? { panel: undefined } : {}),
      bookmarks: shown ? bookmarksOn(view, marks.shown(), shown) : [],
    });
    if (region) intend('key', region);
    if (shown) await marks.settle(shown.chapterUid);
  }

  /** `selected`: as it stands in what is shown. */
  #markOf(selected?: TextSpan) {
    const { book, bookId, bookVersion, view, now } = this.#parts;
    return { bookId, bookVersion, chapterName: chapterNameOf(selected, book, view.place()), now: now() };
  }
}

function regionOf({ box }: Chosen): Region {
  return { x: box.x, y: box.y, width: box.width, height: box.height };
}
