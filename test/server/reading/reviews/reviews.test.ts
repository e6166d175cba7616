// Reviews and thoughts through the door: written, edited, deleted, and kept in step on every device.

import { beforeAll, describe, expect, test } from 'vitest';
import type { ReplyOf } from '../../../../api/catalog.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

const event = (number: number) => `event-${String(number).padStart(16, '0')}`;

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let bookId: string;
  let events = 0;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  const freshBook = async () => {
    bookId = await addBook(house.reading, '');
  };
  const thought = (more: object = {}) => ({
    bookId,
    type: 1 as const,
    chapterUid: 2,
    range: '10-26',
    content: 'A whale of a sentence.',
    abstract: 'Call me Ishmael.',
    ...more,
  });
  const mine = (client: Client, more: object = {}) =>
    client.call('GET /review/list', { bookId, mine: 1, count: 100, ...more });

  test('a thought comes back as it was written', async () => {
    await freshBook();
    const pencilNote = { width: 100, height: 40, strokes: [{ d: 'M0 0L10 10q1 1 2 2z', width: 2 }] };
    const { reviewId, review } = await ann.call('POST /review/add', {
      ...thought({ pencilNote, topicRanges: [{ topic: 'whale', range: '2-7' }], atUserVids: [bob.vid, 'u_nobody'] }),
      cfi: 'epubcfi(/6/4!/4/2)',
      textQuote: 'Call me Ishmael.',
      textBefore: 'Loomings. ',
      textAfter: ' Some years',
    });
    expect(review).toMatchObject({
      reviewId,
      bookId,
      bookVersion: 1,
      chapterUid: 2,
      chapterIdx: 2,
      chapterTitle: 'Chapter 2',
      chapterName: 'Chapter 2',
      range: '10-26',
      content: 'A whale of a sentence.',
      abstract: 'Call me Ishmael.',
      topics: ['whale'],
      atUserVids: [bob.vid],
      pencilNote,
      cfi: 'epubcfi(/6/4!/4/2)',
      author: { userVid: ann.vid, name: 'ann' },
      book: { bookId, author: 'An author' },
      isLike: 0,
    });
    const seen = await bob.call('GET /review/single', { reviewId });
    expect(seen.review).toEqual(review);
    const { reviews, atUsers } = await mine(ann);
    expect(reviews.map((entry) => entry.review)).toEqual([review]);
    expect(atUsers).toMatchObject([{ userVid: bob.vid }]);
  });

  test('a new wording takes its topics along, without those that are gone from it', async () => {
    await freshBook();
    const said = thought({
      content: 'Of #whales# and #ships#.',
      topicRanges: [
        { topic: 'whales', range: '3-11' },
        { topic: 'ships', range: '16-23' },
      ],
    });
    const { reviewId } = await ann.call('POST /review/add', said);
    const edited = async (more: object) => (await ann.call('POST /review/useredit', { reviewId, ...more })).review;
    expect((await edited({ content: 'More of #whales#!' })).topicRanges).toEqual([{ topic: 'whales', range: '8-16' }]);
    // Made before, without a connection: the newer words stand, the topics are looked for in them.
    const late = { content: 'Old #whales#', topicRanges: [{ topic: 'whales', range: '4-12' }] };
    const review = await edited({ ...late, editTime: house.clock.now - 60 });
    expect(review).toMatchObject({ content: 'More of #whales#!', topicRanges: [{ topic: 'whales', range: '8-16' }] });
    expect((await edited({ content: 'Of nothing.' })).topics).toEqual([]);
  });

  test.each([
    ['a thought on no range', { range: undefined }],
    ['a thought in no chapter', { chapterUid: undefined }],
    ['a range backwards', { range: '9-5' }],
    ['stars on a thought', { star: 40 }],
    ['half a star', { type: 4, range: undefined, star: 30 }],
    ['nothing said', { content: ' \n ' }],
    ['an article that is not named', { type: 16, range: undefined }],
    ['a topic outside of the text', { topicRanges: [{ topic: 'sea', range: '5-5000' }] }],
    ['a stroke that is no path', { pencilNote: { width: 9, height: 9, strokes: [{ d: 'L1 2', width: 1 }] } }],
    ['a stroke of half pairs', { pencilNote: { width: 9, height: 9, strokes: [{ d: 'M1 2 3', width: 1 }] } }],
    ['markup as a stroke', { pencilNote: { width: 9, height: 9, strokes: [{ d: '"/><script>', width: 1 }] } }],
    ['a link that would run', { pictures: ['javascript:alert(1)'] }],
    ['words without end', { content: 'x'.repeat(65_537) }],
    ['a NUL', { content: 'a\0b' }],
    ['half a surrogate pair', { content: 'a\ud800b' }],
  ])('%s is refused', async (_what, more) => {
    await freshBook();
    const { status, body } = await ann.ask('POST /review/add', thought(more));
    expect([status, body]).toMatchObject([400, { error: 'bad_argument' }]);
    expect((await mine(ann)).totalCount).toBe(0);
  });

  test('a body above 1 MiB is refused as a whole', async () => {
    const { status, body } = await ann.ask('POST /review/add', thought({ htmlContent: 'x'.repeat(1_100_000) }));
    expect([status, body]).toMatchObject([413, { error: 'too_large' }]);
  });

  test('hostile words come back as words, and markup without what runs', async () => {
    await freshBook();
    const content = '<script>alert(1)</script> & "quotes"';
    const htmlContent =
      '<p onclick="x()">Hi <b>there</b><script>alert(1)</script> <a href="javascript:x">a</a>' +
      '<a href="https://books.test/?a=1&b=2">b</a><img src=x onerror=y> &lt;i&gt;';
    const { review } = await ann.call('POST /review/add', { bookId, type: 4, content, htmlContent });
    expect(review.content).toBe('<script>alert(1)</script> & "quotes"');
    expect(review.htmlContent).toBe(
      '<p>Hi <b>there</b> <a>a</a><a href="https://books.test/?a=1&amp;b=2" rel="nofollow noopener">b</a> &lt;i&gt;</p>',
    );
    const deep = await ann.call('POST /review/add', { bookId, type: 4, content, htmlContent: '<div>'.repeat(20_000) });
    expect(deep.review.htmlContent.length).toBeLessThan(2_000);
  });

  test('only what was sent changes, each field by its newest edit', async () => {
    await freshBook();
    const { now } = house.clock;
    const { reviewId } = await ann.call('POST /review/add', thought({ title: 'Whales', editTime: now - 100 }));
    const edit = (more: object) => ann.call('POST /review/useredit', { reviewId, ...more });
    await edit({ content: 'Newer.', editTime: now - 10 });
    const { review } = await edit({ content: 'Older.', title: 'Seas', isPrivate: 1, editTime: now - 50 });
    expect(review).toMatchObject({ content: 'Newer.', title: 'Seas', isPrivate: 1, range: '10-26' });
    const moved = await ann.call('POST /review/edit', { reviewId, range: '30-40', chapterUid: 3, textQuote: 'new' });
    expect(moved.review).toMatchObject({ range: '30-40', chapterUid: 3, chapterTitle: 'Chapter 3', textQuote: 'new' });
    expect((await ann.ask('POST /review/useredit', { reviewId, type: 4 })).status).toBe(400);
    expect((await ann.ask('POST /review/useredit', { reviewId, content: ' ' })).status).toBe(400);
    expect((await ann.ask('POST /review/edit', { reviewId, bookId: 'b_other', range: '1-2' })).status).toBe(400);
    expect((await bob.ask('POST /review/useredit', { reviewId, content: 'Mine!' })).status).toBe(404);
    await edit({ isPrivate: 0 });
    expect(await bob.ask('POST /review/useredit', { reviewId, content: 'Mine!' })).toMatchObject({
      status: 403,
      body: { error: 'no_permission' },
    });
  });

  describe('a deletion', () => {
    test('wins over older edits, leaves a tombstone, and takes everything with it', async () => {
      await freshBook();
      const { now } = house.clock;
      const { reviewId } = await ann.call('POST /review/add', thought({ editTime: now - 100 }));
      await bob.call('POST /review/comment', { reviewId, content: 'Yes!' });
      const { synckey } = await mine(ann);
      const list = { bookId, listType: 3 };
      const others = await bob.call('GET /review/list', list);
      expect(others.reviews).toHaveLength(1);
      expect((await bob.ask('POST /review/delete', { reviewId })).body).toMatchObject({ error: 'no_permission' });
      expect(await ann.call('POST /review/delete', { reviewId, editTime: now - 50 })).toMatchObject({ removed: 1 });
      expect(await ann.ask('POST /review/useredit', { reviewId, content: 'Late', editTime: now - 60 })).toMatchObject({
        status: 410,
      });
      expect(await mine(ann, { synckey })).toMatchObject({ clearAll: 0, reviews: [], removed: [reviewId] });
      expect(await bob.call('GET /review/list', { ...list, synckey: others.synckey })).toMatchObject({
        clearAll: 0,
        reviews: [],
        removed: [reviewId],
        totalCount: 0,
      });
      for (const [client, key] of [
        [bob, 'GET /review/single'],
        [ann, 'GET /review/single'],
        [bob, 'GET /review/commentloadmore'],
      ] as const) {
        expect((await client.ask(key, { reviewId })).body).toMatchObject({ error: 'gone' });
      }
      expect((await bob.ask('POST /review/like', { reviewId })).body).toMatchObject({ error: 'gone' });
      expect((await bob.ask('POST /review/comment', { reviewId, content: 'Hm' })).body).toMatchObject({
        error: 'gone',
      });
    });

    test('loses to newer edits', async () => {
      await freshBook();
      const { now } = house.clock;
      const { reviewId } = await ann.call('POST /review/add', thought({ editTime: now - 100 }));
      await ann.call('POST /review/useredit', { reviewId, content: 'Kept.', editTime: now - 40 });
      expect(await ann.call('POST /review/delete', { reviewId, editTime: now - 50 })).toMatchObject({ removed: 0 });
      await ann.call('POST /review/delete', { reviewId, editTime: now - 30 });
      const { review } = await ann.call('POST /review/useredit', { reviewId, content: 'Back.', editTime: now - 20 });
      expect(review.content).toBe('Back.');
      expect((await mine(ann)).reviews).toHaveLength(1);
    });
  });

  test('replaying a whole outbox changes nothing, and answers what was made', async () => {
    await freshBook();
    const first = events + 1;
    events += 4;
    const add = thought({ eventId: event(first) });
    const { reviewId } = await ann.call('POST /review/add', add);
    const rest: [Parameters<Client['call']>[0], object][] = [
      ['POST /review/useredit', { reviewId, content: 'Edited.', eventId: event(first + 1) }],
      ['POST /review/comment', { reviewId, content: 'Said once.', eventId: event(first + 2) }],
      ['POST /review/like', { reviewId }],
    ];
    for (const [route, params] of rest) await ann.call(route, params as never);
    const once = await mine(ann);
    house.clock.now += 100;
    expect(await ann.call('POST /review/add', add)).toMatchObject({ reviewId, review: { content: 'Edited.' } });
    for (const [route, params] of rest) await ann.call(route, params as never);
    expect(await mine(ann)).toEqual(once);
    expect(once.reviews).toMatchObject([{ commentsCount: 1, likesCount: 1, review: { content: 'Edited.' } }]);
    const other = await ann.ask('POST /book/addBookmark', {
      ...{ bookId, chapterUid: 1, range: '1-9', type: 1, markText: 'w', eventId: event(first + 3) },
    });
    expect(other.status).toBe(200);
    expect((await ann.ask('POST /review/add', thought({ eventId: event(first + 3) }))).body).toMatchObject({
      error: 'bad_argument',
      details: { eventId: expect.any(String) },
    });
  });

  test('two adds of one event at once are one review', async () => {
    await freshBook();
    const add = thought({ eventId: event(++events) });
    const made = await Promise.all([1, 2, 3].map(() => ann.call('POST /review/add', add)));
    expect(new Set(made.map((reply) => reply.reviewId)).size).toBe(1);
    expect((await mine(ann)).totalCount).toBe(1);
  });

  describe('the list of one’s own', () => {
    test('comes in pages either way, also when it changes meanwhile', async () => {
      await freshBook();
      const ids: string[] = [];
      for (let count = 0; count < 7; count++) {
        const { reviewId } = await ann.call('POST /review/add', thought({ content: `Thought ${count}` }));
        ids.push(reviewId);
      }
      const byKey: ReplyOf<'GET /review/list'>[] = [await mine(ann, { count: 3 })];
      await ann.call('POST /review/useredit', { reviewId: ids[0], content: 'Changed' } as never);
      while (byKey.at(-1)?.hasMore) byKey.push(await mine(ann, { count: 3, synckey: byKey.at(-1)?.synckey }));
      expect(byKey.slice(1).map((page) => page.clearAll)).toEqual([0, 0]);
      const copy = new Map(
        byKey.flatMap((page) => page.reviews).map((entry) => [entry.reviewId, entry.review.content]),
      );
      expect([...copy.keys()].sort()).toEqual([...ids].sort());
      expect(copy.get(ids[0] as string)).toBe('Changed');
      const newest = await mine(ann, { count: 3, maxIdx: 0 });
      const rest = await mine(ann, { maxIdx: newest.maxIdx });
      expect([...newest.reviews, ...rest.reviews].map((entry) => entry.reviewId)).toEqual([...ids].reverse());
    });

    test('takes every spelling and filter', async () => {
      await freshBook();
      await ann.call('POST /review/add', thought());
      await ann.call('POST /review/add', { bookId, type: 2, chapterUid: 1, content: 'Chapter' });
      await ann.call('POST /review/add', { bookId, type: 4, star: 80, content: 'Book', isPrivate: 1 });
      const kinds = async (params: object) =>
        (await ann.call('GET /review/list', { bookId, ...params })).reviews.map((entry) => entry.review.type).sort();
      expect(await kinds({ mine: 1 })).toEqual([1, 2, 4]);
      expect(await kinds({ listType: 11 })).toEqual([1, 2, 4]);
      expect(await kinds({ listtype: 11, listmode: 1 })).toEqual([1]);
      expect(await kinds({ mine: 1, listMode: 2 })).toEqual([2, 4]);
      expect(await kinds({ mine: 1, private: 1 })).toEqual([4]);
      expect(await kinds({ mine: 1, type: 4 })).toEqual([4]);
      expect(await kinds({ mine: 1, chapterUid: 2 })).toEqual([1]);
      // Public lists have no place for private ones.
      expect(await kinds({})).toEqual([1, 2]);
      expect(await kinds({ userVid: ann.vid })).toEqual([1, 2]);
      expect(await kinds({ uservid: ann.vid, listmode: 2 })).toEqual([2]);
      expect((await bob.ask('GET /review/list', {})).body).toMatchObject({ error: 'bad_argument' });
    });
  });

  test('an article’s reviews are listed by the article', async () => {
    const refMpInfo = { reviewId: `mp-${bookId}`, title: 'On whales' };
    const { reviewId, review } = await ann.call('POST /review/add', { type: 16, content: 'Well said', refMpInfo });
    expect(review).toMatchObject({ bookId: '', refMpInfo: { title: 'On whales' }, book: { title: 'On whales' } });
    const list = await bob.call('GET /review/list', { refMpReviewId: refMpInfo.reviewId });
    expect(list.reviews.map((entry) => entry.reviewId)).toEqual([reviewId]);
  });

  test('what did not change since is not told again: one review, thoughts on ranges, a book’s page', async () => {
    await freshBook();
    const { reviewId } = await ann.call('POST /review/add', thought());
    await bob.call('POST /review/comment', { reviewId, content: 'Hear, hear' });
    const single = (synckey = 0) => bob.call('GET /review/single', { reviewId, synckey });
    const ranges = (synckey = 0) =>
      bob.call('POST /book/readreviews', { bookId, chapterUid: 2, reviews: [{ range: '10-26', synckey }] });
    const page = (synckey = 0) => bob.call('GET /book/detailinfo', { bookId, synckey });
    const [one, some, all] = [await single(), await ranges(), await page()];
    expect(one.unchanged).toBeUndefined();
    expect(await single(one.synckey)).toMatchObject({ unchanged: 1, comments: [], commentsCount: 1, reviewId });
    const [range] = some.reviews;
    expect(range?.pageReviews).toHaveLength(1);
    const again = await ranges(range?.synckey);
    expect(again.reviews).toMatchObject([{ unchanged: 1, totalCount: 1, pageReviews: [] }]);
    expect(await page(all.synckey)).toMatchObject({ unchanged: 1, reviews: [], book: { bookId } });

    await ann.call('POST /review/edit', { reviewId, range: '30-40' });
    expect((await single(one.synckey)).comments).toHaveLength(1);
    expect((await ranges(range?.synckey)).reviews).toMatchObject([{ totalCount: 0, pageReviews: [] }]);
    expect((await ranges(range?.synckey)).reviews[0]?.unchanged).toBeUndefined();
    await ann.call('POST /review/add', { bookId, type: 4, star: 80, content: 'Good' });
    const changed = await page(all.synckey);
    expect(changed.unchanged).toBeUndefined();
    expect(changed.reviews).toHaveLength(1);
  });
});
