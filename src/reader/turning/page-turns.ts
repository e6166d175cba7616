// Moves through the open book: turns, jumps with the way back, and laying it out anew, one after the other. Says
// nothing about what is shown along with a page.

import type { Book, BookView, Place, Target } from '../../book/book.ts';
import { chapterBeside } from './chapter-beside.ts';
import { createJumpHistory } from './jump-history.ts';
import { targetOf } from './places.ts';
import { createSteps } from './steps.ts';

/** Turns that may wait; more of a key that is held down would go on after it is let go. */
const heldTurns = 2;

export interface PageTurnsParts {
  book: Book;
  view: BookView;
  signal: AbortSignal;
}

export class PageTurns {
  readonly #parts: PageTurnsParts;
  readonly #history = createJumpHistory();
  readonly #steps = createSteps();
  #pending = 0;
  #relaying = false;

  constructor(parts: PageTurnsParts) {
    this.#parts = parts;
  }

  /** The page is laid out anew; nobody turned it. */
  get relaying(): boolean {
    return this.#relaying;
  }

  get canReturn(): boolean {
    return this.#history.canReturn;
  }

  get canAdvance(): boolean {
    return this.#history.canAdvance;
  }

  /** Another page has been asked for, and is not shown yet. */
  get moving(): boolean {
    return this.#pending > 0;
  }

  /** Remembers a place that is left by a jump. */
  leave(place: Target): void {
    this.#history.leave(place);
  }

  /** `held`: the key repeats because it is held down. */
  async turn(direction: 'next' | 'previous', held = false): Promise<void> {
    if (held && this.#pending >= heldTurns) return;
    await this.#move((view) => (direction === 'next' ? view.next() : view.previous()));
  }

  /** The place that is left can be gone back to. */
  async jump(target: Target): Promise<void> {
    await this.#leap(() => target);
  }

  async back(): Promise<void> {
    await this.#through('back');
  }

  /** To the place that was gone back from. */
  async forward(): Promise<void> {
    await this.#through('forward');
  }

  /** To the beginning of this chapter, then of the one before; or of the next one. Chapters are those of the contents. */
  async jumpChapter(direction: 1 | -1): Promise<void> {
    await this.#leap((place) => chapterBeside(this.#parts.book, place, direction));
  }

  /** The first or last page that turning comes to. */
  async jumpToEdge(edge: 'start' | 'end'): Promise<void> {
    const linear = this.#parts.book.sections.filter((section) => section.linear).map(({ index }) => index);
    const section = (edge === 'start' ? linear[0] : linear.at(-1)) ?? 0;
    await this.jump({ section, offset: edge === 'start' ? 0 : Number.MAX_SAFE_INTEGER });
  }

  /** Changes how the book is laid out; the page that is turned to meanwhile is no turn. */
  async relay(change: (view: BookView) => Promise<unknown>): Promise<void> {
    await this.inOrder(async (view) => {
      this.#relaying = true;
      try {
        await change(view);
      } finally {
        this.#relaying = false;
      }
    });
  }

  async inOrder(step: (view: BookView) => Promise<unknown>): Promise<void> {
    const { view, signal } = this.#parts;
    await this.#steps.run(async () => signal.aborted || step(view));
  }

  async #through(way: 'back' | 'forward'): Promise<void> {
    await this.#move(async (view) => {
      const place = view.place();
      const target = place && this.#history[way](targetOf(place));
      if (target) await this.#goTo(view, target);
    });
  }

  /** `from`: the page that earlier steps came to, not the one that was shown when this one was asked for. */
  async #leap(target: (from: Place) => Target | undefined): Promise<void> {
    await this.#move(async (view) => {
      const place = view.place();
      const wanted = place && target(place);
      if (!place || !wanted) return;
      this.#history.leave(targetOf(place));
      await this.#goTo(view, wanted);
    });
  }

  async #goTo(view: BookView, target: Target): Promise<void> {
    // Per cents are exact only once every chapter has been counted.
    if ('progress' in target) await this.#parts.book.counted();
    await view.goTo(target);
  }

  async #move(step: (view: BookView) => Promise<unknown>): Promise<void> {
    this.#pending += 1;
    try {
      await this.inOrder(step);
    } finally {
      this.#pending -= 1;
    }
  }
}
