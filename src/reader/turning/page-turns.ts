// Moves through the open book: turns, jumps with the way back, and laying it out anew, one after the other. Says
// nothing about what is shown along with a page.

import type { Book, BookView, Place, Target } from '../../book/book.ts';
import { Crossings } from '../../book/crossings.ts';
import { chapterBeside } from './chapter-beside.ts';
import { createJumpHistory } from './jump-history.ts';
import { targetOf } from './places.ts';
import { createSteps } from './steps.ts';

/** Turns that may wait; more of a key that is held down would go on after it is let go. */
const heldTurns = 2;
/** The same of a key that is pressed again and again, as nothing seems to happen. */
const pressedTurns = 4;

export interface PageTurnsParts {
  book: Book;
  view: BookView;
  signal: AbortSignal;
}

export class PageTurns {
  readonly #parts: PageTurnsParts;
  readonly #history = createJumpHistory();
  readonly #steps = createSteps();
  readonly #crossings = new Crossings();
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

  /** `held`: the key repeats because it is held down. Turns the other way that wait for a chapter are given up. */
  async turn(direction: 'next' | 'previous', held = false): Promise<void> {
    const way = direction === 'next' ? 1 : -1;
    if (held && this.#pending >= heldTurns) return;
    if (this.#crossings.count(way) >= pressedTurns) return;
    await this.#crossings.turn(way, (given) =>
      this.#move((view) => (way > 0 ? view.next(given) : view.previous(given))),
    );
  }

  /** The reader asks for something else: turns that wait for a chapter end where they are. */
  giveUp(): void {
    this.#crossings.giveUp();
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

  /** Without a way back. */
  async goTo(target: Target): Promise<void> {
    this.giveUp();
    await this.inOrder((view) => view.goTo(target));
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
    this.giveUp();
    await this.#move(async (view) => {
      const place = view.place();
      const target = place && this.#history[way](targetOf(place));
      if (target) await this.#goTo(view, target);
    });
  }

  /** `from`: the page that earlier steps came to, not the one that was shown when this one was asked for. */
  async #leap(target: (from: Place) => Target | undefined): Promise<void> {
    this.giveUp();
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
