// Likes, comments, reposts and feeds through the door: each person counts once, and what someone may not see counts and
// shows nowhere.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';
import { befriend, blockReader, follow, hideFrom, unblockReader, unfollow } from '../relations.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let cat: Client;
  let bookId: string;
  let crowd: Client[];

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    [ann, bob, cat] = [await house.signIn('ann'), await house.signIn('bob'), await house.signIn('cat')];
    crowd = [];
    for (let count = 0; count < 8; count++) crowd.push(await house.signIn(`reader-${count}`));
    return () => house.close();
  });
  beforeEach(async () => {
    bookId = await addBook(house.reading, '');
  });

  const write = async (client: Client, more: object = {}) =>
    (await client.call('POST /review/add', { bookId, type: 4, content: 'Good', ...more })).reviewId;
  const single = (client: Client, reviewId: string, more: object = {}) =>
    client.call('GET /review/single', { reviewId, ...more });
  const ids = (list: { reviewId: string }[]) => list.map((entry) => entry.reviewId);

  describe('likes', () => {
    test('of many at once, and of one person often, are counted exactly', async () => {
      const reviewId = await write(ann);
      const taps = [...crowd, ...crowd, bob, bob].map((client) => client.ask('POST /review/like', { reviewId }));
      const edits = [1, 2, 3].map((n) => ann.ask('POST /review/useredit', { reviewId, content: `Edit ${n}` }));
      expect((await Promise.all([...taps, ...edits])).map((reply) => reply.status)).toEqual(Array(21).fill(200));
      const seen = await single(ann, reviewId);
      expect([seen.likesCount, seen.likes.length, seen.likesHasMore]).toEqual([9, 9, 0]);
      const away = [...crowd, ...crowd].map((client) => client.ask('POST /review/like', { reviewId, isUnlike: 1 }));
      await Promise.all(away);
      const { likesCount, likes } = await single(bob, reviewId);
      expect([likesCount, likes.map((user) => user.name)]).toEqual([1, ['bob']]);
      expect((await single(bob, reviewId)).review.isLike).toBe(1);
    });

    test('come in pages either way', async () => {
      const reviewId = await write(ann);
      for (const client of crowd) await client.call('POST /review/like', { reviewId });
      const names = crowd.map((_, index) => `reader-${index}`);
      for (const likesDirection of [0, 1] as const) {
        const seen: string[] = [];
        let likesMaxIdx = 0;
        for (let more: 0 | 1 = 1; more; ) {
          const page = await single(bob, reviewId, { likesCount: 3, likesDirection, likesMaxIdx });
          seen.push(...page.likes.map((user) => user.name));
          [more, likesMaxIdx] = [page.likesHasMore, page.likesMaxIdx];
        }
        expect(seen).toEqual(likesDirection ? names : [...names].reverse());
      }
    });

    test('move a review up in the recommended list, whose pages stay whole', async () => {
      const reviews: string[] = [];
      for (const client of crowd) reviews.push(await write(client));
      for (const client of [ann, bob]) await client.call('POST /review/like', { reviewId: reviews[3] as string });
      await ann.call('POST /review/like', { reviewId: reviews[1] as string });
      const first = await cat.call('GET /review/list', { bookId, count: 3 });
      expect(ids(first.reviews)).toEqual([reviews[3], reviews[1], reviews[7]]);
      expect(first).toMatchObject({ totalCount: 8, hasMore: 1, reviewsCnt: 8, recentTotalCnt: 8 });
      await write(ann);
      const rest = await cat.call('GET /review/list', { bookId, maxIdx: first.maxIdx });
      expect(ids(rest.reviews)).toEqual([6, 5, 4, 2, 0].map((index) => reviews[index]));
      expect(first.reviews.at(-1)?.idx).toBe(first.maxIdx);
    });
  });

  describe('comments', () => {
    test('thread one level deep, and a deleted one leaves its answers', async () => {
      const reviewId = await write(ann);
      const { commentId } = await bob.call('POST /review/comment', { reviewId, content: ' <b>First</b> ' });
      const answer = await ann.call('POST /review/comment', { reviewId, content: 'Thanks', toCommentId: commentId });
      expect(answer.comment).toMatchObject({ toCommentId: commentId, toUserVid: bob.vid, toUserName: 'bob' });
      const deeper = { reviewId, content: 'You too', toCommentId: answer.commentId };
      expect(await bob.call('POST /review/comment', deeper)).toMatchObject({ commentsCount: 3 });
      const { comments, commentsCount } = await single(cat, reviewId);
      expect(commentsCount).toBe(3);
      expect(comments).toMatchObject([
        { content: '<b>First</b>', subCommentsCount: 2, subComments: [{ content: 'Thanks' }, { content: 'You too' }] },
      ]);
      expect((await cat.ask('POST /review/delComment', { commentId })).body).toMatchObject({ error: 'no_permission' });
      expect(await ann.call('POST /review/delComment', { commentId })).toMatchObject({ commentsCount: 2 });
      expect(await ann.call('POST /review/delComment', { commentId })).toMatchObject({ commentsCount: 2 });
      expect((await single(cat, reviewId)).comments).toMatchObject([
        { content: '', isDeleted: 1, subCommentsCount: 2 },
      ]);
      expect((await cat.ask('POST /review/comment', { ...deeper, toCommentId: commentId })).status).toBe(404);
      expect((await cat.ask('POST /review/comment', { reviewId, content: ' \n ' })).status).toBe(400);
      expect((await cat.ask('POST /review/comment', { reviewId, content: 'x'.repeat(2001) })).status).toBe(400);
    });

    test('come in pages, with all answers when asked', async () => {
      const reviewId = await write(ann);
      const made: string[] = [];
      for (const client of crowd) {
        made.push((await client.call('POST /review/comment', { reviewId, content: client.deviceId })).commentId);
      }
      const [commentId] = made as [string];
      for (const client of crowd) {
        await client.call('POST /review/comment', { reviewId, content: 'Answer', toCommentId: commentId });
      }
      const first = await bob.call('GET /review/commentloadmore', { reviewId, count: 5 });
      const rest = await bob.call('GET /review/commentloadmore', { reviewId, maxIdx: first.maxIdx, isExpandAll: 1 });
      const all = [...first.comments, ...rest.comments];
      expect(all.map((comment) => comment.commentId)).toEqual([...made].reverse());
      expect([first.totalCount, first.hasMore, rest.hasMore]).toEqual([16, 1, 0]);
      expect(all.at(-1)).toMatchObject({ subCommentsCount: 8 });
      expect(all.at(-1)?.subComments).toHaveLength(8);
      const answers = await bob.call('GET /review/commentloadmore', { commentId, count: 6 });
      expect([answers.subComments.length, answers.totalCount, answers.hasMore]).toEqual([6, 8, 1]);
      const last = await bob.call('GET /review/commentloadmore', { commentId, maxIdx: answers.maxIdx });
      expect([last.subComments.length, last.hasMore]).toEqual([2, 0]);
    });

    test('are counted exactly when they come and go at once', async () => {
      const reviewId = await write(ann);
      const { commentId } = await bob.call('POST /review/comment', { reviewId, content: 'First' });
      await Promise.all([
        ...crowd.map((client) => client.ask('POST /review/comment', { reviewId, content: 'Me too' })),
        bob.ask('POST /review/delComment', { commentId }),
        ann.ask('POST /review/delComment', { commentId }),
        ...crowd.map((client) => client.ask('POST /review/commentlike', { commentId })),
      ]);
      expect((await single(ann, reviewId)).commentsCount).toBe(8);
      const [comment] = (await single(ann, reviewId)).comments;
      const like = { commentId: comment?.commentId ?? '' };
      await Promise.all([...crowd, ...crowd].map((client) => client.ask('POST /review/commentlike', like)));
      expect(await bob.call('POST /review/commentlike', like)).toMatchObject({ isLike: 1, likesCount: 9 });
      expect(await bob.call('POST /review/commentlike', { ...like, isUnlike: 1 })).toMatchObject({ likesCount: 8 });
    });
  });

  describe('an edit and a deletion at once', () => {
    test('end in one of both, the same for everyone', async () => {
      const reviewId = await write(ann);
      await Promise.all([
        ann.ask('POST /review/useredit', { reviewId, content: 'Edited' }),
        ann.ask('POST /review/delete', { reviewId }),
        bob.ask('POST /review/like', { reviewId }),
        bob.ask('POST /review/comment', { reviewId, content: 'Well' }),
      ]);
      const own = await ann.ask('GET /review/single', { reviewId });
      const other = await bob.ask('GET /review/single', { reviewId });
      expect(own.status).toBe(other.status);
      const listed = await bob.call('GET /review/list', { bookId });
      expect(ids(listed.reviews)).toEqual(own.status === 200 ? [reviewId] : []);
      const { books } = await ann.call('GET /user/notebooks', {});
      expect(books.filter((book) => book.bookId === bookId).length).toBe(own.status === 200 ? 1 : 0);
    });
  });

  describe('feeds', () => {
    test('carry what followed people write and pass on, page by page and by changes', async () => {
      const [dan, eve] = [await house.signIn('dan'), await house.signIn('eve')];
      const reader = crowd[2] as Client;
      await follow(house, reader, dan);
      const own = await write(dan, { content: 'By dan' });
      const kept = await write(dan, { content: 'Only for me', isPrivate: 1 });
      const passed = await write(eve, { content: 'By eve' });
      await dan.call('POST /review/repost', { reviewId: passed, repost: 1 });
      await dan.call('POST /review/repost', { reviewId: passed, repost: 1 });
      expect((await single(reader, passed)).repostCount).toBe(1);
      const first = await reader.call('GET /review/feeds', { count: 1 });
      expect(first.reviews).toMatchObject([{ reviewId: passed, repostedBy: { userVid: dan.vid } }]);
      const rest = await reader.call('GET /review/feeds', { maxIdx: first.maxIdx });
      expect(ids(rest.reviews)).toEqual([own]);
      expect([first.totalCount, rest.hasMore]).toEqual([2, 0]);
      const quiet = await write(dan, { content: 'Quiet' });
      await dan.call('POST /review/useredit', { reviewId: quiet, notShareToFriend: 1 });
      await dan.call('POST /review/useredit', { reviewId: own, content: 'By dan, again' });
      await dan.call('POST /review/repost', { reviewId: passed, repost: 0 });
      const changes = await reader.call('GET /review/feeds', { synckey: first.synckey });
      expect(changes).toMatchObject({
        clearAll: 0,
        reviews: [{ reviewId: own, review: { content: 'By dan, again' } }],
      });
      expect(changes.removed.sort()).toEqual([quiet, passed].sort());
      expect(changes.removed).not.toContain(kept);
      expect(await reader.call('GET /review/feeds', { synckey: changes.synckey })).toMatchObject({
        reviews: [],
        removed: [],
        synckey: changes.synckey,
      });
      const open = await reader.ask('POST /review/repost', { reviewId: kept, repost: 1 });
      expect(open.status).toBe(404);
      expect((await dan.ask('POST /review/repost', { reviewId: kept, repost: 1 })).body).toMatchObject({
        error: 'no_permission',
      });
      await unfollow(house, reader, dan);
      expect(await reader.call('GET /review/feeds', { synckey: changes.synckey })).toMatchObject({
        clearAll: 1,
        reviews: [],
      });
    });

    test('recommend what is liked, and whom followed people follow', async () => {
      const [dan, eve, reader] = [crowd[3] as Client, crowd[4] as Client, crowd[5] as Client];
      await follow(house, reader, dan);
      await follow(house, dan, eve);
      const reviewId = await write(eve);
      await Promise.all([...crowd, ann, bob, cat].map((client) => client.ask('POST /review/like', { reviewId })));
      const { recmReviews, recmUsers } = await reader.call('GET /review/feeds', { getrecmreviews: 1, getrecmusers: 1 });
      expect(recmReviews[0]?.reviewId).toBe(reviewId);
      expect(recmUsers[0]?.userVid).toBe(eve.vid);
      // Who writes what is liked is worth following as well, unless they are ruled out.
      const stranger = await house.signIn('stranger');
      const people = async () =>
        (await stranger.call('GET /review/feeds', { getrecmreviews: 1, getrecmusers: 1 })).recmUsers.map(
          (user) => user.userVid,
        );
      expect(await people()).toContain(eve.vid);
      await stranger.call('GET /recommend/feedback', { feedbackVid: eve.vid });
      expect(await people()).not.toContain(eve.vid);
      const told = await stranger.call('GET /review/feeds', { getrecmreviews: 1 });
      expect(told.recmReviews.map((entry) => entry.review.userVid)).not.toContain(eve.vid);
    });
  });

  describe('who sees a review', () => {
    const sees = async (client: Client, reviewId: string) =>
      (await client.ask('GET /review/single', { reviewId })).status === 200 &&
      ids((await client.call('GET /review/list', { bookId })).reviews).includes(reviewId);

    test('depends on how the two stand, and every copy follows', async () => {
      const [dan, eve] = [crowd[6] as Client, crowd[7] as Client];
      await befriend(house, dan, eve);
      const everyone = await write(dan);
      const friends = await write(dan, { friendship: 1 });
      const strangers = await write(dan, { notVisibleToFriends: 1 });
      const nobody = await write(dan, { isPrivate: 1 });
      const table = async (client: Client) =>
        Promise.all([everyone, friends, strangers, nobody].map((reviewId) => sees(client, reviewId)));
      expect(await table(eve)).toEqual([true, true, false, false]);
      expect(await table(bob)).toEqual([true, false, true, false]);
      expect(await table(dan)).toEqual([true, true, true, false]);
      expect((await single(dan, nobody)).review.isPrivate).toBe(1);
      const copy = await bob.call('GET /review/list', { bookId });
      await hideFrom(house, dan, bob);
      expect(await table(bob)).toEqual([false, false, false, false]);
      const gone = await bob.call('GET /review/list', { bookId, synckey: copy.synckey });
      expect(gone).toMatchObject({ clearAll: 1, reviews: [], totalCount: 0 });
      await hideFrom(house, dan, bob, 0);
      expect(await table(bob)).toEqual([true, false, true, false]);
      await blockReader(house, bob, dan);
      expect(await table(bob)).toEqual([false, false, false, false]);
      await unblockReader(house, bob, dan);
    });

    test('ends when the author makes the book private, in copies too', async () => {
      await ann.call('POST /shelf/add', { bookIds: [bookId] });
      const reviewId = await write(ann, { star: 100 });
      const copy = await bob.call('GET /review/list', { bookId });
      expect(ids(copy.reviews)).toEqual([reviewId]);
      await ann.call('POST /book/secret', { bookIds: [bookId], private: 1 });
      const next = await bob.call('GET /review/list', { bookId, synckey: copy.synckey });
      expect(next).toMatchObject({ clearAll: 0, reviews: [], removed: [reviewId], totalCount: 0 });
      expect((await bob.ask('GET /review/single', { reviewId })).status).toBe(404);
      // Taking it off the shelf does not make it public.
      await ann.call('POST /shelf/delete', { bookIds: [bookId] });
      expect(await sees(bob, reviewId)).toBe(false);
      await ann.call('POST /shelf/add', { bookIds: [bookId] });
      await ann.call('POST /book/secret', { bookIds: [bookId], private: 0 });
      const back = await bob.call('GET /review/list', { bookId, synckey: next.synckey });
      expect(ids(back.reviews)).toEqual([reviewId]);
    });

    test('ends for whoever does not want to see others’ in a book', async () => {
      const reviewId = await write(ann);
      const own = await write(bob);
      const copy = await bob.call('GET /review/list', { bookId });
      expect(ids(copy.reviews).sort()).toEqual([reviewId, own].sort());
      expect(await bob.call('POST /book/setting', { bookIds: [bookId, 'b_no'], hideReview: 1 })).toEqual({
        changed: [bookId],
        unknownIds: ['b_no'],
      });
      expect((await bob.call('POST /book/setting', { bookIds: [bookId], hideReview: 1 })).changed).toEqual([]);
      const next = await bob.call('GET /review/list', { bookId, synckey: copy.synckey });
      expect([next.clearAll, ids(next.reviews)]).toEqual([1, [own]]);
      expect(ids((await cat.call('GET /review/list', { bookId })).reviews)).toHaveLength(2);
      await bob.call('POST /book/setting', { bookIds: [bookId], hideReview: 0 });
      expect(ids((await bob.call('GET /review/list', { bookId })).reviews)).toHaveLength(2);
    });

    test('is nobody’s but the owner’s in a book of one’s own', async () => {
      bookId = await addBook(house.reading, ann.vid);
      const reviewId = await write(ann);
      expect((await bob.ask('GET /review/single', { reviewId })).status).toBe(404);
      const chapter = { bookId, chapterUid: 1 };
      const asked = [
        ['GET /review/list', { bookId }],
        ['GET /review/authorpublish', { bookId }],
        ['GET /book/bestbookmarks', { bookId }],
        ['GET /book/chapterReview', chapter],
        ['POST /book/readreviews', { ...chapter, reviews: [{ range: '1-9' }] }],
        ['GET /book/chapterread', { bookId, reviewId }],
      ] as const;
      for (const [key, params] of asked) expect([key, (await bob.ask(key, params)).status]).toEqual([key, 404]);
      expect(ids((await bob.call('GET /review/list', { userVid: ann.vid })).reviews)).not.toContain(reviewId);
      expect((await bob.ask('POST /review/add', { bookId, type: 4, content: 'Hm' })).status).toBe(404);
    });
  });

  test('no place in a list is too far away to ask for', async () => {
    const reviewId = await write(ann);
    const farthest = Number.MAX_SAFE_INTEGER;
    await bob.call('POST /review/comment', { reviewId, content: 'Hm' });
    const { commentId } = await bob.call('POST /review/comment', { reviewId, content: 'Hm' });
    await bob.call('POST /review/comment', { reviewId, content: 'Hm', toCommentId: commentId });
    for (const direction of [0, 1] as const) {
      const page = { commentsMaxIdx: farthest, commentsDirection: direction, likesMaxIdx: farthest };
      const seen = await single(bob, reviewId, { ...page, likesDirection: direction });
      expect(seen.comments).toHaveLength(direction ? 0 : 2);
    }
    for (const more of [{ reviewId }, { commentId }]) {
      expect((await bob.ask('GET /review/commentloadmore', { ...more, maxIdx: farthest })).status).toBe(200);
    }
    for (const key of ['GET /review/list', 'GET /book/bestbookmarks', 'GET /review/authorpublish'] as const) {
      expect([key, (await bob.ask(key, { bookId, maxIdx: farthest })).status]).toEqual([key, 200]);
    }
    for (const key of ['GET /review/feeds', 'GET /user/allNotes'] as const) {
      expect([key, (await bob.ask(key, { maxIdx: farthest })).status]).toEqual([key, 200]);
    }
  });

  test('kinds of public lists', async () => {
    const good = await write(crowd[0] as Client, { star: 80 });
    const fair = await write(crowd[1] as Client, { star: 60 });
    const poor = await write(crowd[2] as Client, { star: 20 });
    await follow(house, bob, crowd[1] as Client);
    const list = async (listType: number) => ids((await bob.call('GET /review/list', { bookId, listType })).reviews);
    expect(await list(0)).toEqual([poor, fair, good]);
    expect(await list(1)).toEqual([good]);
    expect(await list(2)).toEqual([poor, fair]);
    expect(await list(3)).toEqual([poor, fair, good]);
    expect(await list(4)).toEqual([fair]);
    expect((await bob.call('GET /review/list', { bookId })).friendCommentCount).toBe(1);
  });

  test('reviews near another one come nearest first', async () => {
    const thought = { type: 1, chapterUid: 1, content: 'On it' };
    const about = await write(ann, {
      ...thought,
      range: '10-20',
      content: 'The sea',
      topicRanges: [{ topic: 'sea', range: '4-7' }],
    });
    const book = await write(bob);
    const chapter = await write(bob, { type: 2, chapterUid: 1 });
    const topic = await write(bob, { content: 'sea!', topicRanges: [{ topic: 'sea', range: '0-3' }] });
    const near = await write(bob, { ...thought, range: '15-30' });
    const { reviews } = await cat.call('GET /review/relatedReviews', { reviewId: about });
    expect(ids(reviews)).toEqual([near, topic, chapter, book]);
  });

  test('the author of a book is known once the librarian says so', async () => {
    const reviewId = await write(ann);
    expect(await bob.call('GET /review/authorpublish', { bookId })).toMatchObject({ authorVids: [], reviews: [] });
    await house.reading.database.kysely
      .insertInto('author_accounts')
      .values({ author: 'An author', vid: ann.vid })
      .execute();
    expect(await bob.call('GET /review/authorpublish', { bookId })).toMatchObject({
      authorVids: [ann.vid],
      reviews: [{ reviewId }],
    });
  });

  test('likes on a shelf go with what stands there', async () => {
    const entry = { bookId, userVid: ann.vid };
    expect((await bob.ask('GET /like/add', entry)).status).toBe(404);
    await ann.call('POST /shelf/add', { bookIds: [bookId] });
    await Promise.all([...crowd, bob, bob].map((client) => client.ask('GET /like/add', entry)));
    expect(await bob.call('GET /like/get', entry)).toMatchObject({ isLike: 1, likesCount: 9 });
    expect((await bob.ask('GET /like/add', { ...entry, type: 2 })).status).toBe(404);
    await ann.call('POST /book/markstatus', { bookId, status: 4 });
    expect(await bob.call('GET /like/add', { ...entry, type: 2 })).toMatchObject({ isLike: 1, likesCount: 1 });
    expect(await bob.call('GET /like/add', { ...entry, isUnlike: 1 })).toMatchObject({ isLike: 0, likesCount: 8 });
    await blockReader(house, ann, crowd[0] as Client);
    expect(await ann.call('GET /like/get', entry)).toMatchObject({ likesCount: 7 });
    expect((await (crowd[0] as Client).ask('GET /like/get', entry)).status).toBe(404);
    await unblockReader(house, ann, crowd[0] as Client);
    await ann.call('POST /book/secret', { bookIds: [bookId], private: 1 });
    expect((await bob.ask('GET /like/get', entry)).status).toBe(404);
    expect((await ann.call('GET /like/get', entry)).likesCount).toBe(8);
  });
});
