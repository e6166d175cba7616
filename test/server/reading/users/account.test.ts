// What an account says of itself, sets, wishes for and is told, through the door.

import { beforeEach, expect, test } from 'vitest';
import { rankedWishes } from '../../../../server/reading/books/wishes.ts';
import type { Trx } from '../../../../server/reading/reading.ts';
import { block, changeRelation } from '../../../../server/reading/social/relations.ts';
import { everyone, removeFeature, setFeature } from '../../../../server/reading/users/features.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;

  beforeEach(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });
  const change = (work: (trx: Trx) => Promise<unknown>) => house.reading.database.transaction(work);

  test('a chosen name outlives the next sign-in, and others see it', async () => {
    const told = { nick: ' Ann of the hill ', content: 'Reads <b>slowly</b>', vDesc: 'A reader' };
    expect(await ann.call('POST /user/signature', told)).toMatchObject({ name: 'Ann of the hill', vDesc: 'A reader' });
    ann = await house.signIn('ann');
    expect(await bob.call('GET /user', { userVid: ann.vid })).toMatchObject({
      userVid: ann.vid,
      name: 'Ann of the hill',
      signature: 'Reads <b>slowly</b>',
    });
    expect((await ann.ask('POST /user/signature', { nick: '   ' })).status).toBe(400);
    expect((await ann.ask('POST /user/signature', { nick: '\n\u202E' })).status).toBe(400);
    expect((await bob.call('POST /user/signature', { nick: 'B\u202Eo\r\nb' })).name).toBe('Bo b');
    expect(await house.signIn('One\nof two\u2066')).toBeDefined();
  });

  test('whoever is blocked finds nobody, in either direction', async () => {
    await change((trx) => block(trx, ann.vid, bob.vid, house.clock.now));
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      expect((await one.ask('GET /user', { userVid: other.vid })).status).toBe(404);
      expect((await one.ask('GET /user/profile', { userVid: other.vid })).status).toBe(404);
    }
    expect((await ann.ask('GET /user', { userVid: 'u_nobody' })).status).toBe(404);
    // Whom one blocks oneself is no secret from oneself.
    const asked = { isInBlackList: 1, signature: 1, totalReadingTime: 1 } as const;
    const told = await ann.call('GET /user/profile', { userVid: bob.vid, ...asked });
    expect(told).toEqual({ userVid: bob.vid, isInBlackList: 1 });
    expect((await bob.ask('GET /user/profile', { userVid: ann.vid, ...asked })).status).toBe(404);
  });

  test('a profile tells reading time to whom the person does not hide from', async () => {
    const bookId = await addBook(house.reading, '');
    const reading = { bookId, deviceId: ann.deviceId, chapterUid: 1, chapterOffset: 1, progress: 1, readingTime: 90 };
    await ann.call('POST /book/read', reading);
    const asked = { userVid: ann.vid, totalReadingTime: 1, currentReadingTime: 1, isInBlackList: 1 } as const;
    const told = { totalReadingTime: 90, currentReadingTime: 90, isInBlackList: 0 };
    expect(await bob.call('GET /user/profile', asked)).toEqual({ userVid: ann.vid, ...told });
    await change((trx) => changeRelation(trx, ann.vid, bob.vid, { is_hiding: 1 }));
    expect(await bob.call('GET /user/profile', asked)).toEqual({ userVid: ann.vid, isInBlackList: 0 });
    expect(await ann.call('GET /user/profile', { totalReadingTime: 1 })).toMatchObject({ totalReadingTime: 90 });
  });

  test('settings are kept by name, the newest edit of each wins, and there is an end to them', async () => {
    const { now } = house.clock;
    const set = (accountsets: Record<string, string | number | boolean>, editTime: number) =>
      ann.call('POST /updateConfig', { accountsets, editTime });
    await set({ 'reader.size': 22, night: true }, now - 10);
    expect(await set({ 'reader.size': 18, language: 'zh' }, now - 20)).toMatchObject({
      accountsets: { 'reader.size': 22, night: true, language: 'zh' },
    });
    expect((await bob.call('POST /updateConfig', {})).accountsets).toEqual({});
    const misnamed = await bob.ask('POST /updateConfig', { accountsets: { 'a b': 1, good: 2 } });
    expect(misnamed.body).toMatchObject({ error: 'bad_argument', details: { 'accountsets.a b': 'is not known here' } });
    expect((await bob.call('POST /updateConfig', {})).accountsets).toEqual({});
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many.${index}`, index]));
    await set(many, now);
    await set(Object.fromEntries(Object.entries(many).map(([name, value]) => [`${name}b`, value])), now);
    const tooMany = Object.fromEntries(Object.entries(many).map(([name, value]) => [`${name}c`, value]));
    expect((await ann.ask('POST /updateConfig', { accountsets: tooMany })).body.error).toBe('limit_reached');
    expect(Object.keys((await ann.call('POST /updateConfig', {})).accountsets)).toHaveLength(403);
  });

  test('push tokens belong to the account’s own devices', async () => {
    await ann.call('POST /updateConfig', { disHubToken: 'token' });
    const stored = await house.reading.database.kysely.selectFrom('devices').selectAll().execute();
    expect(stored.find((row) => row.vid === ann.vid)).toMatchObject({ dis_hub_token: 'token', gap_token: '' });
    expect((await ann.ask('POST /updateConfig', { gapToken: 'x', deviceId: bob.deviceId })).status).toBe(404);
  });

  test('features of the account stand over those of everyone', async () => {
    const feature = { name: 'store', enabled: 1, value: '' };
    const first = await ann.call('GET /feature', {});
    expect(first).toMatchObject({ updated: [] });
    await change((trx) => setFeature(trx, { ...feature, owner: everyone }));
    const on = await ann.call('GET /feature', { synckey: first.synckey });
    expect(on).toMatchObject({ clearAll: 1, updated: [{ name: 'store', enabled: 1 }] });
    expect(await ann.call('GET /feature', { synckey: on.synckey })).toMatchObject({ clearAll: 0, updated: [] });
    await change((trx) => setFeature(trx, { ...feature, owner: ann.vid, enabled: 0, value: 'off here' }));
    const own = await ann.call('GET /feature', { synckey: on.synckey });
    expect(own).toMatchObject({ updated: [{ name: 'store', enabled: 0, value: 'off here' }] });
    expect(await bob.call('GET /feature', {})).toMatchObject({ updated: [{ name: 'store', enabled: 1 }] });
    await change((trx) => removeFeature(trx, ann.vid, 'store'));
    expect(await ann.call('GET /feature', { synckey: own.synckey })).toMatchObject({ updated: [{ enabled: 1 }] });
  });

  test('the same wish of several people is one wish, once a person', async () => {
    expect((await ann.ask('POST /book/notfound', { title: ' \t' })).body.error).toBe('bad_argument');
    const wish = (client: Client, params: object) => client.call('POST /book/notfound', params as { title: string });
    const { wishId, count } = await wish(ann, { title: 'Les Misérables', author: 'Victor Hugo' });
    expect(count).toBe(1);
    expect(await wish(ann, { title: 'les miserables!', author: 'VICTOR HUGO' })).toEqual({ wishId, count: 1 });
    expect(await wish(bob, { title: 'Les  Miserables', author: 'Victor Hugo' })).toEqual({ wishId, count: 2 });
    expect(await wish(bob, { title: 'Another', globalId: '978-0-14-044430-8' })).toMatchObject({ count: 1 });
    const ranked = await rankedWishes(house.reading.database.kysely, 10);
    expect(ranked.map(({ title, count }) => [title, count])).toEqual([
      ['Les Misérables', 2],
      ['Another', 1],
    ]);
  });

  test('nobody wishes without end', async () => {
    const eve = await house.signIn('eve');
    const { database } = house.reading;
    const ids = Array.from({ length: 500 }, (_, n) => `w_many${n}`);
    const wishes = ids.map((wish_id) => ({ wish_id, match_key: wish_id, title: wish_id, author: '', global_id: '' }));
    await database.kysely
      .insertInto('wishes')
      .values(wishes.map((wish) => ({ ...wish, count: 1, updated_at: 0 })))
      .execute();
    await database.kysely
      .insertInto('wishers')
      .values(ids.map((wish_id) => ({ wish_id, vid: eve.vid })))
      .execute();
    expect(await eve.ask('POST /book/notfound', { title: 'One too many' })).toMatchObject({
      body: { error: 'limit_reached' },
    });
    expect((await ann.call('POST /book/notfound', { title: 'One too many' })).count).toBe(1);
    await database.kysely.deleteFrom('wishers').where('vid', '=', eve.vid).execute();
    await database.kysely.deleteFrom('wishes').where('wish_id', 'in', ids).execute();
  });

  test('long titles and titles of signs are wishes of their own', async () => {
    const long = '红楼梦'.repeat(170);
    const wish = (title: string, author?: string) =>
      ann.call('POST /book/notfound', { title, ...(author ? { author } : {}) });
    const first = await wish(long, long);
    expect(await wish(` ${long}!`, long)).toEqual(first);
    expect((await wish(`${long}石`, long)).wishId).not.toBe(first.wishId);
    expect((await wish('?!')).wishId).not.toBe((await wish('…')).wishId);
  });

  test('a reference book is tried once, for a week', async () => {
    const bookId = await addBook(house.reading, '');
    const ask = (params: object) => ann.ask('POST /en/bookread', { bookId, ...params });
    expect((await ask({})).body).toMatchObject({ access: 'none', trialUsed: 0 });
    const expireTime = house.clock.now + 7 * 86_400;
    expect((await ask({ freeTrial: 1 })).body).toMatchObject({ access: 'trial', trialUsed: 1, expireTime });
    house.clock.now = expireTime + 1;
    ann = await house.signIn('ann');
    expect((await ask({})).body).toMatchObject({ access: 'none' });
    expect((await ask({ freeTrial: 1 })).body.error).toBe('already_exists');
    expect((await ask({ reference: 1 })).body).toMatchObject({ access: 'reference', expireTime: 0 });
    expect((await ask({ read: 1 })).body).toMatchObject({ access: 'read' });
  });

  test('tips fit the moment and do not come back', async () => {
    const bookId = await addBook(house.reading, '');
    const { tips } = await ann.call('GET /reader/tips', { bookId, from: 'open' });
    expect(tips.map(({ tipId }) => tipId)).toEqual(['menu-in-the-middle']);
    await ann.call('POST /updateConfig', { accountsets: { 'tip.menu-in-the-middle': true } });
    expect(await ann.call('GET /reader/tips', { bookId, from: 'open' })).toEqual({
      tips: [],
      dismissed: ['menu-in-the-middle'],
    });
  });

  test('the reminder quotes the reader’s own marks, else the library', async () => {
    expect(await ann.call('GET /reading/remindWords', {})).toMatchObject({ source: 'library', title: '' });
    const bookId = await addBook(house.reading, '');
    const mark = { bookId, chapterUid: 1, range: '5-30', type: 1 as const, style: 0 as const };
    await ann.call('POST /book/addBookmark', {
      ...mark,
      markText: 'It is not down in any map;\ntrue places never are.',
    });
    expect(await ann.call('GET /reading/remindWords', {})).toMatchObject({
      source: 'highlight',
      words: 'It is not down in any map; true places never are.',
      bookId,
      range: '5-30',
    });
    expect(await bob.call('GET /reading/remindWords', {})).toMatchObject({ source: 'library' });
  });
});
