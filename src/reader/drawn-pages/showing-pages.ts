// How the drawn pages of the open book are shown: each change is shown in one paint and kept for the book.

import { createStore } from 'zustand/vanilla';
import type { PageStyle } from '../../book/pages/page-style.ts';
import { storePageStyle } from '../../db/settings/page-styles.ts';
import { chooseForm, type ShownForm } from '../../db/settings/shown-forms.ts';
import type { Feature, FeatureParts } from '../feature.ts';

export interface PagesState {
  /** Absent in books whose text is set anew. */
  style?: PageStyle | undefined;
  /** The form that the book is shown in, of two. */
  form?: ShownForm | undefined;
}

export class ShowingPages implements Feature {
  readonly state;
  readonly #parts: FeatureParts;
  /** What was asked for last; shown a moment later. */
  #wanted: PageStyle | undefined;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#wanted = parts.view.pages?.style();
    this.state = createStore<PagesState>(() => ({ style: this.#wanted, form: parts.form }));
  }

  /** The book's pages are drawn; without them nothing changes here. */
  get drawn(): boolean {
    return this.#wanted !== undefined;
  }

  /** In the frame that shows it. */
  turning(): void {
    this.state.setState({ style: this.#parts.view.pages?.style() });
  }

  /** Opens the book in its other form, at the same place. */
  switchForm(): void {
    const { form } = this.state.getState();
    if (!form) return;
    this.#parts.touch();
    const { database, bookId, reopen } = this.#parts;
    this.#parts.later(chooseForm(database, bookId, form === 'text' ? 'pages' : 'text').then(reopen));
  }

  /**
   * `change`: of what was asked for last, which the page may not show yet. `around`: a point of the page that stays in
   * sight, in the container's CSS pixels.
   */
  change(change: (wanted: PageStyle) => Partial<PageStyle>, around?: { x: number; y: number }): void {
    if (!this.#wanted) return;
    this.#parts.touch();
    const before = this.#wanted;
    const changed = change(before);
    if ((Object.keys(changed) as (keyof PageStyle)[]).every((key) => changed[key] === before[key])) return;
    const wanted = { ...before, ...changed };
    this.#wanted = wanted;
    this.#parts.later(this.#show(wanted, around));
    this.#parts.later(this.#keep(wanted));
  }

  async #show(wanted: PageStyle, around?: { x: number; y: number }): Promise<void> {
    await this.#parts.relay(async (view) => {
      // Of many presses that came meanwhile, the last one says it all.
      if (this.#wanted === wanted) await view.pages?.change(wanted, around);
    });
  }

  async #keep(style: PageStyle): Promise<void> {
    const { database, bookId } = this.#parts;
    const crop = typeof style.crop === 'string' ? style.crop : 'auto';
    await storePageStyle(database, bookId, style, { ...style, zoom: 1, darken: 0, crop });
  }
}
