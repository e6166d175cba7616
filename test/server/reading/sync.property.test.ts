// Whatever several devices write, in whatever order, with replays, lost replies, restarts and deleted tombstones in
// between: in the end each device's copy equals what the service has.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RouteName } from '../../../api/catalog.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { purge } from '../../../server/reading/purge.ts';
import type { Tables } from '../../../server/reading/reading.ts';
import { forEachDatabase } from '../databases.ts';
import { AllNotesCopy, BookReviewsCopy, MarkCopy, NotebooksCopy, ReviewCopy, ShelfCopy } from './copy.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from './house.ts';

const devices = 3;
const device = fc.nat(devices - 1);
const book = fc.nat(3);
const books = fc.uniqueArray(book, { minLength: 1, maxLength: 3 });
/** Seconds that the edit was made before it is sent. */
const age = fc.constantFrom(0, 0, 0, 1, 5, 100);
const flag = fc.constantFrom(0 as const, 1 as const);
const folder = fc.constantFrom('a_first', 'a_second');

/** `made` are the ids of the reviews written so far. */
type Write = [route: RouteName, params: (bookIds: string[], made: string[]) => object];

const shelfWrite: fc.Arbitrary<Write> = fc.oneof(
  books.map((which): Write => ['POST /shelf/add', (ids) => ({ bookIds: which.map((index) => ids[index]) })]),
  books.map((which): Write => ['POST /shelf/delete', (ids) => ({ bookIds: which.map((index) => ids[index]) })]),
  fc
    .tuple(books, flag)
    .map(
      ([which, set]): Write => [
        'POST /book/secret',
        (ids) => ({ bookIds: which.map((index) => ids[index]), private: set }),
      ],
    ),
  fc
    .tuple(books, flag)
    .map(
      ([which, isTop]): Write => ['POST /shelf/top', (ids) => ({ bookIds: which.map((index) => ids[index]), isTop })],
    ),
  fc
    .tuple(folder, fc.constantFrom('Sea', 'Land'), books)
    .map(
      ([archiveId, name, which]): Write => [
        'POST /shelf/archive',
        (ids) => ({ archiveId, name, bookIds: which.map((index) => ids[index]) }),
      ],
    ),
  books.map(
    (which): Write => ['POST /shelf/archive', (ids) => ({ archiveId: '0', bookIds: which.map((index) => ids[index]) })],
  ),
  fc
    .tuple(folder, flag)
    .map(([archiveId, removeBooks]): Write => ['POST /shelf/deleteArchive', () => ({ archiveId, removeBooks })]),
);

const markId = fc.nat(3);
const range = (mark: number) => `${mark}-${mark + 5}`;
const markWrite: fc.Arbitrary<Write> = fc.oneof(
  fc
    .tuple(markId, fc.nat(2))
    .map(
      ([mark, style]): Write => [
        'POST /book/addBookmark',
        ([bookId]) => ({ bookId, chapterUid: 1, markText: 'words', range: range(mark), type: 1, style }),
      ],
    ),
  fc
    .tuple(markId, fc.nat(2), fc.nat(5))
    .map(
      ([mark, style, colorStyle]): Write => [
        'POST /book/updateBookmark',
        ([bookId]) => ({ bookmarkId: `${bookId}_1_${range(mark)}`, style, colorStyle }),
      ],
    ),
  markId.map(
    (mark): Write => ['POST /book/removeBookmark', ([bookId]) => ({ bookmarkId: `${bookId}_1_${range(mark)}` })],
  ),
);

