// What devices ask all the time is answered by indexes, on both databases: no query of these routes reads a table through.

import { beforeAll, expect, test } from 'vitest';
import type { RouteName } from '../../../api/catalog.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { addPublication, publishArticle } from '../../../server/reading/publications/write-articles.ts';
import type { Tables } from '../../../server/reading/reading.ts';
import { findUnderlines } from '../../../server/reading/underlines/find-underlines.ts';
import { forEachDatabase } from '../databases.ts';
import { type Client, type House, migrationSets, openHouse } from './house.ts';
import { Recorder, scans } from './query-plans.ts';
import { follow } from './relations.ts';
import { addStoreBook } from './store/store-house.ts';

type Asked = [route: RouteName, params: (of: { bookId: string; paper: string; reviewId: string }) => object];

const asked: readonly Asked[] = [
  ['GET /shelf/sync', () => ({})],
  ['GET /user/notebooks', () => ({})],
  ['GET /user/allNotes', () => ({})],
  ['GET /book/bookmarklist', ({ bookId }) => ({ bookId })],
  ['GET /book/info', ({ bookId }) => ({ bookId })],
  ['GET /book/getProgress', ({ bookId }) => ({ bookId })],
  ['POST /book/chapterInfos', ({ bookId }) => ({ bookIds: [bookId] })],
  ['GET /book/underlines', ({ bookId }) => ({ bookId, chapterUid: 1 })],
  ['GET /book/bestbookmarks', ({ bookId }) => ({ bookId })],
  ['GET /book/podcasts', ({ bookId }) => ({ bookId })],
  ['GET /book/paytime', ({ bookId }) => ({ bookIds: bookId })],
  ['GET /book/articles', ({ paper }) => ({ bookId: paper, topshelf: 1 })],
  ['GET /book/search', ({ bookId }) => ({ bookId, keyword: 'whale' })],
  ['GET /store/search', () => ({ keyword: 'whale' })],
  ['GET /review/list', ({ bookId }) => ({ bookId })],
  ['GET /review/list', () => ({ mine: 1 })],
  ['GET /review/single', ({ reviewId }) => ({ reviewId })],
  ['GET /review/feeds', () => ({})],
  ['GET /readdata/detail', () => ({})],
  ['GET /readdata/detail', () => ({ mode: 'overall' })],
];

forEachDatabase((name, open) => {
  let database: Database<Tables>;
  let house: House;
  let ann: Client;
  let recorder: Recorder;
  const of = { bookId: '', paper: '', reviewId: '' };

  beforeAll(async () => {
    database = await open<Tables>(...migrationSets);
    recorder = new Recorder(database);
    house = await openHouse({ ...database, kysely: database.kysely.withPlugin(recorder) });
    ann = await house.signIn('ann');
    const bob = await house.signIn('bob');
    await follow(house, ann, bob);
    await follow(house, bob, ann);
    of.bookId = await addStoreBook(house.reading, { title: 'The whale', texts: ['A whale, a whale!'] });
    of.paper = await addPublication(house.reading, { title: 'Paper', owner: '' });
    await publishArticle(house.reading, of.paper, {
      ...{
        title: 'One',
        authorName: '',
        digest: '',
        language: 'en',
        wordCount: 1,
        hasVideo: false,
        html: '<p>One</p>',
      },
    });
    for (const client of [ann, bob]) {
      await client.call('POST /shelf/add', { bookIds: [of.bookId] });
      const mark = { bookId: of.bookId, chapterUid: 1, range: '0-7', markText: 'A whale', type: 1 as const };
      await client.call('POST /book/addBookmark', mark);
      const said = { bookId: of.bookId, type: 4 as const, star: 80, content: 'A whale of a book.' };
      of.reviewId = (await client.call('POST /review/add', said)).reviewId;
    }
    await findUnderlines(house.reading, of.bookId);
    return () => house.close();
  });

  // SQLite's plans of the store's queries, which read other queries through, are looked at in store/plans.test.ts.
  const here = asked.filter(([route]) => name === 'postgres' || !route.includes('/store/'));
  test.each(here)('%s', async (route, params) => {
    recorder.asked.length = 0;
    await ann.call(route, params(of) as never);
    const run = [...recorder.asked];
    expect(run.length).toBeGreaterThan(1);
    for (const query of run) expect(await scans(database, name, query), query.sql).toEqual([]);
  });
});
