// The store through the door: searches, suggestions, categories, ranks, promotions, and who may see what of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPromotion, listPromotions, removePromotion } from '../../../../server/reading/store/write-promotions.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { addStoreBook, indexBook, moveBook, refresh } from './store-house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  const ids = new Map<string, string>();
  const id = (title: string) => ids.get(title) ?? '';

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    const add = async (title: string, author: string, subjects: string[], more: object = {}) => {
      house.clock.now += 1;
      ids.set(title, await addStoreBook(house.reading, { title, author, subjects, ...more }));
    };
    await add('Moby-Dick; or, The Whale', 'Herman Melville', ['Fiction / Sea stories', 'Whaling'], {
      texts: ['Call me Ishmael.', 'The whale, the white whale!'],
    });
    await add('Typee', 'Herman Melville', ['Fiction / Sea stories'], { texts: ['We saw a whale and an island.'] });
    await add('红楼梦', '曹雪芹', ['小说'], { language: 'zh', texts: ['满纸荒唐言，一把辛酸泪。'] });
    await add('三国演义', '罗贯中', ['小说'], { language: 'zh', texts: ['话说天下大势，分久必合。'] });
    await add('草枕', '夏目漱石', ['小説'], { language: 'ja' });
    await add('Les Misérables', 'Victor Hugo', ['Fiction / History'], { language: 'fr' });
    await add('The Whalers of Ann', 'Ann Onymous', ['Whaling'], {
      owner: ann.vid,
      texts: ['A private whale of my own.'],
    });
    for (const bookId of ids.values()) await indexBook(house.reading, bookId);
    await refresh(house);
  });
  afterAll(() => house.close());

  const search = async (client: Client, params: object) => client.call('GET /store/search', params);
  const titles = async (client: Client, params: object, scope = 10) =>
    (await search(client, { scope, ...params })).results.flatMap((group) => [
      ...group.books.map((book) => book.bookInfo.title),
      ...group.items.map((item) => item.title),
    ]);

  describe('search', () => {
    test('by title, author and subject; folded, begun, in any script', async () => {
      const typee = 'Typee';
      const moby = 'Moby-Dick; or, The Whale';
      expect(await titles(bob, { keyword: 'whale' })).toEqual([moby]);
      expect(await titles(bob, { keyword: 'the wha' })).toEqual([moby]);
      expect((await titles(bob, { keyword: 'melville' })).sort()).toEqual([moby, typee]);
      expect(await titles(bob, { keyword: 'melville typ' })).toEqual([typee]);
      expect(await titles(bob, { keyword: 'MISERABLES' })).toEqual(['Les Misérables']);
      expect(await titles(bob, { keyword: '红' })).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: '楼梦' })).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: '梦红' })).toEqual([]);
      expect(await titles(bob, { keyword: 'honglou' })).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: 'hlm' })).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: '紅樓夢' })).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: 'melvile' })).toEqual(expect.arrayContaining([moby, typee]));
      expect(await titles(bob, { keyword: 'typee', type: 1 })).toEqual([typee]);
      expect(await titles(bob, { keyword: 'typ', type: 1 })).toEqual([]);
      expect(await titles(bob, { author: 'Herman Melville', keyword: 'whale' })).toEqual([moby]);
      expect(await titles(bob, { author: 'victor hugo' })).toEqual(['Les Misérables']);
    });

    test('filters', async () => {
      expect(await titles(bob, { keyword: 'melville', filterType: 'language', filterField: 'fr' })).toEqual([]);
      expect(await titles(bob, { keyword: 'hugo', filterType: 'language', filterField: 'fr' })).toHaveLength(1);
      expect(await titles(bob, { keyword: 'hugo', filterType: 'format', filterField: 'pdf' })).toEqual([]);
      expect((await bob.ask('GET /store/search', { keyword: 'a', filterType: 'language' })).body.details).toEqual({
        filterField: 'is missing',
      });
      expect(
        (await bob.ask('GET /store/search', { keyword: 'a', filterType: 'length', filterField: 'x' })).status,
      ).toBe(400);
      expect((await bob.ask('GET /store/search', {})).status).toBe(400);
    });

    test('hostile words find nothing and break nothing, in every kind of search', async () => {
      const keywords = [
        "'",
        '"',
        '*',
        '\\',
        '%_',
        "x' or 1=1 --",
        'whale" OR "ship',
        'NEAR(whale ship)',
        "whale':* & !ship",
        '。',
        '𝔸𠮷',
        '草 '.repeat(100),
        'ab '.repeat(66),
        'a'.repeat(200),
        '\u202e\u00ad\u0301',
      ];
      for (const keyword of keywords) {
        for (const scope of [0, 6, 10, 12, 14]) {
          const { status, body } = await bob.ask('GET /store/search', { keyword, scope });
          expect([keyword, scope, status]).toEqual([keyword, scope, 200]);
          expect(body.totalCount).toBeLessThan(10);
        }
      }
      const keywordsAtOnce = Array.from({ length: 100 }, (_, n) => 'whale '.repeat(33) + n);
      expect((await bob.call('POST /store/titlesearch', { keywords: keywordsAtOnce })).results).toHaveLength(100);
    });

    test('authors, and text with the passage', async () => {
      expect(await titles(bob, { keyword: 'melv' }, 6)).toEqual(['Herman Melville']);
      const [author] = (await search(bob, { keyword: '曹雪', scope: 6 })).results[0]?.items ?? [];
      expect(author).toMatchObject({ title: '曹雪芹', count: 1, subtitle: '红楼梦' });
      const [group] = (await search(bob, { keyword: 'white whale', scope: 12 })).results;
      expect(group).toMatchObject({ scope: 12, scopeCount: 1, currentCount: 1 });
      expect(group?.books[0]).toMatchObject({ chapterUid: 2, range: '15-26', snippet: 'The whale, the white whale!' });
      expect(await titles(bob, { keyword: '辛酸' }, 12)).toEqual(['红楼梦']);
      expect(await titles(bob, { keyword: '天下大势分久' }, 12)).toEqual([]);
    });

    test('everything at once, one group per kind', async () => {
      const { results } = await search(bob, { keyword: 'whale' });
      expect(results.map((group) => [group.scope, group.scopeCount])).toEqual([
        [10, 1],
        [12, 2],
      ]);
    });

    test('pages go on with what the first one found', async () => {
      const first = await search(bob, { keyword: 'melville', scope: 10, count: 1 });
      expect(first).toMatchObject({ hasMore: 1, maxIdx: 1, totalCount: 2 });
      const late = await addStoreBook(house.reading, { title: 'Melville', author: 'Someone' });
      await refresh(house);
      const second = await search(bob, { keyword: 'melville', scope: 10, count: 1, maxIdx: 1, sid: first.sid });
      const [one] = first.results[0]?.books ?? [];
      const [two] = second.results[0]?.books ?? [];
      expect(second).toMatchObject({ hasMore: 0, totalCount: 2 });
      expect(new Set([one?.bookInfo.bookId, two?.bookInfo.bookId, late]).size).toBe(3);
      expect(two?.searchIdx).toBe(2);
      // Another's pages are not to be had by their id.
      const other = await search(ann, { keyword: 'melville', scope: 10, count: 1, maxIdx: 1, sid: first.sid });
      expect(other.sid).not.toBe(first.sid);
    });
  });

  test('private books are nowhere for others, and found by their owner', async () => {
    const mine = id('The Whalers of Ann');
    expect(await titles(ann, { keyword: 'whalers' })).toEqual(['The Whalers of Ann']);
    expect(await titles(ann, { keyword: 'private whale' }, 12)).toEqual(['The Whalers of Ann']);
    expect(await titles(ann, { keyword: 'onymous' }, 6)).toEqual(['Ann Onymous']);
    for (const [key, params] of [
      ['GET /store/search', { keyword: 'whalers' }],
      ['GET /store/search', { keyword: 'private whale', scope: 12 }],
      ['GET /store/search', { keyword: 'onymous' }],
      ['GET /store/suggest', { keyword: 'whalers' }],
      ['GET /store/suggest', { keyword: 'onymous' }],
      ['POST /store/titlesearch', { keywords: ['The Whalers of Ann'] }],
      ['GET /market/categories', {}],
      ['GET /market/list', { type: 'new' }],
      ['GET /promo/list', {}],
      ['GET /book/recommend', {}],
      ['GET /book/similar', { bookId: id('Moby-Dick; or, The Whale') }],
      ['GET /book/detailinfo', { bookId: id('Moby-Dick; or, The Whale') }],
    ] as const) {
      const { status, body } = await bob.ask(key, params);
      expect([key, status]).toEqual([key, 200]);
      const text = JSON.stringify({ ...body, keyword: '', results: 'results' in body ? body.results : [] });
      const echoed = text.replace('"keyword":"The Whalers of Ann"', '');
      expect([key, echoed.includes(mine), echoed.includes('Whalers'), echoed.includes('Onymous')]).toEqual([
        key,
        false,
        false,
        false,
      ]);
    }
    for (const key of [
      'GET /book/similar',
      'GET /book/detailinfo',
      'GET /book/tags',
      'GET /recommend/feedback',
    ] as const) {
      expect([key, (await bob.ask(key, { bookId: mine })).status]).toEqual([key, 404]);
    }
  });

  test('suggestions: begun, mistyped, spelled, and of authors', async () => {
    const words = async (keyword: string, client = bob) =>
      (await client.call('GET /store/suggest', { keyword })).records.map(({ word, scope }) => `${scope} ${word}`);
    expect(await words('mob')).toEqual(['10 Moby-Dick; or, The Whale']);
    expect(await words('hugo')).toEqual(['6 Victor Hugo', '10 Les Misérables']);
    expect(await words('mizerab')).toEqual(['10 Les Misérables']);
    expect(await words('h')).toContain('6 Victor Hugo');
    expect(await words('hgo')).toEqual([]);
    expect(await words('melivlle')).toContain('10 Typee');
    expect(await words('nelville')).toContain('10 Typee');
    expect(await words('sanguo')).toEqual(['10 三国演义']);
    expect(await words('草')).toEqual(['10 草枕']);
    expect(await words('三國')).toEqual(['10 三国演义']);
    expect(await words('whalers', ann)).toEqual(['10 The Whalers of Ann']);
    for (const keyword of ["'", '%', '\\', '"; drop', '𝔸', '。', 'zzzzzzzzzz', 'a'.repeat(200)]) {
      expect([keyword, (await bob.ask('GET /store/suggest', { keyword })).status]).toEqual([keyword, 200]);
    }
  });

  test('a word that hundreds of books have: the titles that begin with it first, and one of my own among them', async () => {
    const add = async (title: string, more: object = {}) =>
      addStoreBook(house.reading, { title, author: 'Nobody', ...more });
    const own = await add('A lantern of my own', { owner: ann.vid });
    for (let n = 0; n < 45; n++) await add(`The lantern ${n}`);
    for (let n = 0; n < 45; n++) await add(`Others ${n}`, { owner: bob.vid, author: 'Lantern' });
    await add('Lantern');
    await add('Lanterns at sea');
    for (let rounds = 0; rounds < 2; rounds++) await refresh(house);
    const found = await titles(ann, { keyword: 'lantern', count: 100 });
    expect(found.slice(0, 2)).toEqual(['Lantern', 'Lanterns at sea']);
    expect(found).toHaveLength(48);
    expect(found).toContain('A lantern of my own');
    expect(await titles(ann, { keyword: 'lantern own', count: 100 })).toEqual(['A lantern of my own']);
    const { records } = await ann.call('GET /store/suggest', { keyword: 'lant', count: 5 });
    expect(
      records
        .slice(0, 2)
        .map(({ word }) => word)
        .sort(),
    ).toEqual(['Lantern', 'Lanterns at sea']);
    expect(await titles(bob, { keyword: 'lantern' }, 6)).toEqual(['Lantern']);
    expect(await titles(ann, { keyword: 'lantern' }, 6)).toEqual([]);
    await moveBook(house.reading, own, 'library');
    await refresh(house);
    expect(await titles(bob, { keyword: 'lantern own' })).toEqual(['A lantern of my own']);
    await moveBook(house.reading, own, 'private');
    await refresh(house);
    expect(await titles(bob, { keyword: 'lantern own' })).toEqual([]);
    expect(await titles(ann, { keyword: 'lantern own' })).toEqual(['A lantern of my own']);
  });

  test('many titles at once, alike ones with how much', async () => {
    const { results } = await bob.call('POST /store/titlesearch', {
      keywords: ['Typee', 'Moby Dick', 'Les Miserables (Modern Library)', '红楼梦', 'No such book'],
    });
    const found = results.map(({ books }) => books.map(({ book, likeness }) => [book.title, likeness === 1]));
    expect(found).toEqual([
      [['Typee', true]],
      [['Moby-Dick; or, The Whale', false]],
      [['Les Misérables', true]],
      [['红楼梦', true]],
      [],
    ]);
  });

  test('what several people search for is told, what one does is not', async () => {
    const tags = async () => (await bob.call('GET /searchtags', {})).tags.map(({ word, count }) => [word, count]);
    await search(ann, { keyword: 'Victor Hugo' });
    await search(ann, { keyword: 'victor  hugo ' });
    await search(bob, { keyword: 'victor hugo' });
    expect(await tags()).toEqual([]);
    const cat = await house.signIn('cat');
    await search(cat, { keyword: 'nothing is found' });
    await search(cat, { keyword: 'VICTOR HUGO' });
    expect(await tags()).toEqual([['Victor Hugo', 3]]);
  });

  test('categories with counts, their books, and what changed', async () => {
    const { categories, ranks, synckey } = await bob.call('GET /market/categories', { ranklist: 1 });
    const fiction = categories.find((category) => category.title === 'Fiction');
    expect(fiction).toMatchObject({ bookCount: 3, kind: 'subject' });
    expect(fiction?.sublist.map(({ title, bookCount }) => [title, bookCount])).toEqual([
      ['Sea stories', 2],
      ['History', 1],
    ]);
    expect(categories.find((category) => category.title === 'Whaling')).toMatchObject({ bookCount: 1 });
    expect(ranks.map(({ category }) => category.categoryId)).toEqual(['rising', 'popular', 'new', 'finished', 'rated']);
    expect(await bob.call('GET /market/categories', { synckey })).toMatchObject({ categories: [], clearAll: 0 });
    const categoryId = fiction?.categoryId ?? '';
    const page = await bob.call('GET /market/category', { categoryId, count: 2 });
    expect(page).toMatchObject({ totalCount: 3, hasMore: 1, maxIdx: 2, category: { title: 'Fiction' } });
    const info = await bob.call('GET /book/info', { bookId: page.books[0]?.bookInfo.bookId ?? '' });
    expect(info.categories).toContainEqual({
      categoryId: Number(categoryId),
      subCategoryId: 0,
      categoryType: 0,
      title: 'Fiction',
    });
    expect(info.categories.filter((each) => each.subCategoryId > 0)).toMatchObject([
      { categoryId: Number(categoryId) },
    ]);
    // Every list of books tells them.
    expect(page.books[0]?.bookInfo.categories).toEqual(info.categories);
    await bob.call('POST /shelf/add', { bookIds: [info.bookId] });
    const shelf = await bob.call('POST /shelf/syncbook', { bookIds: [info.bookId] });
    expect(shelf.books[0]?.categories).toEqual(info.categories);
    await bob.call('POST /shelf/delete', { bookIds: [info.bookId] });
    const rest = await bob.call('GET /market/category', { categoryId, count: 2, maxIdx: page.maxIdx });
    expect([...page.books, ...rest.books].map(({ bookInfo }) => bookInfo.bookId).sort()).toEqual(
      [id('Moby-Dick; or, The Whale'), id('Typee'), id('Les Misérables')].sort(),
    );
    expect((await bob.ask('GET /market/category', { categoryId: '999' })).status).toBe(404);
    expect((await bob.ask('GET /market/category', { categoryId: "1' or 1=1" })).status).toBe(404);
  });

  test('ranks follow reading and ratings, and say how places changed since yesterday', async () => {
    const rank = async (type: 'rising' | 'popular' | 'finished' | 'rated') =>
      (await bob.call('GET /market/list', { type })).books.map(({ bookInfo }) => bookInfo.title);
    expect(await rank('finished')).toEqual([]);
    await ann.call('POST /book/markstatus', { bookId: id('Typee'), status: 4, finishInfo: { star: 100 } });
    await refresh(house);
    expect(await rank('finished')).toEqual(['Typee']);
    expect(await rank('popular')).toEqual(['Typee']);
    expect(await rank('rising')).toEqual(['Typee']);
    expect(await rank('rated')).toEqual(['Typee']);
    house.clock.now += 86_400;
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    for (const reader of [ann, bob]) await reader.call('POST /book/markstatus', { bookId: id('草枕'), status: 4 });
    await refresh(house);
    const list = await bob.call('GET /market/list', { type: 'popular' });
    expect(
      list.books.map(({ bookInfo, rankChange, readingCount, searchIdx }) => [
        bookInfo.title,
        searchIdx,
        rankChange,
        readingCount,
      ]),
    ).toEqual([
      ['草枕', 1, 0, 2],
      ['Typee', 2, -1, 1],
    ]);
    expect(await bob.call('GET /market/list', { type: 'popular', synckey: list.synckey })).toMatchObject({ books: [] });
    const promoted = (await bob.call('GET /promo/list', { type: 'card' })).promotions;
    expect(promoted.map(({ targetId }) => targetId)).toEqual(expect.arrayContaining([id('草枕'), id('Typee')]));
    expect((await bob.call('GET /book/info', { bookId: id('Typee') })).ratingCount).toBe(1);
    const page = await bob.call('GET /book/detailinfo', { bookId: id('Typee') });
    expect(page).toMatchObject({ readingCount: 1, authorBooks: [{ bookId: id('Moby-Dick; or, The Whale') }] });
    expect(page.ranks).toContainEqual({ categoryId: 'popular', title: 'Popular', rank: 2 });
    const places = page.ranks.map(({ categoryId }) => categoryId);
    expect(new Set(places).size).toBe(places.length);
    expect(places.findIndex((place) => /^\d/.test(place))).toBe(places.filter((place) => !/^\d/.test(place)).length);
    expect(page.book).toMatchObject({ star: 100, ratingCount: 1, ratingDetail: { five: 1 } });
  });

  test('librarians promote books of the library, and only those', async () => {
    const { reading } = house;
    const mine = id('The Whalers of Ann');
    await expect(addPromotion(reading, { bookId: mine, type: 'card' })).rejects.toMatchObject({ code: 'not_found' });
    const first = await addPromotion(reading, { bookId: id('三国演义'), type: 'banner', title: 'Read this' });
    const second = await addPromotion(reading, { bookId: id('红楼梦'), type: 'banner', endTime: house.clock.now + 60 });
    const shown = async () =>
      (await bob.call('GET /promo/list', { type: 'banner', count: 2 })).promotions.map((each) => each.promoteId);
    expect(await shown()).toEqual([second, first]);
    expect((await listPromotions(reading)).map((row) => row.title)).toEqual(['红楼梦', 'Read this']);
    const { books } = await bob.call('GET /book/similar', { bookId: id('Typee'), isPromote: 1 });
    expect(books[0]).toMatchObject({ reason: 'promoted', book: { title: '红楼梦' } });
    house.clock.now += 61;
    expect((await shown())[0]).toBe(first);
    await removePromotion(reading, first);
    expect(await shown()).not.toContain(first);
    await expect(removePromotion(reading, first)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a book that leaves the library leaves every list of it', async () => {
    const moved = await addStoreBook(house.reading, { title: 'A passing book', subjects: ['Passing'], owner: ann.vid });
    await moveBook(house.reading, moved, 'library');
    await refresh(house);
    const sees = async () =>
      JSON.stringify([
        await bob.call('GET /market/categories', {}),
        await bob.call('GET /market/list', { type: 'new' }),
        await search(bob, { keyword: 'passing book' }),
      ]);
    expect(await sees()).toMatch(/Passing.*A passing book/);
    await moveBook(house.reading, moved, 'private');
    // Also before anything was computed again.
    expect(await sees()).not.toContain('A passing book');
    await refresh(house);
    expect(await sees()).not.toMatch(/assing/);
  });
});
