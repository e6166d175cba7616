// Popular underlines and densities through the door, against a reference that looks at every mark anew.

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { askForStaleUnderlines, findUnderlines } from '../../../../server/reading/underlines/find-underlines.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';
import { openLibraryHouse } from '../library-house.ts';
import { blockReader, hideFrom, unblockReader } from '../relations.ts';
import { addStoreBook } from '../store/store-house.ts';
import { mergeBySearching } from './merge-by-searching.ts';

const people = 6;
const who = fc.nat(people - 1);
const range = fc.tuple(fc.constantFrom(0, 5, 10, 12, 40), fc.constantFrom(10, 12, 20, 45)).map(([start, length]) => ({
  start,
  end: start + length,
}));
const chapter = fc.constantFrom(1, 2);
const flag = fc.constantFrom(0 as const, 1 as const);
type Step =
  | { do: 'mark' | 'unmark'; by: number; chapterUid: number; start: number; end: number }
  | { do: 'secret'; by: number; on: 0 | 1 }
  | { do: 'block'; by: number; other: number; on: 0 | 1 }
  | { do: 'hide'; by: number; other: number; on: 0 | 1 }
  | { do: 'find' };
const place = fc.tuple(chapter, range).map(([chapterUid, { start, end }]) => ({ chapterUid, start, end }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(who, place).map(([by, at]): Step => ({ do: 'mark', by, ...at })) },
  { weight: 3, arbitrary: fc.tuple(who, place).map(([by, at]): Step => ({ do: 'unmark', by, ...at })) },
  { weight: 1, arbitrary: fc.tuple(who, flag).map(([by, on]): Step => ({ do: 'secret', by, on })) },
  { weight: 1, arbitrary: fc.tuple(who, who, flag).map(([by, other, on]): Step => ({ do: 'block', by, other, on })) },
  { weight: 1, arbitrary: fc.tuple(who, who, flag).map(([by, other, on]): Step => ({ do: 'hide', by, other, on })) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'find' }) },
);

/** What everyone marked, without any of the service's rules. */
class Model {
  readonly marks = new Map<string, { by: number; chapterUid: number; start: number; end: number }>();
  readonly secret = new Set<number>();
  readonly blocks = new Set<string>();
  readonly hides = new Set<string>();

  apply(step: Exclude<Step, { do: 'find' }>): void {
    if ('chapterUid' in step) {
      const { by, chapterUid, start, end } = step;
      const key = `${by} ${chapterUid} ${start}-${end}`;
      if (step.do === 'mark') this.marks.set(key, { by, chapterUid, start, end });
      else this.marks.delete(key);
    } else if (!('other' in step)) this.#set(this.secret, step.by, step.on);
    else this.#set(step.do === 'block' ? this.blocks : this.hides, `${step.by} ${step.other}`, step.on);
  }

  #set<T>(set: Set<T>, value: T, on: 0 | 1): void {
    if (on) set.add(value);
    else set.delete(value);
  }

  unseen(viewer: number, person: number): boolean {
    const blocked = this.blocks.has(`${person} ${viewer}`) || this.blocks.has(`${viewer} ${person}`);
    return person !== viewer && (blocked || this.hides.has(`${person} ${viewer}`));
  }

  /** `chapter range readers` of what is popular for the viewer. */
  popular(viewer: number, least: number): string[] {
    return [1, 2].flatMap((chapterUid) => {
      const shared = [...this.marks.values()].filter(
        (mark) => mark.chapterUid === chapterUid && !this.secret.has(mark.by),
      );
      const marks = shared.map(({ by, start, end }) => ({ vid: String(by), start, end, markedAt: 0 }));
      return mergeBySearching(marks).flatMap(({ start, end, readers }) => {
        const seen = [...readers.keys()].filter((vid) => !this.unseen(viewer, Number(vid))).length;
        return seen >= least ? [`${chapterUid} ${start}-${end} ${seen}`] : [];
      });
    });
  }
}

