// Recordings that readers attach to reviews: uploaded, written, listed at their book, and heard by whom they are for.

import { beforeAll, expect, test } from 'vitest';
import { publishBook } from '../../../../server/reading/administration/library.ts';
import { forEachDatabase } from '../../databases.ts';
import type { Client } from '../house.ts';
import { migrationSets } from '../house.ts';
import { buildEpub } from '../import/build-epub.ts';
import { importBook, type LibraryHouse, openLibraryHouse, reservePlace, sendBytes } from '../library-house.ts';
import { blockReader, follow } from '../relations.ts';

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let bob: Client;
  let eve: Client;
  let bookId: string;

  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    eve = await house.signIn('eve');
    bookId = (await importBook(house, ann, await buildEpub())).bookId;
    await publishBook(house.reading, bookId);
    await blockReader(house, ann, eve);
    return () => house.close();
  });

  let sounds = 0;
  async function record(client: Client): Promise<string> {
    const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(300, ++sounds)]);
    const place = await reservePlace(client, bytes, 'voice.mp3', { mode: 'audio' });
    await sendBytes(house, place, bytes);
    const reply = await client.call('POST /cos/notify', { name: place.name });
    if (!reply.bookId) throw new Error(`The upload answered ${JSON.stringify(reply)}.`);
    return reply.bookId;
  }
  const speak = async (client: Client, more: object = {}) => {
    const audioId = await record(client);
    const said = { bookId, type: 4 as const, audioId, auInterval: 42, ...more };
    const { reviewId } = await client.call('POST /review/add', said);
    return { audioId, reviewId };
  };
  const podcasts = (client: Client, more: object = {}) => client.call('GET /book/podcasts', { bookId, ...more });
  const hear = (client: Client, audioId: string) =>
    house.app.inject({ url: `/objects/${audioId}`, headers: { authorization: `Bearer ${client.accessToken}` } });

  test('a recording stands at its book, newest first, beside reviews without one', async () => {
    await bob.call('POST /review/add', { bookId, type: 4, content: 'Only words.' });
    const first = await speak(ann, { title: 'What I think' });
    const second = await speak(bob, { content: 'Said and\nwritten.' });
    const page = await podcasts(bob, { count: 1 });
    expect(page).toMatchObject({ totalCount: 2, hasMore: 1, clearAll: 1 });
    expect(page.items).toMatchObject([
      {
        kind: 'review',
        title: 'Said and',
        duration: 42,
        audioId: second.audioId,
        review: { reviewId: second.reviewId },
      },
    ]);
    const rest = await podcasts(bob, { maxIdx: page.maxIdx });
    expect(rest.items).toMatchObject([{ title: 'What I think', audioId: first.audioId }]);
    const { review } = await bob.call('GET /review/single', { reviewId: first.reviewId });
    expect(review).toMatchObject({ audioId: first.audioId, auInterval: 42 });
    await bob.call('POST /review/like', { reviewId: first.reviewId });
    expect((await podcasts(bob, { reviewListType: 'popular' })).items[0]?.audioId).toBe(first.audioId);
    expect((await podcasts(bob, { listType: 'tracks' })).items).toEqual([]);
    await follow(house, bob, ann);
    expect((await podcasts(bob, { reviewListType: 'friends' })).items).toMatchObject([{ audioId: first.audioId }]);
  });

  test('a later reply tells what came and what went', async () => {
    const before = await podcasts(bob);
    const { reviewId } = await speak(ann);
    await ann.call('POST /review/add', { bookId, type: 4, content: 'Words are not told.' });
    const added = await podcasts(bob, { synckey: before.synckey });
    expect(added).toMatchObject({ clearAll: 0, items: [{ review: { reviewId } }], removed: [] });
    await ann.call('POST /review/delete', { reviewId });
    expect(await podcasts(bob, { synckey: added.synckey })).toMatchObject({ items: [], removed: [reviewId] });
  });

  test('whoever may not see the review hears nothing of it', async () => {
    const { audioId } = await speak(ann);
    const secret = await speak(ann, { isPrivate: 1 });
    expect((await hear(ann, secret.audioId)).statusCode).toBe(200);
    expect((await hear(bob, secret.audioId)).statusCode).toBe(404);
    expect((await hear(bob, audioId)).statusCode).toBe(200);
    expect((await hear(eve, audioId)).statusCode).toBe(404);
    const seen = (await podcasts(eve)).items.map((item) => item.audioId);
    expect(seen).not.toContain(audioId);
    expect((await podcasts(bob)).items.map((item) => item.audioId)).not.toContain(secret.audioId);
  });

  test('nobody speaks with another’s voice', async () => {
    const audioId = await record(ann);
    expect(await bob.ask('POST /review/add', { bookId, type: 4, audioId })).toMatchObject({ status: 404 });
    expect(await bob.ask('GET /book/podcasts', { bookId: 'b_none' })).toMatchObject({ status: 404 });
  });
});
