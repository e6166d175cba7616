// All copies that one reader's device keeps by synckeys.

import { expect } from 'vitest';
import { AllNotesCopy, BookReviewsCopy, MarkCopy, NotebooksCopy, ReviewCopy, ShelfCopy } from '../copy.ts';
import type { Client } from '../house.ts';

const mostPages = 500;
const mostAtOnce = 100;

export class Copies {
  readonly shelf = new ShelfCopy();
  readonly reviews = new ReviewCopy();
  readonly notes = new AllNotesCopy();
  readonly notebooks = new NotebooksCopy();
  readonly marks: MarkCopy[];
  readonly bookReviews: BookReviewsCopy[];

  constructor(bookIds: readonly string[]) {
    this.marks = bookIds.map((bookId) => new MarkCopy(bookId));
    this.bookReviews = bookIds.map((bookId) => new BookReviewsCopy(bookId));
  }

  get #all() {
    return [this.shelf, this.reviews, this.notes, this.notebooks, ...this.marks, ...this.bookReviews];
  }

  /** One page of each list. */
  async syncSome(client: Client, count: number, isLost: boolean): Promise<void> {
    for (const copy of this.#all) await copy.sync(client, count, isLost);
  }

  async bringUp(client: Client, count = mostAtOnce): Promise<void> {
    for (const copy of this.#all) {
      for (let pages = 0; await copy.sync(client, count); pages++) {
        if (pages > mostPages) throw new Error(`The list of ${copy.constructor.name} does not come to an end.`);
      }
    }
  }

  expectEqual(fresh: Copies): void {
    const others = fresh.#all;
    for (const [index, copy] of this.#all.entries()) {
      expect(lasting(copy.state()), copy.constructor.name).toEqual(lasting(others[index]?.state()));
    }
  }
}

/** How far a book with notes was read is told as it was then; its changes come by the shelf's list. */
function lasting(state: object | undefined): unknown {
  const passing = ['readingProgress', 'markedStatus'];
  return JSON.parse(JSON.stringify(state, (name, value: unknown) => (passing.includes(name) ? undefined : value)));
}
