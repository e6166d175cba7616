// A reader's notes through all books: counted by book, newest first, and by changes.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purge } from '../../../../server/reading/purge.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let names = 0;
  let first: string;
  let second: string;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    bob = await house.signIn('bob');
    first = await addBook(house.reading, '');
    second = await addBook(house.reading, '');
    return () => house.close();
  });
  beforeEach(async () => {
    ann = await house.signIn(`ann-${++names}`);
  });

  const mark = async (bookId: string, range: string, type: 0 | 1 = 1) => {
    const added = await ann.call('POST /book/addBookmark', { bookId, chapterUid: 1, range, type, markText: 'w' });
    return added.bookmarkId;
  };
  const think = async (more: object) =>
    (await ann.call('POST /review/add', { type: 4, content: 'Hm', ...more } as never)).reviewId;
  const notebooks = (more: object = {}) => ann.call('GET /user/notebooks', more);

  test('each book’s notes are counted by kind, with what others did', async () => {
    await mark(first, '1-9');
    await mark(first, '20-29');
    await mark(first, '5-5', 0);
    const reviewId = await think({ bookId: first });
    await think({ bookId: second, isPrivate: 1 });
    await think({ type: 16, refMpInfo: { reviewId: 'mp-1' } });
    await bob.call('POST /review/like', { reviewId });
    await bob.call('POST /review/comment', { reviewId, content: 'Well' });
    await ann.call('POST /book/markstatus', { bookId: first, status: 4 });
    const all = await notebooks();
    expect(all).toMatchObject({ totalBookCount: 2, noBookReviewCount: 1, totalNoteCount: 6, clearAll: 1, hasMore: 0 });
    expect(all.books.find((book) => book.bookId === first)).toMatchObject({
      reviewCount: 1,
      reviewLikeCount: 1,
      reviewCommentCount: 1,
      noteCount: 2,
      bookmarkCount: 1,
      markedStatus: 4,
      sort: house.clock.now,
      book: { bookId: first },
    });
    expect((await bob.call('GET /user/notebooks', {})).totalNoteCount).toBe(0);
  });

  test('a book without notes goes, and comes back with the next one', async () => {
    const bookmarkId = await mark(first, '1-9');
    const reviewId = await think({ bookId: second });
    const copy = await notebooks();
    await ann.call('POST /book/removeBookmark', { bookmarkId });
    await ann.call('POST /book/removeBookmark', { bookmarkId });
    const next = await notebooks({ synckey: copy.synckey });
    expect(next).toMatchObject({ clearAll: 0, books: [], removed: [first], totalBookCount: 1, totalNoteCount: 1 });
    expect(await notebooks({ synckey: next.synckey })).toMatchObject({ books: [], removed: [], synckey: next.synckey });
    house.clock.now += 10;
    await mark(first, '1-9');
    await ann.call('POST /review/delete', { reviewId });
    expect(await notebooks({ synckey: next.synckey })).toMatchObject({
      books: [{ bookId: first, noteCount: 1, sort: house.clock.now }],
      removed: [second],
    });
    const pages = await notebooks({ count: 1 });
    expect([pages.books.length + pages.removed.length, pages.hasMore]).toEqual([1, 1]);
  });

  describe('all notes', () => {
    test('come newest first by when they were made, whatever comes meanwhile', async () => {
      const { now } = house.clock;
      const made: string[] = [];
      for (let age = 5; age >= 0; age--) {
        const createTime = now - age * 100;
        const bookId = age % 2 ? first : second;
        made.push(
          age % 3
            ? (
                await ann.call('POST /book/addBookmark', {
                  bookId,
                  chapterUid: 1,
                  range: `${age}-9`,
                  type: 1,
                  markText: 'w',
                  createTime,
                })
              ).bookmarkId
            : await think({ bookId, createTime }),
        );
      }
      const page = await ann.call('GET /user/allNotes', { count: 4 });
      await mark(first, '30-40');
      const rest = await ann.call('GET /user/allNotes', { maxIdx: page.maxIdx });
      const notes = [...page.notes, ...rest.notes];
      expect(notes.map((note) => note.noteId)).toEqual([...made].reverse());
      expect(notes.map((note) => note.createTime)).toEqual([0, 1, 2, 3, 4, 5].map((age) => now - age * 100));
      expect(notes.every((note) => (note.kind === 'review' ? note.review && !note.bookmark : note.bookmark))).toBe(
        true,
      );
      expect([page.totalCount, page.hasMore, rest.hasMore, rest.totalCount]).toEqual([6, 1, 0, 7]);
      const reviews = await ann.call('GET /user/allNotes', { kind: 'review' });
      expect([reviews.totalCount, reviews.notes.map((note) => note.kind)]).toEqual([2, ['review', 'review']]);
    });

    test('tell what changed, and start over when tombstones went', async () => {
      const bookmarkId = await mark(first, '1-9');
      const reviewId = await think({ bookId: first });
      const copy = await ann.call('GET /user/allNotes', {});
      await ann.call('POST /book/updateBookmark', { bookmarkId, style: 1 });
      await ann.call('POST /review/delete', { reviewId });
      const next = await ann.call('GET /user/allNotes', { synckey: copy.synckey });
      expect(next).toMatchObject({
        clearAll: 0,
        notes: [{ noteId: bookmarkId, bookmark: { style: 1 } }],
        removed: [reviewId],
        totalCount: 1,
      });
      house.clock.now += 200 * 86_400;
      await purge(house.reading);
      const { name } = await again();
      expect(name).toMatch(/^ann/);
      expect(await ann.call('GET /user/allNotes', { synckey: copy.synckey })).toMatchObject({
        clearAll: 1,
        removed: [],
      });
      expect(await ann.call('GET /user/allNotes', { synckey: next.synckey })).toMatchObject({ clearAll: 0, notes: [] });
      const list = await ann.call('GET /review/list', { mine: 1, bookId: first });
      expect([list.totalCount, list.reviews]).toEqual([0, []]);
      bob = await house.signIn('bob');
    });

    /** Sessions have ended by now. */
    async function again() {
      ann = await house.signIn(`ann-${names}`);
      return ann.call('GET /user', {});
    }
  });
});
