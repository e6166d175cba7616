// Takes the note of the opening back: the book does not hold the reader up once its first page is painted and the next
// input would be answered, nor once it is closed.

import { afterPaint, spareTime } from '../../book/after-paint.ts';
import { forgetOpened, noteShown } from '../../db/reading/opened-book.ts';
import type { Feature, FeatureParts } from '../feature.ts';

export class Answering implements Feature {
  readonly #parts: FeatureParts;
  #closed = false;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    parts.later(this.#shown());
  }

  close(): void {
    this.#closed = true;
    const { database, bookId, later } = this.#parts;
    later(forgetOpened(database, bookId));
  }

  async #shown(): Promise<void> {
    const { database, bookId } = this.#parts;
    await afterPaint();
    await spareTime();
    if (!this.#closed) await noteShown(database, bookId);
  }
}