const reviewAt = (made: string[], index: number) => made[index % Math.max(1, made.length)] ?? 'r_none';
const reviewWrite: fc.Arbitrary<Write> = fc.oneof(
  fc
    .tuple(book, fc.nat(2))
    .map(
      ([which, kind]): Write => [
        'POST /review/add',
        (ids) =>
          kind === 0
            ? { bookId: ids[which], type: 1, chapterUid: 1, range: '1-9', content: 'A thought' }
            : { bookId: ids[which], type: 4, star: kind * 40, content: 'A review' },
      ],
    ),
  fc
    .tuple(fc.nat(5), fc.nat(9), flag)
    .map(
      ([index, words, isPrivate]): Write => [
        'POST /review/useredit',
        (_, made) => ({ reviewId: reviewAt(made, index), content: `Words ${words}`, isPrivate }),
      ],
    ),
  fc.nat(5).map((index): Write => ['POST /review/delete', (_, made) => ({ reviewId: reviewAt(made, index) })]),
  fc
    .tuple(fc.nat(5), flag)
    .map(
      ([index, isUnlike]): Write => ['POST /review/like', (_, made) => ({ reviewId: reviewAt(made, index), isUnlike })],
    ),
  fc
    .nat(5)
    .map(
      (index): Write => ['POST /review/comment', (_, made) => ({ reviewId: reviewAt(made, index), content: 'Yes' })],
    ),
);

type Step =
  | { do: 'write'; by: number; write: Write; age: number; lostReply: boolean }
  | { do: 'together'; writes: { by: number; write: Write }[] }
  | { do: 'replay'; back: number }
  | { do: 'sync'; by: number; count: number; lostReply: boolean }
  | { do: 'forget'; by: number }
  | { do: 'wait'; seconds: number }
  | { do: 'restart' }
  | { do: 'purge' };

function steps(write: fc.Arbitrary<Write>): fc.Arbitrary<Step[]> {
  const lostReply = fc.boolean();
  const single: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), by: device, write, age, lostReply }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('together' as const),
        writes: fc.array(fc.record({ by: device, write }), { minLength: 2, maxLength: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('replay' as const), back: fc.nat(5) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('sync' as const),
        by: device,
        count: fc.integer({ min: 1, max: 3 }),
        lostReply,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), by: device }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 60) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const) }) },
  );
  return fc.array(single, { minLength: 5, maxLength: 40 });
}

interface Copy {
  synckey: number;
  sync(client: Client, count: number, lost?: boolean): Promise<boolean>;
  state(): object;
}

/** One run: an account of its own with its devices, each with a copy, on a service that may be restarted. */
class Run {
  readonly #database: Database<Tables>;
  readonly #account: string;
  readonly #bookIds: string[];
  readonly #copies: Copy[];
  readonly #sent: { by: number; route: RouteName; params: object }[] = [];
  #house: House;
  readonly #made: string[] = [];
  #clients: Client[] = [];
  #events = 0;

  private constructor(database: Database<Tables>, house: House, account: string, bookIds: string[], copies: Copy[]) {
    this.#database = database;
    this.#house = house;
    this.#account = account;
    this.#bookIds = bookIds;
    this.#copies = copies;
  }

  static async start(database: Database<Tables>, now: number, account: string, bookIds: string[], copy: () => Copy) {
    const house = await openHouse(database);
    house.clock.now = now;
    const run = new Run(database, house, account, bookIds, Array.from({ length: devices }, copy));
    await run.#signIn();
    return run;
  }