forEachDatabase((name, open) => {
  let house: House;
  let readers: Client[];
  let bookId: string;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    readers = [];
    for (let count = 0; count < people; count++) readers.push(await house.signIn(`reader-${count}`));
    return () => house.close();
  });

  const reader = (index: number) => readers[index] as Client;
  const freshBook = async () => {
    bookId = await addBook(house.reading, '');
    for (const client of readers) await client.call('POST /shelf/add', { bookIds: [bookId] });
  };
  const mark = (client: Client, range: string, chapterUid = 1) =>
    client.call('POST /book/addBookmark', { bookId, chapterUid, markText: 'not the words', range, type: 1 });
  const best = (client: Client, more: object = {}) => client.call('GET /book/bestbookmarks', { bookId, ...more });

  test('what random readers mark, unmark and hide is always what a reference finds', { timeout: 300_000 }, async () => {
    const perform = async (model: Model, step: Exclude<Step, { do: 'find' }>) => {
      const client = reader(step.by);
      if ('chapterUid' in step && step.do === 'mark') {
        await mark(client, `${step.start}-${step.end}`, step.chapterUid);
      } else if ('chapterUid' in step) {
        const bookmarkId = `${bookId}_${step.chapterUid}_${step.start}-${step.end}`;
        await client.ask('POST /book/removeBookmark', { bookmarkId });
      } else if (!('other' in step)) await client.call('POST /book/secret', { bookIds: [bookId], private: step.on });
      else if (step.other === step.by) return;
      else if (step.do === 'hide') await hideFrom(house, client, reader(step.other), step.on);
      else await (step.on ? blockReader : unblockReader)(house, client, reader(step.other));
      model.apply(step);
    };
    const check = async (model: Model) => {
      await findUnderlines(house.reading, bookId);
      for (const [index, client] of readers.entries()) {
        const { items, totalCount } = await best(client, { count: 100 });
        const seen = items.map((item) => `${item.chapterUid} ${item.range} ${item.totalCount}`);
        const expected = model.popular(index, 3);
        expect(seen.sort()).toEqual(expected.sort());
        expect(totalCount).toBe(expected.length);
        const vids = new Set(items.flatMap((item) => item.users.map((user) => user.userVid)));
        const unseen = readers.filter((_, person) => model.unseen(index, person));
        expect(unseen.filter((person) => vids.has(person.vid))).toEqual([]);
        const { underlines } = await client.call('GET /book/underlines', { bookId, chapterUid: 1 });
        const dense = underlines.map((row) => `1 ${row.range} ${row.count}`);
        expect(dense.sort()).toEqual(expected.filter((line) => line.startsWith('1 ')).sort());
        const { chapters } = await client.call('GET /book/bestbookmarksinfo', { bookId });
        expect(chapters.reduce((sum, row) => sum + row.count, 0)).toBe(expected.length);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        await freshBook();
        await house.reading.database.kysely.deleteFrom('relations').execute();
        const model = new Model();
        for (const each of steps) {
          if (each.do === 'find') await findUnderlines(house.reading, bookId);
          else await perform(model, each);
        }
        await check(model);
      }),
      { numRuns: name === 'sqlite' ? 8 : 4, endOnFailure: true },
    );
    await house.reading.database.kysely.deleteFrom('relations').execute();
  });

  test('a synckey says whether anything changed, also for one viewer alone', async () => {
    await freshBook();
    for (const client of readers.slice(0, 3)) {
      house.clock.now++;
      await mark(client, '10-30');
    }
    await findUnderlines(house.reading, bookId);
    const first = await best(reader(5));
    expect(first.items).toMatchObject([{ range: '10-30', totalCount: 3, userVid: reader(0).vid }]);
    expect(first.chapters).toMatchObject([{ chapterUid: 1, title: 'Chapter 1' }]);
    expect(await best(reader(5), { synckey: first.synckey })).toMatchObject({ clearAll: 0, items: [], totalCount: 1 });
    // A new colour is no change of what is shared.
    await reader(0).call('POST /book/updateBookmark', { bookmarkId: `${bookId}_1_10-30`, style: 1 });
    await mark(reader(4), '500-600', 2);
    await findUnderlines(house.reading, bookId);
    expect(await best(reader(5), { synckey: first.synckey })).toMatchObject({ clearAll: 0 });
    await mark(reader(4), '11-30');
    await findUnderlines(house.reading, bookId);
    const second = await best(reader(5), { synckey: first.synckey });
    expect(second).toMatchObject({ clearAll: 1, items: [{ range: '10-30', totalCount: 4 }] });
    const density = { bookId, chapterUid: 1 };
    const { synckey } = await reader(5).call('GET /book/underlines', density);
    expect(await reader(5).call('GET /book/underlines', { ...density, synckey })).toMatchObject({ clearAll: 0 });
    await reader(0).call('POST /review/add', { ...density, type: 1, range: '10-30', content: 'Why?' });
    const { underlines, clearAll } = await reader(5).call('GET /book/underlines', { ...density, synckey });
    expect([clearAll, underlines]).toEqual([
      1,
      [
        { range: '10-30', count: 4, score: 1, type: 0 },
        { range: '10-30', count: 1, score: 1, type: 1 },
      ],
    ]);
    await reader(5).call('POST /book/setting', { bookIds: [bookId], hideReview: 1 });
    expect(await best(reader(5), { synckey: second.synckey })).toMatchObject({ clearAll: 1, items: [], totalCount: 0 });
  });

  test('pages stay whole while other passages come', async () => {
    await freshBook();
    for (let passage = 0; passage < 5; passage++) {
      for (const client of readers.slice(0, 3)) await mark(client, `${passage * 100}-${passage * 100 + 20}`);
    }
    await mark(reader(3), '200-220');
    await findUnderlines(house.reading, bookId);
    const first = await best(reader(5), { count: 2 });
    for (const client of readers) await mark(client, '900-930');
    await findUnderlines(house.reading, bookId);
    const rest = await best(reader(5), { maxIdx: first.maxIdx });
    const ranges = [...first.items, ...rest.items].map((item) => item.range);
    expect(ranges).toEqual(['200-220', '0-20', '100-120', '300-320', '400-420']);
  });

  test('a popular passage is the book’s own words, without the indents of its file', async () => {
    bookId = await addStoreBook(house.reading, { texts: ['\n\t\tCall me\n\t\tIshmael. Some years ago'] });
    for (const client of readers.slice(0, 3)) await mark(client, '0-21');
    await findUnderlines(house.reading, bookId);
    expect((await best(reader(0))).items).toMatchObject([{ range: '0-21', markText: 'Call me Ishmael.' }]);
  });

  test('bookmarks, and marks in books of one reader, are nobody else’s affair', async () => {
    const shared = await addBook(house.reading, '');
    const page = { chapterUid: 1, range: '5-5', type: 0 as const, markText: '' };
    await reader(0).call('POST /book/addBookmark', { bookId: shared, ...page });
    bookId = await addBook(house.reading, reader(0).vid);
    await mark(reader(0), '1-9');
    const stale = house.reading.database.kysely.selectFrom('stale_underlines').selectAll();
    expect(await stale.where('book_id', 'in', [bookId, shared]).execute()).toEqual([]);
    expect((await reader(1).ask('GET /book/bestbookmarks', { bookId })).status).toBe(404);
  });

  test('are found by the work that a mark asks for, and again when one of its readers hides the book', async () => {
    const library = await openLibraryHouse(await open(...migrationSets));
    const shared = await addBook(library.reading, '');
    const clients: Client[] = [];
    for (const name of ['ann', 'bob', 'cat']) clients.push(await library.signIn(name));
    const [ann, bob] = clients as [Client, Client];
    for (const client of clients) {
      await client.call('POST /shelf/add', { bookIds: [shared] });
      const own = { bookId: shared, chapterUid: 1, range: '10-30', type: 1 as const, markText: 'w' };
      await client.call('POST /book/addBookmark', own);
    }
    const count = async () => (await bob.call('GET /book/bestbookmarksinfo', { bookId: shared })).totalCount;
    expect(await count()).toBe(0);
    await library.jobs.runAll();
    expect(await count()).toBe(1);
    await ann.call('POST /book/secret', { bookIds: [shared], private: 1 });
    await library.jobs.runAll();
    expect(await count()).toBe(0);
    await library.close();
  });

  test('what was noted while nobody worked is asked for again', async () => {
    await freshBook();
    for (const client of readers.slice(0, 3)) await mark(client, '10-30');
    await askForStaleUnderlines(house.reading);
    const stale = house.reading.database.kysely
      .selectFrom('stale_underlines')
      .selectAll()
      .where('book_id', '=', bookId);
    expect(await stale.execute()).toEqual([{ book_id: bookId, chapter_uid: 1 }]);
    await findUnderlines(house.reading, bookId);
    expect(await stale.execute()).toEqual([]);
  });

  describe('thoughts on ranges', () => {
    test('come for several ranges at once, each with its own page', async () => {
      await freshBook();
      const think = async (client: Client, range: string, content: string) =>
        (await client.call('POST /review/add', { bookId, type: 1, chapterUid: 1, range, content })).reviewId;
      const made: string[] = [];
      for (const client of readers.slice(0, 4)) made.push(await think(client, '10-30', '國學'));
      const other = await think(reader(0), '10-31', 'Elsewhere');
      await reader(5).call('POST /review/like', { reviewId: made[1] as string });
      const asked = [{ range: '10-30', count: 2 }, { range: '10-31' }, { range: '1-2' }];
      const { reviews } = await reader(5).call('POST /book/readreviews', { bookId, chapterUid: 1, reviews: asked });
      expect(reviews.map((each) => [each.range, each.totalCount, each.hasMore])).toEqual([
        ['10-30', 4, 1],
        ['10-31', 1, 0],
        ['1-2', 0, 0],
      ]);
      const shown = (index: number) => reviews[index]?.pageReviews.map((entry) => entry.reviewId);
      expect([shown(0), shown(1), shown(2)]).toEqual([[made[1], made[3]], [other], []]);
      const rest = await reader(5).call('POST /book/readreviews', {
        bookId,
        chapterUid: 1,
        cht2sMode: 1,
        reviews: [{ range: '10-30', maxIdx: reviews[0]?.maxIdx ?? 0 }],
      });
      expect(rest.reviews[0]?.pageReviews.map((entry) => [entry.reviewId, entry.review.content])).toEqual([
        [made[2], '国学'],
        [made[0], '国学'],
      ]);
    });

    test('are not the chapter’s reviews, whose changes come by synckey', async () => {
      await freshBook();
      const add = (more: object) =>
        reader(0).call('POST /review/add', { bookId, chapterUid: 1, content: 'Yes', ...more });
      await add({ type: 1, range: '1-9' });
      const { reviewId } = await add({ type: 2 });
      await reader(1).call('POST /review/repost', { reviewId, repost: 1 });
      const asked = { bookId, chapterUid: 1, getShareCount: 1 as const };
      const first = await reader(2).call('GET /book/chapterReview', asked);
      expect(first).toMatchObject({ totalCount: 1, reviews: [{ reviewId }], shareCount: 1 });
      await reader(0).call('POST /review/useredit', { reviewId, chapterUid: 2 });
      const next = await reader(2).call('GET /book/chapterReview', { ...asked, synckey: first.synckey });
      expect(next).toMatchObject({ clearAll: 0, totalCount: 0, reviews: [], removed: [reviewId] });
    });
  });
});
