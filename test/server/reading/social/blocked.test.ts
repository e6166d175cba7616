// A blocked reader sees nothing of the blocker anywhere, and the blocker nothing of them: every served route whose reply
// can name people is asked, as each of the two, in a house where both did everything that leaves a trace.

import { beforeAll, expect, test } from 'vitest';
import { type RouteName, routeNamed } from '../../../../api/catalog.ts';
import { findUnderlines } from '../../../../server/reading/underlines/find-underlines.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';
import { befriend, blockReader, follow } from '../relations.ts';

/** What stands in the house, by names that the requests below use. */
interface Traces {
  bookId: string;
  /** A review by someone whom nobody blocks, under which everyone liked, commented and answered. */
  reviewId: string;
  /** A review of the person who may not be seen. */
  theirReviewId: string;
  theirVid: string;
  host: string;
  /** A thread that the person who may not be seen began, and one of the host's. */
  theirCommentId: string;
  commentId: string;
}

type Asks = { [K in RouteName]?: ((traces: Traces) => object)[] };

/** Every route whose reply can name people has to stand here; `404` and `410` are good answers too. */
const asks: Asks = {
  'GET /book/bestbookmarks': [({ bookId }) => ({ bookId })],
  'GET /book/chapterReview': [({ bookId }) => ({ bookId, chapterUid: 1 })],
  'GET /book/detailinfo': [({ bookId }) => ({ bookId })],
  'GET /book/podcasts': [({ bookId }) => ({ bookId })],
  'GET /book/readingStat': [({ bookId }) => ({ bookId, readingList: 1, showUserNum: 1 })],
  'GET /discover/readingStat': [({ bookId }) => ({ bookIds: bookId })],
  'POST /book/readreviews': [({ bookId }) => ({ bookId, chapterUid: 1, reviews: [{ range: '10-30' }] })],
  'GET /like/add': [
    ({ bookId, host }) => ({ bookId, userVid: host }),
    ({ bookId, theirVid }) => ({ bookId, userVid: theirVid }),
  ],
  'GET /like/get': [
    ({ bookId, host }) => ({ bookId, userVid: host }),
    ({ bookId, theirVid }) => ({ bookId, userVid: theirVid }),
  ],
  'POST /review/add': [({ bookId, theirVid }) => ({ bookId, type: 4, content: 'Hi', atUserVids: [theirVid] })],
  'POST /review/useredit': [({ theirReviewId }) => ({ reviewId: theirReviewId, content: 'Mine' })],
  'POST /review/edit': [({ theirReviewId }) => ({ reviewId: theirReviewId, range: '1-2' })],
  'GET /review/authorpublish': [({ bookId }) => ({ bookId })],
  'POST /review/comment': [
    ({ reviewId }) => ({ reviewId, content: 'Me too' }),
    ({ reviewId, commentId }) => ({ reviewId, content: 'Me too', toCommentId: commentId }),
    ({ reviewId, theirCommentId }) => ({ reviewId, content: 'You too', toCommentId: theirCommentId }),
    ({ reviewId, theirVid }) => ({ reviewId, content: 'You', toUserVid: theirVid }),
    ({ theirReviewId }) => ({ reviewId: theirReviewId, content: 'You' }),
  ],
  'GET /review/commentloadmore': [
    ({ reviewId }) => ({ reviewId, isExpandAll: 1 }),
    ({ commentId }) => ({ commentId }),
    ({ theirCommentId }) => ({ commentId: theirCommentId }),
  ],
  'GET /review/feeds': [() => ({ getrecmreviews: 1, getrecmusers: 1 })],
  'GET /review/list': [
    ({ bookId }) => ({ bookId }),
    ({ bookId }) => ({ bookId, listType: 4 }),
    ({ theirVid }) => ({ userVid: theirVid }),
    () => ({ mine: 1 }),
  ],
  'GET /review/relatedReviews': [({ reviewId }) => ({ reviewId })],
  'GET /review/single': [
    ({ reviewId }) => ({ reviewId, bookReviewCount: 20 }),
    ({ theirReviewId }) => ({ reviewId: theirReviewId }),
  ],
  'GET /eink/hottopics': [() => ({})],
  'POST /mobileSync': [() => ({ rateSynckey: 0, reviewTimeline: 0, reviewRecommend: 0, shelf: 0 })],
  'GET /user': [() => ({}), ({ theirVid }) => ({ userVid: theirVid })],
  'GET /user/profile': [({ theirVid }) => ({ userVid: theirVid, totalReadingTime: 1, signature: 1 })],
  'POST /user/signature': [() => ({ content: 'Reading' })],
  'GET /user/allNotes': [() => ({})],
};

/** The row of a recording, whose bytes matter to nobody here. */
async function recordingOf({ reading }: House, { vid }: Client): Promise<string> {
  const row = { object_id: `o_of_${vid}`, vid, kind: 'audio' as const, blob_key: 'none', sha256: vid, size: 1 };
  const more = { media_type: 'audio/mpeg', file_name: 'voice.mp3', created_at: reading.now() };
  await reading.database.kysely
    .insertInto('stored_objects')
    .values({ ...row, ...more })
    .execute();
  return row.object_id;
}