  async #signIn(): Promise<void> {
    this.#clients = [];
    for (let index = 0; index < devices; index++) {
      this.#clients.push(await this.#house.signIn(this.#account, `device-${index}`));
    }
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.#write(step.by, step.write, step.age);
      case 'together':
        await Promise.all(step.writes.map(({ by, write }) => this.#write(by, write, 0)));
        return;
      case 'replay': {
        const again = this.#sent.at(-1 - step.back);
        if (again) await this.#send(again);
        return;
      }
      case 'sync': {
        const copy = this.#copies[step.by] as Copy;
        await copy.sync(this.#clients[step.by] as Client, step.count, step.lostReply);
        return;
      }
      case 'forget':
        (this.#copies[step.by] as Copy).synckey = 0;
        return;
      case 'wait':
        this.#house.clock.now += step.seconds;
        return;
      case 'restart':
        return this.#restart();
      case 'purge':
        this.#house.clock.now += 181 * 86_400;
        await this.#signIn();
        await purge(this.#house.reading);
        return;
    }
  }

  async #write(by: number, [route, params]: Write, age: number): Promise<void> {
    const edit = {
      eventId: `event-of-${this.#account}-${String(++this.#events).padStart(12, '0')}`,
      editTime: this.#house.clock.now - age,
    };
    const fields = params(this.#bookIds, this.#made);
    // Likes are about a state, not edits of one.
    const sent = { by, route, params: route === 'POST /review/like' ? fields : { ...fields, ...edit } };
    this.#sent.push(sent);
    await this.#send(sent);
  }

  /** A write about something that is not there, or gone, is refused, and that is an answer too. */
  async #send({ by, route, params }: { by: number; route: RouteName; params: object }): Promise<void> {
    const { status, body } = await (this.#clients[by] as Client).ask(route, params);
    if (![200, 404, 410].includes(status)) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    const { reviewId } = body as { reviewId?: string };
    if (route === 'POST /review/add' && reviewId && !this.#made.includes(reviewId)) this.#made.push(reviewId);
  }

  async #restart(): Promise<void> {
    const { now } = this.#house.clock;
    await this.#house.close();
    this.#house = await openHouse(this.#database);
    this.#house.clock.now = now;
    await this.#signIn();
  }

  /** Brings every copy up to date and compares it with one that is loaded afresh. */
  async finish(fresh: Copy): Promise<number> {
    const client = this.#clients[0] as Client;
    await bringUp(fresh, client, 1000);
    for (const [index, copy] of this.#copies.entries()) {
      await bringUp(copy, this.#clients[index] as Client, 2);
      expect(copy.state()).toEqual(fresh.state());
    }
    const { now } = this.#house.clock;
    await this.#house.close();
    return now;
  }
}

async function bringUp(copy: Copy, client: Client, count: number): Promise<void> {
  for (let pages = 0; await copy.sync(client, count); pages++) {
    if (pages > 200) throw new Error('The list does not come to an end.');
  }
}

forEachDatabase((name, open) => {
  const most = name === 'sqlite' ? 30 : 12;
  const fewer = name === 'sqlite' ? 8 : 3;

  async function check(write: fc.Arbitrary<Write>, copyOf: (bookIds: string[]) => Copy, runs = most) {
    const database = await open<Tables>(...migrationSets);
    const house = await openHouse(database);
    const bookIds: string[] = [];
    for (let count = 0; count < 4; count++) bookIds.push(await addBook(house.reading, ''));
    let { now } = house.clock;
    await house.close();
    let accounts = 0;
    await fc.assert(
      fc.asyncProperty(steps(write), async (list) => {
        const run = await Run.start(database, now, `reader-${++accounts}`, bookIds, () => copyOf(bookIds));
        for (const step of list) await run.step(step);
        now = await run.finish(copyOf(bookIds));
      }),
      { numRuns: runs, endOnFailure: false },
    );
  }

  describe('every copy ends equal', () => {
    test('of a shelf', () => check(shelfWrite, () => new ShelfCopy()), 240_000);
    test('of a book’s marks', () => check(markWrite, (ids) => new MarkCopy(ids[0] as string)), 240_000);
    test('of a reader’s reviews', () => check(reviewWrite, () => new ReviewCopy(), fewer), 240_000);
    test(
      'of a book’s reviews',
      () => check(reviewWrite, (ids) => new BookReviewsCopy(ids[0] as string), fewer),
      240_000,
    );
    const noteWrite = fc.oneof(markWrite, reviewWrite);
    test('of all notes', () => check(noteWrite, () => new AllNotesCopy(), fewer), 240_000);
    test('of books with notes', () => check(noteWrite, () => new NotebooksCopy(), fewer), 240_000);
  });
});
