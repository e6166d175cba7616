// When readers bought books and chapters, as the operator recorded it.

import { beforeAll, expect, test } from 'vitest';
import { addPublication } from '../../../../server/reading/publications/write-articles.ts';
import { grantPurchase, listPurchases, revokePurchase } from '../../../../server/reading/purchases/write-purchases.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  const grant = (bookId: string, more: object = {}) => grantPurchase(house.reading, { vid: ann.vid, bookId, ...more });
  const paytime = async (client: Client, ...bookIds: string[]) =>
    (await client.call('GET /book/paytime', { bookIds })).books;

  test('a book, chapters of another, and what was never bought', async () => {
    const [whole, parts, free] = await Promise.all([1, 2, 3].map(() => addBook(house.reading, '', 9)));
    const then = house.clock.now - 86_400;
    expect(await grant(whole as string, { boughtAt: then, coins: 300, note: 'bill 7' })).toBe(1);
    expect(await grant(parts as string, { chapters: '1,3,5-9' })).toBe(7);
    expect(await paytime(ann, `${whole},${parts},${free},b_unknown`)).toEqual([
      { bookId: whole, payTime: then, chapters: [] },
      {
        bookId: parts,
        payTime: 0,
        chapters: [1, 3, 5, 6, 7, 8, 9].map((chapterUid) => ({ chapterUid, payTime: house.clock.now })),
      },
      { bookId: free, payTime: 0, chapters: [] },
    ]);
    const counts = async (client: Client) => {
      const asked = { bookIds: [whole, parts, free] as string[], paidCount: 1 as const };
      return (await client.call('POST /book/chapterInfos', asked)).data.map(({ paidCount }) => paidCount);
    };
    expect(await counts(ann)).toEqual([9, 7, 0]);
    expect(await counts(bob)).toEqual([0, 0, 0]);
    expect(await paytime(bob, `${whole},${parts}`)).toMatchObject([
      { payTime: 0, chapters: [] },
      { payTime: 0, chapters: [] },
    ]);
  });

  test('bought twice is bought once; taken back, it can be bought again', async () => {
    const bookId = await addBook(house.reading, '');
    const first = house.clock.now;
    expect(await grant(bookId)).toBe(1);
    house.clock.now += 100;
    expect(await grant(bookId)).toBe(0);
    expect(await paytime(ann, bookId)).toMatchObject([{ payTime: first }]);
    const rows = await listPurchases(house.reading.database.kysely, ann.vid, 0, 100);
    const row = rows.find((each) => each.item_id === bookId);
    await revokePurchase(house.reading, row?.purchase_id ?? '');
    await expect(revokePurchase(house.reading, row?.purchase_id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    expect(await paytime(ann, bookId)).toMatchObject([{ payTime: 0 }]);
    expect(await grant(bookId)).toBe(1);
    expect(await paytime(ann, bookId)).toMatchObject([{ payTime: house.clock.now }]);
  });

  test('books that a reader may not see, chapters that are none, and publications', async () => {
    const secret = await addBook(house.reading, bob.vid);
    await expect(grant(secret)).rejects.toMatchObject({ code: 'not_found' });
    expect(await paytime(ann, secret)).toEqual([]);
    const bookId = await addBook(house.reading, '', 3);
    await expect(grant(bookId, { chapters: '7' })).rejects.toMatchObject({ code: 'not_found' });
    const gazette = await addPublication(house.reading, { title: 'Gazette', owner: '' });
    const diary = await addPublication(house.reading, { title: 'Diary', owner: bob.vid });
    await grant(gazette);
    expect(await paytime(ann, `${gazette},${diary}`)).toMatchObject([{ bookId: gazette, payTime: house.clock.now }]);
  });
});
