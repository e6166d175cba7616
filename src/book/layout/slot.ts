// A shell together with what is loaded in it: starts loads, notices when one overtakes another, and puts an error page
// where a section fails.

import { BookError, type ReadingStyle } from '../book.ts';
import type { Pace } from '../pace.ts';
import type { PageStyle } from '../pages/page-style.ts';
import type { PageSize } from '../styles/page-style.ts';
import { type Chapters, type Unit, within } from './chapters.ts';
import { errorPage } from './error-page.ts';
import { Shell } from './shell.ts';

export type SlotState = 'ready' | 'failed' | 'overtaken';

/** Style and size, and a number that changes with either. */
export interface Layout {
  style: ReadingStyle;
  /** How fixed pages are shown. */
  pageStyle: PageStyle;
  size: PageSize;
  version: number;
}

export class Slot {
  readonly shell: Shell;
  unit: Unit | undefined;
  /** Why the section cannot be shown. */
  failure: string | undefined;
  /** Outcome of the last load. */
  ready: Promise<SlotState> = Promise.resolve('overtaken');
  #version = -1;
  #loads = 0;
  #pace: Pace | undefined;
  readonly #chapters: Chapters;
  readonly #onLoaded: (slot: Slot) => void;

  constructor(container: HTMLElement, chapters: Chapters, onLoaded: (slot: Slot) => void) {
    this.shell = new Shell(container);
    this.#chapters = chapters;
    this.#onLoaded = onLoaded;
  }

  holds(unit: Unit, layout: Layout): boolean {
    return this.#version === layout.version && sameUnit(this.unit, unit);
  }

  /** With a pace, in idle time, until `hurry`. */
  load(unit: Unit, layout: Layout, pace?: Pace): Promise<SlotState> {
    this.unit = unit;
    this.#version = layout.version;
    // One that goes on with the pace of the load before it is in no more of a hurry.
    if (this.#pace !== pace) this.#pace?.hurry();
    this.#pace = pace;
    this.ready = this.#load(unit, layout, ++this.#loads, pace);
    return this.ready;
  }

  /** What is or was laid out in another style or size is of no use any more; a load under way ends at its next step. */
  giveUpOther(layout: Layout): void {
    if (this.unit === undefined || this.#version === layout.version) return;
    this.unit = undefined;
    this.#loads++;
    this.shell.giveUp();
  }

  /** The reader waits for what is being loaded. */
  hurry(): void {
    this.#pace?.hurry();
  }

  async #load(unit: Unit, layout: Layout, load: number, pace: Pace | undefined): Promise<SlotState> {
    const { limit } = this.#chapters;
    this.failure = undefined;
    try {
      const content = await this.#chapters.content(unit, pace);
      if (load !== this.#loads) return 'overtaken';
      if (!(await within(limit, this.shell.load(content, layout.style, layout.size, pace), pace))) return 'overtaken';
      this.#tellLoaded();
      return 'ready';
    } catch (error) {
      if (load !== this.#loads) return 'overtaken';
      if (!(error instanceof BookError)) reportError(error);
      return this.#showFailure(unit, layout, error);
    }
  }

  /** What is drawn on the chapter may fail; the chapter is whole all the same. */
  #tellLoaded(): void {
    try {
      this.#onLoaded(this);
    } catch (error) {
      reportError(error);
    }
  }

  async #showFailure(unit: Unit, layout: Layout, error: unknown): Promise<SlotState> {
    const { words } = this.#chapters.publication;
    const known = error instanceof BookError ? error : undefined;
    this.failure = known?.message ?? words.brokenMarkup;
    const reason = (known && words.reasons[known.reason]) ?? this.failure;
    const next = this.#chapters.neighbourSection(unit.section, 1);
    const nextPath = next === undefined ? undefined : this.#chapters.publication.spine[next]?.path;
    const document = errorPage(words, reason, nextPath);
    const shown = await this.shell.load({ document, textStart: 0, fixedSize: undefined }, layout.style, layout.size);
    return shown ? 'failed' : 'overtaken';
  }
}

export function sameUnit(a: Unit | undefined, b: Unit | undefined): boolean {
  return a !== undefined && b !== undefined && a.section === b.section && a.piece === b.piece;
}
