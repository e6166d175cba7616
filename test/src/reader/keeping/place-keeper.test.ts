import { afterEach, expect, it } from 'vitest';
import type { Place } from '../../../../src/book/book.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../../src/db/database.ts';
import { createPlaceKeeper } from '../../../../src/reader/keeping/place-keeper.ts';
import { createReadingClock } from '../../../../src/reader/keeping/reading-clock.ts';

let database: Database;
let account: string;

afterEach(async () => {
  database.close();
  await deleteDatabase(account);
});

async function open() {
  account = `test-${crypto.randomUUID()}`;
  database = await openDatabase(account);
  let milliseconds = 0;
  let seconds = 1_700_000_000;
  const problems: unknown[] = [];
  let changes = 0;
  const clock = createReadingClock(() => milliseconds);
  const keeper = createPlaceKeeper({
    ...{ database, bookId: 'b', bookVersion: 3, deviceId: 'd', clock },
    now: () => seconds,
    onChange: () => {
      changes += 1;
    },
    onProblem: (problem) => problems.push(problem),
  });
  return {
    keeper,
    clock,
    problems,
    changes: () => changes,
    wait: (time: number) => {
      milliseconds += time * 1000;
      seconds += time;
    },
  };
}

const place = (chapterOffset: number): Place => ({
  ...{ section: 0, chapterUid: 1, chapterOffset, cfi: `epubcfi(/6/2!/4/${chapterOffset})`, textQuote: 'words' },
  ...{ progress: chapterOffset / 10, page: 0, pages: 9, chapterTitle: '', atStart: false, atEnd: false },
});
const events = async () => (await database.events.toArray()).map(({ body }) => body);

it('keeps each place with the seconds since the last one, as one event of the book', async () => {
  const { keeper, wait, clock, changes } = await open();
  wait(12);
  await keeper.keep(place(10));
  clock.touch();
  wait(500);
  await keeper.keep(place(20));
  expect(await events()).toMatchObject([
    {
      kind: 'position',
      bookVersion: 3,
      readingTime: 12 + 90,
      position: { chapterOffset: 20, updateTime: 1_700_000_512 },
    },
  ]);
  expect(changes()).toBe(2);
});

it('takes the latest of places that come while one is written', async () => {
  const { keeper, wait } = await open();
  wait(5);
  await Promise.all([10, 20, 30, 40].map((offset) => keeper.keep(place(offset))));
  expect((await database.positions.get('b'))?.mine?.chapterOffset).toBe(40);
  expect(await events()).toMatchObject([{ readingTime: 5 }]);
});

it('keeps the time of a page that is not left, and nothing when there was none', async () => {
  const { keeper, wait } = await open();
  await keeper.keepTime(place(10));
  expect(await events()).toEqual([]);
  wait(7);
  await keeper.keepTime(place(10));
  expect(await events()).toMatchObject([{ readingTime: 7 }]);
});

it('tells when the store refuses, and loses no second', async () => {
  const { keeper, wait, problems } = await open();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  database.events.hook('creating', full);
  wait(8);
  await keeper.keep(place(10));
  expect(problems.at(-1)).toBeTruthy();
  expect(await database.positions.get('b')).toBeUndefined();
  database.events.hook('creating').unsubscribe(full);
  wait(4);
  await keeper.keep(place(20));
  expect(problems.at(-1)).toBeUndefined();
  expect(await events()).toMatchObject([{ readingTime: 12, position: { chapterOffset: 20 } }]);
});
