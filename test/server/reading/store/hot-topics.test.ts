// Topics that people write about, through the door: counted from public reviews, and only from those that one may see.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../../../../server/reading/social/relations.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { addStoreBook, moveBook, refresh } from './store-house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let cat: Client;
  let bookId: string;

  const write = (client: Client, content: string, more: object = {}) => {
    const topicRanges = [...content.matchAll(/#(\S+)#/g)].map((match) => ({
      topic: match[1] ?? '',
      range: `${match.index}-${match.index + match[0].length}`,
    }));
    return client.call('POST /review/add', { bookId, type: 4, content, topicRanges, ...more });
  };
  const topics = async (client: Client, params: object = {}) => {
    await refresh(house);
    const reply = await client.call('GET /eink/hottopics', params);
    return reply.topics.map((topic) => [topic.name, topic.reviewCount, topic.readerCount]);
  };

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    cat = await house.signIn('cat');
    bookId = await addStoreBook(house.reading, { title: 'The Whale', author: 'An author' });
  });
  afterAll(() => house.close());

  test('what most people write about comes first, with reviews and books', async () => {
    await write(ann, 'A #whale# of a book');
    await write(bob, 'Another #Whale# and a #ship#');
    await write(bob, 'The #ship# again');
    await write(ann, 'Mine alone: #secret#', { isPrivate: 1 });
    expect(await topics(cat)).toEqual(
      [
        ['Whale', 2, 2],
        ['ship', 2, 1],
      ].map(([name, ...counts]) => [expect.stringMatching(new RegExp(`^${name}$`, 'i')), ...counts]),
    );
    const page = await cat.call('GET /eink/hottopics', { count: 1, request_expand: 1 });
    expect(page).toMatchObject({ hasMore: 1, offset: 1, topics: [{ topic_id: 'whale', books: [{ bookId }] }] });
    expect(page.topics[0]?.reviews.map((entry) => entry.review.userVid).sort()).toEqual([ann.vid, bob.vid].sort());
    const next = await cat.call('GET /eink/hottopics', { count: 1, offset: 1, searchid: page.searchid });
    expect(next).toMatchObject({ hasMore: 0, topics: [{ topic_id: 'ship', reviews: [] }] });
    const back = await cat.call('GET /eink/hottopics', { count: 1, offset: 1, direction: 1, searchid: page.searchid });
    expect(back).toMatchObject({ offset: 0, topics: [{ topic_id: 'whale' }] });
    expect(await cat.call('GET /eink/hottopics', { topic_id: 'ship' })).toMatchObject({
      topics: [{ reviews: [{}, {}] }],
    });
    expect((await cat.ask('GET /eink/hottopics', { topic_id: 'secret' })).status).toBe(404);
  });

  test('a blocked person’s reviews, deleted ones and those of private books count for nothing', async () => {
    await house.reading.database.transaction((trx) => block(trx, bob.vid, cat.vid, house.clock.now));
    expect(await topics(cat)).toEqual([['whale', 1, 1]]);
    expect(await topics(ann)).toHaveLength(2);
    const { reviewId } = await write(ann, 'About #storms#');
    expect(await topics(cat)).toHaveLength(2);
    await ann.call('POST /review/delete', { reviewId });
    expect(await topics(cat)).toHaveLength(1);
    await moveBook(house.reading, bookId, 'private');
    expect(await topics(cat)).toEqual([]);
  });
});
