// Lists through the SDK: how the iterators go from page to page, and that they stop.

import { expect, test } from 'vitest';
import { createClient } from '../../api/sdk/client.ts';
import { setUp } from './sdk-setting.ts';
import { sendJson } from './wire-service.ts';

/** Seven books in pages of three, keyed by where they stand. */
const books = Array.from({ length: 7 }, (_, idx) => ({ idx: idx + 1 }));

async function recommending() {
  const parts = await setUp((arrived, response) => {
    const from = Number(new URL(arrived.target, 'http://service').searchParams.get('maxIdx') ?? 0);
    const page = books.filter((book) => book.idx > from).slice(0, 3);
    const maxIdx = page.at(-1)?.idx ?? from;
    sendJson(response, { books: page, hasMore: maxIdx < books.length ? 1 : 0, maxIdx });
  });
  return { ...parts, client: createClient(parts.transport) };
}

test('each() gives every entry once and then stops', async () => {
  const { service, client } = await recommending();
  const seen: number[] = [];
  for await (const book of client.discover.recommend.each({ balance: 1, count: 3 })) seen.push(book.idx);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(service.arrived.map((one) => one.target)).toEqual([
    '/book/recommend?balance=1&count=3',
    '/book/recommend?balance=1&count=3&maxIdx=3',
    '/book/recommend?balance=1&count=3&maxIdx=6',
  ]);
});

test('a page is asked for only when it is needed', async () => {
  const { service, client } = await recommending();
  for await (const book of client.discover.recommend.each()) if (book.idx === 2) break;
  expect(service.arrived).toHaveLength(1);
});

test('pages() gives the replies themselves, and the plain call the first one', async () => {
  const { client } = await recommending();
  const sizes: number[] = [];
  for await (const page of client.discover.recommend.pages()) sizes.push(page.books.length);
  expect(sizes).toEqual([3, 3, 1]);
  expect(await client.discover.recommend()).toMatchObject({ hasMore: 1, maxIdx: 3 });
});

test('an abort between two pages ends the loop', async () => {
  const { service, client } = await recommending();
  const controller = new AbortController();
  const loop = async () => {
    for await (const book of client.discover.recommend.each({}, { signal: controller.signal })) {
      if (book.idx === 3) controller.abort();
    }
  };
  await expect(loop()).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.arrived).toHaveLength(1);
});

test('a service that says there is more and stays where it is does not hold the loop', async () => {
  const { service, transport } = await setUp((_, response) =>
    sendJson(response, { books: [{ idx: 1 }], hasMore: 1, maxIdx: 5 }),
  );
  const loop = async () => {
    for await (const page of createClient(transport).discover.recommend.pages()) expect(page.maxIdx).toBe(5);
  };
  await expect(loop()).rejects.toMatchObject({ code: 'internal' });
  expect(service.arrived).toHaveLength(2);
});

test('an incremental list goes on at its synckey, articles at their offset', async () => {
  const { service, transport } = await setUp((arrived, response, number) => {
    const entry = arrived.target.startsWith('/mp')
      ? { updated: [{ title: `a${number}` }] }
      : { books: [{ type: 3 }, { type: 0 }] };
    sendJson(response, { ...entry, synckey: 40 + number, offset: 10 * number, hasMore: number % 2 });
  });
  const client = createClient(transport);
  let accounts = 0;
  for await (const account of client.publicAccounts.subscriptions.each({ synckey: 7 }))
    accounts += account.type === 3 ? 1 : 100;
  for await (const page of client.publicAccounts.articles.pages({ bookId: 'm' })) expect(page.updated).toHaveLength(1);
  expect(accounts).toBe(2);
  expect(service.arrived.map((one) => one.target)).toEqual([
    '/shelf/sync?synckey=7',
    '/shelf/sync?synckey=41',
    '/mp/chapters?bookId=m',
    '/mp/chapters?bookId=m&offset=30',
  ]);
});

test('thoughts on several ranges go on only for the ranges that are not at their end', async () => {
  const { service, transport } = await setUp((arrived, response) => {
    const asked = arrived.json?.reviews as { range: string; maxIdx?: number }[];
    const reviews = asked.map(({ range, maxIdx = 0 }) => ({
      range,
      maxIdx: maxIdx + 1,
      hasMore: range === '0-5' && maxIdx < 1 ? 1 : 0,
      pageReviews: [{ reviewId: `${range}#${maxIdx}` }],
    }));
    sendJson(response, { reviews });
  });
  const seen: string[] = [];
  const asked = { bookId: 'b', chapterUid: 1, reviews: [{ range: '0-5', count: 1 }, { range: '9-12' }] };
  for await (const entry of createClient(transport).notes.readReviews.each(asked)) seen.push(entry.reviewId);
  expect(seen).toEqual(['0-5#0', '9-12#0', '0-5#1']);
  expect(service.arrived[1]?.json?.reviews).toEqual([{ range: '0-5', count: 1, maxIdx: 1 }]);
});

test('a review goes on by its comments', async () => {
  const { service, transport } = await setUp((_, response, number) =>
    sendJson(response, {
      comments: [{ commentId: `c${number}` }],
      commentsHasMore: number < 2 ? 1 : 0,
      commentsMaxIdx: number,
    }),
  );
  const seen: string[] = [];
  for await (const comment of createClient(transport).review.single.each({ reviewId: 'r' }))
    seen.push(comment.commentId);
  expect(seen).toEqual(['c1', 'c2']);
  expect(service.arrived[1]?.target).toBe('/review/single?reviewId=r&commentsMaxIdx=1');
});
