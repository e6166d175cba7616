// Recommendations through the door: from reading, without what is private or ruled out.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { addStoreBook, refresh } from '../store/store-house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  const readers = new Map<string, Client>();
  const ids = new Map<string, string>();
  const id = (title: string) => ids.get(title) ?? '';
  const reader = (name: string) => readers.get(name) as Client;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    for (const name of ['ann', 'bob', 'cat', 'dan', 'new']) readers.set(name, await house.signIn(name));
    const add = async (title: string, author: string, subjects: string[], owner = '') =>
      ids.set(title, await addStoreBook(house.reading, { title, author, subjects, owner }));
    await add('Whales', 'A. Author', ['Sea']);
    await add('Ships', 'B. Author', ['Sea', 'Travel']);
    await add('Storms', 'C. Author', ['Weather']);
    await add('Winds', 'A. Author', ['Weather']);
    await add('Roses', 'D. Author', ['Garden']);
    await add('Tulips', 'E. Author', ['Garden']);
    await add('Cacti', 'F. Author', ['Desert']);
    await add('Secrets', 'G. Author', ['Desert']);
    await add('Own book', 'A. Author', ['Sea'], reader('ann').vid);
    for (const [name, titles] of Object.entries({
      ann: ['Whales', 'Ships', 'Secrets'],
      bob: ['Whales', 'Ships', 'Storms'],
      cat: ['Whales', 'Storms', 'Roses'],
      dan: ['Roses', 'Tulips'],
    })) {
      for (const title of titles) {
        await reader(name).call('POST /book/markstatus', { bookId: id(title), status: 4 });
        await reader(name).call('POST /shelf/add', { bookIds: [id(title)] });
      }
    }
    await reader('ann').call('POST /book/secret', { bookIds: [id('Secrets')], private: 1 });
    await refresh(house);
  });
  afterAll(() => house.close());

  const recommended = async (name: string, params = {}) =>
    (await reader(name).call('GET /book/recommend', params)).books.map(
      ({ book, reason }) => `${book.title}: ${reason}`,
    );
  const similar = async (name: string, title: string, params = {}) => {
    const reply = await reader(name).call('GET /book/similar', { bookId: id(title), ...params });
    return reply.books.map(({ book, reason }) => `${book.title}: ${reason}`);
  };

  test('what is read with what one reads, then author, subject, and what everyone reads; never what one has', async () => {
    expect(await recommended('ann')).toEqual([
      'Storms: coread',
      'Roses: coread',
      'Winds: author',
      expect.stringContaining('Cacti'),
      'Tulips: popular',
    ]);
    const forNew = await recommended('new');
    expect(forNew[0]).toBe('Whales: popular');
    expect(forNew).toHaveLength(8);
    expect(await recommended('new', { count: 3, maxIdx: 5 })).toEqual(forNew.slice(5, 8));
  });

  test('similar books: coread first; secret reading counts nowhere', async () => {
    expect(await similar('new', 'Whales')).toEqual([
      'Ships: coread',
      'Storms: coread',
      'Roses: coread',
      'Winds: author',
    ]);
    expect(await similar('new', 'Secrets')).toEqual(['Cacti: tag']);
    const { readingCount } = await reader('new').call('GET /book/detailinfo', { bookId: id('Secrets') });
    expect(readingCount).toBe(0);
    await reader('ann').call('POST /book/secret', { bookIds: [id('Secrets')], private: 0 });
    await refresh(house);
    expect(await similar('new', 'Secrets')).toContain('Whales: coread');
    await reader('ann').call('POST /book/secret', { bookIds: [id('Secrets')], private: 1 });
    await refresh(house);
    expect(await similar('new', 'Secrets')).toEqual(['Cacti: tag']);
  });

  test('nothing twice in a session, the same page again for the same place, and its own for everyone', async () => {
    const page = (name: string, params: object) =>
      reader(name).call('GET /book/similar', { bookId: id('Whales'), count: 2, ...params });
    const titles = (reply: Awaited<ReturnType<typeof page>>) => reply.books.map(({ book }) => book.title);
    const first = await page('new', {});
    const { sessionId } = first;
    expect([titles(first), first.hasMore, first.maxIdx]).toEqual([['Ships', 'Storms'], 1, 2]);
    const second = await page('new', { sessionId });
    expect([titles(second), second.hasMore, second.maxIdx]).toEqual([['Roses', 'Winds'], 0, 4]);
    expect(titles(await page('new', { sessionId, maxIdx: 2 }))).toEqual(['Roses', 'Winds']);
    expect(titles(await page('new', { sessionId }))).toEqual([]);
    expect(titles(await page('dan', { sessionId }))).toEqual(['Ships', 'Storms']);
  });

  test('what is ruled out stays out, until it is taken back', async () => {
    const feedback = (params: object) => reader('ann').call('GET /recommend/feedback', params);
    const before = await recommended('ann');
    expect(await feedback({ bookId: id('Storms'), type: 1, recommendType: 'coread' })).toEqual({
      recorded: 1,
      count: 1,
    });
    expect(await feedback({ bookId: id('Storms'), type: 1 })).toEqual({ recorded: 1, count: 1 });
    expect(await recommended('ann')).toEqual(before.filter((each) => each !== 'Storms: coread'));
    expect(await feedback({ bookId: id('Whales'), type: 2 })).toMatchObject({ count: 3 });
    expect((await recommended('ann')).some((each) => each.startsWith('Winds'))).toBe(false);
    expect(await similar('ann', 'Ships')).not.toContain('Storms: coread');
    expect(await recommended('bob')).toEqual(expect.arrayContaining([expect.stringContaining('Winds')]));
    await feedback({ bookId: id('Storms'), type: 0 });
    expect(await feedback({ bookId: id('Whales'), type: 0 })).toMatchObject({ count: 0 });
    expect(await recommended('ann')).toEqual(before);
    expect((await reader('ann').ask('GET /recommend/feedback', {})).status).toBe(400);
    expect((await reader('bob').ask('GET /recommend/feedback', { bookId: id('Own book') })).status).toBe(404);
    expect((await reader('bob').ask('GET /recommend/feedback', { feedbackVid: 'u_nobody' })).status).toBe(404);
  });

  test('balance takes the best of each category in turn', async () => {
    const plain = (await reader('new').call('GET /book/recommend', {})).books.map(({ book }) => book.category);
    const mixed = (await reader('new').call('GET /book/recommend', { balance: 1 })).books.map(
      ({ book }) => book.category,
    );
    expect(mixed.toSorted()).toEqual(plain.toSorted());
    expect(new Set(mixed.slice(0, new Set(plain).size)).size).toBe(new Set(plain).size);
  });

  test('tags: subjects with their readers, folders only when several use them', async () => {
    const bookId = id('Roses');
    const fold = async (name: string, folder: string) =>
      reader(name).call('POST /shelf/archive', { name: folder, bookIds: [bookId] });
    await reader('ann').call('POST /shelf/add', { bookIds: [bookId] });
    await reader('bob').call('POST /shelf/add', { bookIds: [bookId] });
    await fold('ann', 'Lovely');
    await fold('bob', 'lovely');
    await fold('cat', 'garden');
    const tags = async (name: string) => {
      const reply = await reader(name).call('GET /book/tags', { bookId });
      return [reply.tags.map((tag) => [tag.name, tag.count]), reply.myTags];
    };
    expect(await tags('ann')).toEqual([[['Garden', 1]], ['Lovely']]);
    await fold('dan', 'LOVELY');
    const [[lovely]] = (await tags('new')) as [[string, number][], string[]];
    expect([lovely?.[0]?.toLowerCase(), lovely?.[1]]).toEqual(['lovely', 3]);
    expect((await tags('new'))[1]).toEqual([]);
  });

  test('the page of a book says what is asked for and no more', async () => {
    const page = (params: object) => reader('new').call('GET /book/detailinfo', { bookId: id('Whales'), ...params });
    expect(await page({ count: 1 })).toMatchObject({
      readingCount: 3,
      authorBooks: [{ title: 'Winds' }],
      similarBooks: [{ book: { title: 'Ships' } }],
      hasMore: 1,
    });
    expect(await page({ listTypes: 'author' })).toMatchObject({ similarBooks: [], reviews: [], authorBooks: [{}] });
    await reader('ann').call('POST /review/add', { bookId: id('Whales'), type: 4, content: 'Good', star: 100 });
    expect(await page({ listTypes: 'reviews' })).toMatchObject({ reviews: [{}], book: { ratingCount: 1 } });
  });
});
