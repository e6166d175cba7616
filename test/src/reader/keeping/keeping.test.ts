// Which places are kept: those where somebody may read.

import { afterEach, expect, it } from 'vitest';
import type { BookView, Place } from '../../../../src/book/book.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../../src/db/database.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { Keeping } from '../../../../src/reader/keeping/keeping.ts';

let database: Database;
let account: string;

afterEach(async () => {
  database.close();
  await deleteDatabase(account);
});

async function open(begun: Place) {
  account = `test-${crypto.randomUUID()}`;
  database = await openDatabase(account);
  let milliseconds = 0;
  const work: (Promise<unknown> | undefined)[] = [];
  const keeping = new Keeping({
    ...{ database, bookId: 'b', bookVersion: 3, deviceId: 'd' },
    view: { place: () => begun } as BookView,
    clock: () => milliseconds,
    now: () => 1_700_000_000 + milliseconds / 1000,
    onChange: () => undefined,
    report: (error: unknown) => {
      throw error;
    },
    withNextPage: () => undefined,
    later: (some: Promise<unknown> | undefined) => work.push(some),
  } as unknown as FeatureParts);
  keeping.seen(true);
  return {
    keeping,
    async turnTo(place: Place, seconds: number) {
      milliseconds += seconds * 1000;
      keeping.placed(place);
      await Promise.all(work);
    },
  };
}

const good = (chapterOffset: number): Place => ({
  ...{ section: 0, chapterUid: 1, chapterOffset, cfi: `epubcfi(/6/2!/4/${chapterOffset})`, textQuote: 'words' },
  ...{ progress: chapterOffset, page: 0, pages: 9, chapterTitle: '', atStart: false, atEnd: false },
});
const failed: Place = { ...good(0), section: 1, chapterUid: 2, cfi: '', textQuote: '', failed: true };

const kept = async () =>
  (await database.events.toArray()).map(({ body }) => {
    if (body.kind !== 'position') throw new Error('Only places are kept.');
    return [body.position.chapterUid, body.position.chapterOffset, body.readingTime];
  });

it('a chapter that cannot be shown takes nothing from the place before it, which has the time of its reading', async () => {
  const { keeping, turnTo } = await open(good(10));
  await turnTo(failed, 30);
  expect([keeping.turned, await kept()]).toEqual([true, [[1, 10, 30]]]);
  await turnTo(good(20), 5);
  await turnTo(failed, 40);
  await keeping.keepTime(failed);
  expect((await kept()).map(([uid, offset]) => [uid, offset])).not.toContainEqual([2, 0]);
  expect((await database.positions.get('b'))?.mine).toMatchObject({ chapterUid: 1, chapterOffset: 20 });
});

it('a book that is opened at such a chapter has its place left as it was', async () => {
  const { keeping, turnTo } = await open(failed);
  await keeping.keepTime(failed);
  await turnTo(failed, 30);
  expect(await kept()).toEqual([]);
  await turnTo(good(10), 1);
  expect((await kept()).map(([uid, offset]) => [uid, offset])).toEqual([[1, 10]]);
});
