// What readers wrote, said and liked about books, as it has to stand after any edits. Who may see what is in model.ts.

import type { Refused } from './shelf-model.ts';

export interface ModelReview {
  reviewId: string;
  /** Whose, by place among the people. */
  author: number;
  bookId: string;
  /** Its place among all, by when it was made. */
  number: number;
  type: 1 | 4;
  star: number;
  content: string;
  contentTime: number;
  privacy: Privacy;
  privacyTime: number;
  createTime: number;
  editTime: number;
  removedAt: number;
  likes: Set<number>;
  comments: Map<string, { author: number; content: string }>;
}

export type Privacy = 'public' | 'private' | 'friends';

export class ReviewModel {
  readonly reviews: ModelReview[] = [];

  add(
    made: Pick<ModelReview, 'reviewId' | 'author' | 'bookId' | 'type' | 'star' | 'content' | 'privacy'>,
    time: number,
  ): void {
    this.reviews.push({
      ...made,
      number: this.reviews.length,
      contentTime: time,
      privacyTime: time,
      createTime: time,
      editTime: time,
      removedAt: 0,
      likes: new Set(),
      comments: new Map(),
    });
  }

  edit(review: ModelReview, content: string, privacy: Privacy | undefined, time: number): Refused | undefined {
    if (review.removedAt !== 0 && review.removedAt >= time) return 410;
    if (time >= review.contentTime) Object.assign(review, { content, contentTime: time });
    if (privacy && time >= review.privacyTime) Object.assign(review, { privacy, privacyTime: time });
    Object.assign(review, { editTime: Math.max(review.editTime, time), removedAt: 0 });
    return undefined;
  }

  /** Answers whether it is gone. */
  remove(review: ModelReview, time: number): boolean {
    if (review.editTime <= time) review.removedAt = Math.max(review.removedAt, time);
    return review.removedAt !== 0;
  }

  /** The stars that a reader gives a book: those of their newest standing review with stars. */
  rating(author: number, bookId: string): ModelReview | undefined {
    return this.reviews
      .filter((review) => review.author === author && review.bookId === bookId)
      .filter((review) => review.removedAt === 0 && review.star > 0)
      .sort((a, b) => b.createTime - a.createTime || b.number - a.number)[0];
  }
}
