// The whole service in memory, for a few people and books: what each of them has, how they stand to each other, and who may
// see what. Knows nothing of requests.

import { MarkModel } from './mark-model.ts';
import { type ModelReview, ReviewModel } from './review-model.ts';
import { ShelfModel } from './shelf-model.ts';

export interface ModelBook {
  bookId: string;
  title: string;
  /** Undefined: the library's. */
  owner: number | undefined;
}

interface Place {
  progress: number;
  updateTime: number;
}

export interface ModelProgress {
  latest: Place;
  furthest: Place;
  readingTime: number;
}

/** One reader. */
export class Person {
  readonly shelf = new ShelfModel();
  readonly marks = new MarkModel();
  readonly settings = new Map<string, { value: number; time: number }>();
  readonly progress = new Map<string, ModelProgress>();
  readonly hidesOthersIn = new Set<string>();
  readonly follows = new Set<number>();
  readonly blocks = new Set<number>();
  readonly hidesFrom = new Set<number>();
  /** When anything of reading was reported last, on any device. */
  readUntil = 0;

  set(name: string, value: number, time: number): void {
    const before = this.settings.get(name);
    if (!before || before.time <= time) this.settings.set(name, { value, time });
  }

  read(bookId: string, place: Place, seconds: number): void {
    const before = this.progress.get(bookId);
    this.progress.set(bookId, {
      latest: before && before.latest.updateTime > place.updateTime ? before.latest : place,
      furthest: before && before.furthest.progress >= place.progress ? before.furthest : place,
      readingTime: (before?.readingTime ?? 0) + seconds,
    });
  }
}

export class Model {
  readonly people: Person[];
  readonly books: readonly ModelBook[];
  readonly written = new ReviewModel();

  constructor(people: number, books: readonly ModelBook[]) {
    this.people = Array.from({ length: people }, () => new Person());
    this.books = books;
  }

  person(who: number): Person {
    return this.people[who] as Person;
  }

  mayReadBook(viewer: number, bookId: string): boolean {
    const book = this.books.find((each) => each.bookId === bookId);
    return book !== undefined && (book.owner === undefined || book.owner === viewer);
  }

  mayMeet(one: number, other: number): boolean {
    return !this.person(one).blocks.has(other) && !this.person(other).blocks.has(one);
  }

  block(who: number, other: number): void {
    this.person(who).blocks.add(other);
    this.person(who).follows.delete(other);
    this.person(other).follows.delete(who);
  }

  areFriends(one: number, other: number): boolean {
    return this.person(one).follows.has(other) && this.person(other).follows.has(one);
  }

  isSecret(who: number, bookId: string): boolean {
    return this.person(who).shelf.entries.get(bookId)?.isSecret ?? false;
  }

  maySeeReadingOf(viewer: number, person: number): boolean {
    return this.mayMeet(viewer, person) && !this.person(person).hidesFrom.has(viewer);
  }

  /** The review or its tombstone is for the viewer. */
  isMeantFor(viewer: number, { author, bookId, privacy }: ModelReview): boolean {
    if (!this.mayReadBook(viewer, bookId)) return false;
    if (viewer === author) return true;
    if (privacy === 'private' || !this.maySeeReadingOf(viewer, author) || this.isSecret(author, bookId)) return false;
    return privacy === 'public' || this.areFriends(viewer, author);
  }

  /** What a route that names it answers: nothing, gone, or there. */
  seen(viewer: number, review: ModelReview): 200 | 404 | 410 {
    if (!this.isMeantFor(viewer, review)) return 404;
    return review.removedAt === 0 ? 200 : 410;
  }

  /** Reviews in the list of a book. */
  listed(viewer: number, bookId: string): ModelReview[] {
    const wantsOthers = !this.person(viewer).hidesOthersIn.has(bookId);
    return this.written.reviews.filter(
      (review) =>
        review.bookId === bookId &&
        review.privacy !== 'private' &&
        this.seen(viewer, review) === 200 &&
        (review.author === viewer || wantsOthers),
    );
  }

  likesFor(viewer: number, review: ModelReview): number {
    return [...review.likes].filter((who) => this.mayMeet(viewer, who)).length;
  }

  commentsFor(viewer: number, review: ModelReview): string[] {
    return [...review.comments.values()]
      .filter(({ author }) => this.mayMeet(viewer, author))
      .map(({ content }) => content);
  }

  /** How many stars of each kind everyone sees for the book, by stars. */
  ratings(bookId: string): number[] {
    return this.people.flatMap((_, who) => {
      const review = this.written.rating(who, bookId);
      const counts = review && review.privacy === 'public' && !this.isSecret(who, bookId);
      return counts ? [review.star] : [];
    });
  }

  /** Passages that at least so many readers whom the viewer may know of have underlined, with their number. */
  popular(viewer: number, bookId: string, least: number): Map<string, number> {
    const readers = new Map<string, number>();
    if (this.person(viewer).hidesOthersIn.has(bookId)) return readers;
    for (const [who, person] of this.people.entries()) {
      if (this.isSecret(who, bookId) || !this.maySeeReadingOf(viewer, who)) continue;
      for (const [, mark] of person.marks.standing()) {
        if (mark.bookId === bookId && mark.type === 1) readers.set(mark.range, (readers.get(mark.range) ?? 0) + 1);
      }
    }
    return new Map([...readers].filter(([, count]) => count >= least));
  }
}
