// Compares everything that each reader sees in the end with the model, after the work behind the answers was done; and each
// device's copy, which came by bits, with one that is loaded afresh.

import { expect } from 'vitest';
import { refreshStore } from '../../../../server/reading/store/refresh-store.ts';
import { findUnderlines } from '../../../../server/reading/underlines/find-underlines.ts';
import { defaultPopularReaders } from '../../../../server/reading/underlines/underlines.ts';
import { Copies } from './copies.ts';
import { libraryBooks } from './moves.ts';
import type { Play } from './play.ts';

type Row = Record<string, unknown>;

export async function compareAll(play: Play): Promise<void> {
  const ids = play.model.books.slice(0, libraryBooks).map((book) => book.bookId);
  for (const bookId of ids) await findUnderlines(play.house.reading, bookId);
  await refreshStore(play.house.reading);
  for (const [who] of play.model.people.entries()) {
    const fresh = new Copies(ids);
    await fresh.bringUp(play.client(who));
    const copies = play.copies[who] as Copies;
    await copies.bringUp(play.client(who, 1), 2);
    copies.expectEqual(fresh);
    compareShelf(play, who, fresh);
    compareNotes(play, who, fresh);
    await compareProgress(play, who);
    for (const [index, bookId] of ids.entries()) {
      compareReviews(play, who, bookId, fresh.bookReviews[index]?.state() as Row);
      await compareShared(play, who, bookId);
    }
    await compareSearch(play, who);
  }
}

function compareShelf(play: Play, who: number, { shelf }: Copies): void {
  const { books, folders, places } = shelf.state() as { books: Record<string, Row>; folders: Row; places: Row };
  const told = Object.entries(books).map(([bookId, { secret, isTop, finishReading }]) => [
    bookId,
    { secret, isTop, finishReading },
  ]);
  const expected = play.model.person(who).shelf.state();
  expect({ books: Object.fromEntries(told), folders, places }, `shelf of person ${who}`).toEqual(expected);
  expect(shelf.counted).toBe(told.length);
}

function compareNotes(play: Play, who: number, copies: Copies): void {
  const { marks } = play.model.person(who);
  for (const copy of copies.marks) {
    for (const [id, mark] of Object.entries(copy.state() as Record<string, Row>)) {
      const { style, colorStyle, createTime, range, type } = marks.marks.get(id) ?? {};
      expect(mark, id).toMatchObject({ style, colorStyle, createTime, range, type });
    }
  }
  const own = play.model.written.reviews.filter((review) => review.author === who && review.removedAt === 0);
  const standing = [...marks.standing().map(([id]) => id), ...own.map((review) => review.reviewId)].sort();
  expect(Object.keys(copies.notes.state()).sort(), `notes of person ${who}`).toEqual(standing);
  expect(Object.keys(copies.reviews.state())).toEqual(own.map((review) => review.reviewId).sort());
  const bookIds = new Set([...own.map((review) => review.bookId), ...marks.standing().map(([, mark]) => mark.bookId)]);
  const counted = [...bookIds].sort().map((bookId) => {
    const ofBook = own.filter((review) => review.bookId === bookId);
    const marked = marks.standing().filter(([, mark]) => mark.bookId === bookId);
    const sum = (count: (review: (typeof own)[number]) => number) => ofBook.reduce((all, each) => all + count(each), 0);
    return {
      bookId,
      reviewCount: ofBook.length,
      reviewLikeCount: sum((review) => review.likes.size),
      reviewCommentCount: sum((review) => review.comments.size),
      noteCount: marked.filter(([, mark]) => mark.type === 1).length,
      bookmarkCount: marked.filter(([, mark]) => mark.type === 0).length,
    };
  });
  const { books } = copies.notebooks.state() as { books: Row };
  expect(Object.values(books), `notebooks of person ${who}`).toMatchObject(counted);
}

async function compareProgress(play: Play, who: number): Promise<void> {
  for (const [bookId, { latest, furthest, readingTime }] of play.model.person(who).progress) {
    const { body } = await play.ask(who, 'GET /book/getProgress', { bookId });
    expect(body, `progress of person ${who}`).toMatchObject({
      book: { progress: latest.progress, updateTime: latest.updateTime, readingTime },
      furthest: { progress: furthest.progress },
    });
  }
}

function compareReviews(play: Play, who: number, bookId: string, told: Row): void {
  const expected = play.model.listed(who, bookId).map((review) => ({
    reviewId: review.reviewId,
    content: review.content,
    star: review.star,
    likesCount: play.model.likesFor(who, review),
    isLike: review.likes.has(who) ? 1 : 0,
    commentsCount: play.model.commentsFor(who, review).length,
  }));
  const shown = Object.values(told as Record<string, { review: Row } & Row>).map((entry) => ({
    reviewId: entry.reviewId,
    content: entry.review.content,
    star: entry.review.star,
    likesCount: entry.likesCount,
    isLike: entry.review.isLike,
    commentsCount: entry.commentsCount,
  }));
  expect(shown, `reviews of ${bookId} for person ${who}`).toEqual(expected.toSorted(byReviewId));
}

const byReviewId = (a: { reviewId: string }, b: { reviewId: string }) => (a.reviewId < b.reviewId ? -1 : 1);

/** What follows from what everyone did. */
async function compareShared(play: Play, who: number, bookId: string): Promise<void> {
  const { body: info } = await play.ask(who, 'GET /book/info', { bookId });
  const stars = play.model.ratings(bookId);
  expect(info, `rating of ${bookId}`).toMatchObject({
    newRatingCount: stars.length,
    newRatingDetail: {
      good: stars.filter((star) => star >= 80).length,
      fair: stars.filter((star) => star === 60).length,
      poor: stars.filter((star) => star < 60).length,
    },
  });
  const { body } = await play.ask(who, 'GET /book/bestbookmarks', { bookId });
  const items = (body.items as { range: string; totalCount: number }[]).map(({ range, totalCount }) => [
    range,
    totalCount,
  ]);
  const popular = [...play.model.popular(who, bookId, defaultPopularReaders)];
  expect(items.sort(), `popular underlines of ${bookId} for person ${who}`).toEqual(popular.sort());
}

async function compareSearch(play: Play, who: number): Promise<void> {
  const keywords = play.model.books.map((book) => book.title);
  const { body } = await play.ask(who, 'POST /store/titlesearch', { keywords });
  const results = body.results as { books: { book: { bookId: string }; likeness: number }[] }[];
  for (const [index, { bookId }] of play.model.books.entries()) {
    const found = results[index]?.books.some(({ book, likeness }) => likeness === 1 && book.bookId === bookId);
    expect(found ?? false, `book ${index} for person ${who}`).toBe(play.model.mayReadBook(who, bookId));
  }
}
