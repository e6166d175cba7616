// Whatever readers and librarians do in whatever order: what is read together, the numbers of books, categories and words
// are what counting everything anew would give.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../../../../server/base/search/fold-text.ts';
import { termsOf } from '../../../../server/base/search/terms.ts';
import type { Reading } from '../../../../server/reading/reading.ts';
import { sharedInterest } from '../../../../server/reading/store/interests.ts';
import { refreshStore } from '../../../../server/reading/store/refresh-store.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';
import { addStoreBook, deleteBook, moveBook } from './store-house.ts';

const readers = ['ann', 'bob', 'cat'];
const words = ['sea', 'whale', '草', '枕', 'storm'];
const subjects = ['Fiction / Sea', 'Fiction', 'Garden'];
const mostBooks = 8;

const reader = fc.nat(readers.length - 1);
const book = fc.nat(mostBooks - 1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('mark' as const), reader, book, isCancel: fc.constantFrom(0, 1) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), reader, book, minutes: fc.nat(400) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('secret' as const), reader, book, private: fc.constantFrom(0, 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move' as const), book, to: fc.constantFrom('private', 'library') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), title: fc.nat(30), subject: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), book }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

forEachDatabase((_name, open) => {
  test('counted piece by piece as counted at once', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
        const house = await openHouse(await open(...migrationSets));
        try {
          const run = new Run(house);
          await run.start();
          for (const each of steps) await run.apply(each);
          await refreshStore(house.reading);
          await expectAllCounted(house.reading);
        } finally {
          await house.close();
        }
      }),
      { numRuns: 3 },
    );
  });
});

class Run {
  readonly #house: House;
  readonly #books: (string | undefined)[] = [];
  readonly #clients: Client[] = [];

  constructor(house: House) {
    this.#house = house;
  }

  async start(): Promise<void> {
    for (const name of readers) this.#clients.push(await this.#house.signIn(name));
    for (let n = 0; n < mostBooks - 3; n++) await this.#add(n, n % 3);
  }