forEachDatabase((_name, open) => {
  let house: House;
  let blocker: Client;
  let blocked: Client;
  let host: Client;
  let bookId: string;
  const traces = new Map<Client, Traces>();

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    const all: Client[] = [];
    for (const name of ['the-blocker', 'the-blocked', 'the-host', 'other-1', 'other-2'])
      all.push(await house.signIn(name));
    [blocker, blocked, host] = all as [Client, Client, Client];
    bookId = await addBook(house.reading, '');
    for (const one of all) for (const other of all) if (one !== other) await befriend(house, one, other);
    const made = new Map<Client, { reviewId: string; commentId: string }>();
    const add = async (client: Client, more: object) =>
      (await client.call('POST /review/add', { bookId, content: 'Well', ...more } as never)).reviewId;
    const mentions = { atUserVids: all.map((client) => client.vid) };
    const reviewId = await add(host, { type: 4, star: 100, ...mentions });
    const { commentId } = await host.call('POST /review/comment', { reviewId, content: 'Mine' });
    for (const client of all) await client.call('POST /shelf/add', { bookIds: [bookId] });
    for (const client of all) {
      await client.call('POST /book/markstatus', { bookId, status: 4 });
      const mark = { bookId, chapterUid: 1, range: '10-30', markText: 'w', type: 1 as const };
      await client.call('POST /book/addBookmark', mark);
      await add(client, { type: 1, chapterUid: 1, range: '10-30', ...mentions });
      await add(client, { type: 2, chapterUid: 1 });
      const own = await add(client, {
        type: 4,
        star: 80,
        refReviewId: reviewId,
        audioId: await recordingOf(house, client),
      });
      await client.call('POST /review/like', { reviewId });
      await client.call('POST /review/repost', { reviewId, repost: 1 });
      const begun = await client.call('POST /review/comment', { reviewId, content: 'Mine' });
      await client.call('POST /review/comment', { reviewId, content: 'Yours', toCommentId: commentId });
      made.set(client, { reviewId: own, commentId: begun.commentId });
      const shelf = { bookId, userVid: host.vid };
      await client.call('GET /like/add', shelf);
    }
    // They answer, like and pass on each other's before it comes to that.
    for (const [one, other] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const theirs = made.get(other) as { reviewId: string; commentId: string };
      await one.call('POST /review/comment', { reviewId, content: 'Hm', toCommentId: theirs.commentId });
      await one.call('POST /review/repost', { reviewId: theirs.reviewId, repost: 1 });
      await host.call('POST /review/repost', { reviewId: theirs.reviewId, repost: 1 });
      await one.call('POST /review/like', { reviewId: theirs.reviewId });
      await one.call('POST /review/comment', { reviewId: theirs.reviewId, content: 'Hm' });
      await follow(house, host, other);
    }
    await house.reading.database.kysely
      .insertInto('author_accounts')
      .values(all.map(({ vid }) => ({ author: 'An author', vid })))
      .execute();
    await findUnderlines(house.reading, bookId);
    for (const [one, other] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const theirs = made.get(other) as { reviewId: string; commentId: string };
      traces.set(one, {
        ...{ bookId, reviewId, commentId, host: host.vid },
        ...{ theirVid: other.vid, theirReviewId: theirs.reviewId, theirCommentId: theirs.commentId },
      });
    }
    return () => house.close();
  });

  test('before, each is everywhere', async () => {
    const found = await Promise.all(
      (['GET /review/list', 'GET /review/feeds', 'GET /review/single', 'GET /book/bestbookmarks'] as const).map((key) =>
        trace(blocked, key, 0),
      ),
    );
    expect(found).toEqual([true, true, true, true]);
  });

  test('afterwards, nowhere, either way', async () => {
    const before = await house.reading.database.kysely.selectFrom('users').select(['vid', 'name']).execute();
    expect(before.filter((row) => row.name.startsWith('the-'))).toHaveLength(3);
    await blockReader(house, blocker, blocked);
    const routes = house.served.filter((key) => namesPeople(routeNamed(key as RouteName).reply)) as RouteName[];
    const asked = routes.filter((key) => key !== 'POST /login');
    expect(asked.filter((key) => !asks[key])).toEqual([]);
    for (const client of [blocked, blocker]) {
      for (const key of asked) {
        for (const [index] of (asks[key] ?? []).entries()) {
          expect([key, index, await trace(client, key, index)]).toEqual([key, index, false]);
        }
      }
    }
  });

  test('and counts leave them out', async () => {
    const { reviewId } = traces.get(blocked) as Traces;
    const seen = await blocked.call('GET /review/single', { reviewId, bookReviewCount: 20 });
    const all = await host.call('GET /review/single', { reviewId, bookReviewCount: 20 });
    expect(seen.likesCount).toBe(all.likesCount - 1);
    expect(seen.repostCount).toBe(all.repostCount - 1);
    expect(seen.likes).toHaveLength(seen.likesCount);
    const page = await blocked.call('GET /review/commentloadmore', { reviewId, count: 100, isExpandAll: 1 });
    const shown = page.comments.reduce((sum, { subComments }) => sum + 1 + subComments.length, 0);
    expect([seen.commentsCount, page.totalCount]).toEqual([shown, shown]);
    expect(page.comments.every((thread) => thread.subCommentsCount === thread.subComments.length)).toBe(true);
    const { items } = await blocked.call('GET /book/bestbookmarks', { bookId });
    expect(items).toMatchObject([{ totalCount: 4, users: { length: 4 } }]);
  });

  /** Whether the reply names the other of the two; what is refused must be as if they did not exist. */
  async function trace(client: Client, key: RouteName, index: number): Promise<boolean> {
    const known = traces.get(client) as Traces;
    const params = asks[key]?.[index]?.(known) ?? {};
    const { status, body } = await client.ask(key, params);
    if (status !== 200) {
      expect([key, index, status]).toEqual([key, index, 404]);
      return false;
    }
    const name = client === blocked ? 'the-blocker' : 'the-blocked';
    const text = JSON.stringify(body);
    return text.includes(known.theirVid) || text.includes(name);
  }
});

/** A schema with a field that holds a vid, anywhere in it. */
function namesPeople(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { properties } = node as { properties?: object };
  if (properties && Object.keys(properties).some((name) => /vids?$/i.test(name))) return true;
  return Object.values(node).some(namesPeople);
}
