// Looks through everything that the service answers: nobody ever gets another's private book, the words of a review that is
// not meant for them, or anything of someone whom they may not meet.

import type { Model } from './model.ts';

interface Answer {
  status: number;
  body: unknown;
}

export class Guard {
  readonly #model: Model;
  readonly #vidOf: (who: number) => string;
  #words = 0;
  /** Of comments, whose authors are all that matters. */
  readonly #said = new Map<string, number>();

  constructor(model: Model, vidOf: (who: number) => string) {
    this.#model = model;
    this.#vidOf = vidOf;
  }

  /** Words that nobody else writes. */
  words(by: number): string {
    const words = `words${++this.#words}x`;
    this.#said.set(words, by);
    return words;
  }

  check(viewer: number, route: string, asked: object, { body }: Answer): void {
    const text = JSON.stringify(body);
    const question = JSON.stringify(asked);
    const problem = (what: string) => new Error(`${route} showed person ${viewer} ${what}: ${text.slice(0, 2000)}`);
    for (const { bookId, title, owner } of this.#model.books) {
      if (owner === undefined || owner === viewer) continue;
      if (!question.includes(`"${title}"`) && text.includes(`"${title}"`))
        throw problem(`the title of another’s private book ${title}`);
      if (!question.includes(bookId) && text.includes(`"${bookId}"`)) throw problem(`another’s private book ${bookId}`);
    }
    for (const [who] of this.#model.people.entries()) {
      const vid = this.#vidOf(who);
      if (this.#model.mayMeet(viewer, who) || question.includes(vid)) continue;
      if (text.includes(`"${vid}"`)) throw problem(`person ${who}, whom they may not meet`);
    }
    for (const review of this.#model.written.reviews) {
      const isSeen = this.#model.seen(viewer, review) === 200;
      if (!isSeen && !question.includes(review.content) && text.includes(review.content))
        throw problem(`the words of review ${review.reviewId} by person ${review.author}`);
    }
    for (const [words, who] of this.#said) {
      if (!this.#model.mayMeet(viewer, who) && text.includes(words)) throw problem(`words of person ${who}`);
    }
  }
}