  async apply(each: Step): Promise<void> {
    const { reading, clock } = this.#house;
    const bookId = 'book' in each ? this.#books[each.book] : undefined;
    const vid = 'reader' in each ? (this.#clients[each.reader] as Client).vid : '';
    switch (each.do) {
      case 'add':
        if (this.#books.length < mostBooks) await this.#add(each.title, each.subject);
        return;
      case 'wait':
        clock.now += each.days * 86_400;
        return;
      case 'refresh':
        await refreshStore(reading);
        return;
      case 'delete':
        if (bookId === undefined || (await isInUse(reading, bookId))) return;
        await deleteBook(reading, bookId);
        this.#books[each.book] = undefined;
        return;
      case 'move':
        if (bookId !== undefined) await moveBook(reading, bookId, each.to as 'private');
        return;
    }
    if (bookId === undefined) return;
    // Days pass: sessions would have ended.
    const client = await this.#house.signIn(readers[each.reader] as string);
    expect(client.vid).toBe(vid);
    if (each.do === 'secret') {
      await client.ask('POST /shelf/add', { bookIds: [bookId] });
      await client.ask('POST /book/secret', { bookIds: [bookId], private: each.private });
    } else if (each.do === 'mark') {
      await client.ask('POST /book/markstatus', { bookId, status: 4, isCancel: each.isCancel });
    } else await readFor(this.#house, client, bookId, each.minutes);
  }

  async #add(n: number, subject: number): Promise<void> {
    const title = `${words[n % 5]} ${words[(n * 3) % 4]} ${n}`;
    const facts = { title, author: `Author ${n % 3}`, subjects: [subjects[subject] ?? ''] };
    this.#books.push(await addStoreBook(this.#house.reading, facts));
  }
}

async function isInUse(reading: Reading, bookId: string): Promise<boolean> {
  const shelf = reading.database.kysely.selectFrom('shelf_entries').select('item_id').where('item_id', '=', bookId);
  return (await shelf.executeTakeFirst()) !== undefined;
}

/** An hour at most in one heartbeat. */
async function readFor({ clock }: House, client: Client, bookId: string, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 30) {
    clock.now += 1800;
    const { deviceId } = client;
    const { status } = await client.ask('POST /book/read', {
      bookId,
      deviceId,
      chapterUid: 1,
      chapterOffset: 0,
      progress: 10,
      readingTime: Math.min(left, 30) * 60,
    });
    if (status !== 200) return;
  }
}

async function expectAllCounted(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const library = new Set(
    (await db.selectFrom('books').select('book_id').where('visibility', '=', 'library').execute()).map(
      (row) => row.book_id,
    ),
  );
  const interests = await db.selectFrom('interests').selectAll().execute();
  await expectInterests(
    reading,
    library,
    interests.map((row) => `${row.vid} ${row.book_id}`),
  );
  const pairs = new Map<string, { score: number; readers: number }>();
  for (const ofReader of Map.groupBy(interests, (row) => row.vid).values()) {
    for (const a of ofReader) {
      for (const b of ofReader) {
        if (a === b) continue;
        const pair = pairs.get(`${a.book_id} ${b.book_id}`) ?? { score: 0, readers: 0 };
        pairs.set(`${a.book_id} ${b.book_id}`, { score: pair.score + sharedInterest(a, b), readers: pair.readers + 1 });
      }
    }
  }
  const stored = await db.selectFrom('coread').selectAll().execute();
  expect(stored.map((row) => `${row.book_id} ${row.other_id}`).sort()).toEqual([...pairs.keys()].sort());
  for (const row of stored) {
    const pair = pairs.get(`${row.book_id} ${row.other_id}`);
    expect(row.readers).toBe(pair?.readers);
    expect(row.score).toBeCloseTo(pair?.score ?? 0, 9);
  }
  const stats = await db.selectFrom('book_stats').selectAll().execute();
  expect(stats.map((row) => row.book_id).sort()).toEqual([...library].sort());
  for (const row of stats) {
    const of = interests.filter((each) => each.book_id === row.book_id);
    expect([row.readers, row.finished]).toEqual([of.length, of.filter((each) => each.is_finished).length]);
    expect(row.norm).toBeCloseTo(
      of.reduce((sum, each) => sum + each.weight ** 2 * each.freshness, 0),
      9,
    );
  }
  await expectCategories(reading, library);
  await expectWords(reading);
}

/** Those who read at least a minute, or finished it, and keep it from nobody. */
async function expectInterests(reading: Reading, library: Set<string>, stored: string[]): Promise<void> {
  const db = reading.database.kysely;
  const progress = await db.selectFrom('progress').selectAll().where('reading_time', '>=', 60).execute();
  const finished = await db.selectFrom('book_states').selectAll().where('status', '=', 'finished').execute();
  const secret = await db.selectFrom('shelf_entries').selectAll().where('is_secret', '=', 1).execute();
  const hidden = new Set(secret.map((row) => `${row.vid} ${row.item_id}`));
  const wanted = new Set(
    [...progress, ...finished].filter((row) => library.has(row.book_id)).map((row) => `${row.vid} ${row.book_id}`),
  );
  expect(stored.toSorted()).toEqual([...wanted].filter((each) => !hidden.has(each)).sort());
}

async function expectCategories(reading: Reading, library: Set<string>): Promise<void> {
  const db = reading.database.kysely;
  const rows = await db.selectFrom('store_categories').selectAll().execute();
  const names = new Map(rows.map((row) => [row.category_id, row.title]));
  const counted = new Map(
    rows
      .filter((row) => row.book_count > 0)
      .map((row) => [`${names.get(row.parent_id) ?? ''}/${row.title}`, row.book_count]),
  );
  const said = await db.selectFrom('book_subjects').selectAll().execute();
  const wanted = new Map<string, number>();
  const add = (name: string) => wanted.set(name, (wanted.get(name) ?? 0) + 1);
  for (const { book_id, subject } of said) {
    if (!library.has(book_id)) continue;
    const [first = '', second] = subject.split(' / ');
    add(`/${first}`);
    if (second) add(`${first}/${second}`);
  }
  expect(new Map([...counted].sort())).toEqual(new Map([...wanted].sort()));
}

async function expectWords(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const books = await db
    .selectFrom('books')
    .leftJoin('book_stats as s', 's.book_id', 'books.book_id')
    .select(['books.book_id', 'title', 'visibility', 'owner_vid', 's.popular'])
    .execute();
  const stored = await db.selectFrom('book_words').selectAll().execute();
  const titles = stored.filter((row) => row.fields & 1).map((row) => `${row.book_id} ${row.word}`);
  const wanted = books.flatMap((each) =>
    [...new Set(termsOf(foldText(each.title).text))].map((word) => `${each.book_id} ${word}`),
  );
  expect(titles.sort()).toEqual(wanted.sort());
  const byBook = new Map(books.map((each) => [each.book_id, each]));
  const ranks = stored.map(({ book_id, word, fields, owner_vid, rank }) => {
    const { title, visibility, owner_vid: owner, popular } = byBook.get(book_id) as (typeof books)[number];
    const [first, ...rest] = termsOf(foldText(title).text);
    const place = word !== first ? Number(fields % 4 > 0) : rest.length > 0 ? 2 : 3;
    const popularity = popular === null || popular < -200 ? 0 : Math.round((popular + 200) * 10);
    const near = Math.abs((rank % 1_000_000) - popularity) <= 1;
    return [
      [book_id, word, owner_vid, Math.floor(rank / 1_000_000), near],
      [book_id, word, visibility === 'library' ? '' : owner, place, true],
    ];
  });
  expect(ranks.map(([stored]) => stored)).toEqual(ranks.map(([, wanted]) => wanted));
  const counts = await db.selectFrom('store_words').selectAll().execute();
  const byWord = Map.groupBy(stored, (row) => row.word);
  expect(new Map(counts.map((row) => [row.word, row.books]))).toEqual(
    new Map([...byWord].map(([word, rows]) => [word, rows.length])),
  );
}
