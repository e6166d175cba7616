// Whatever a caller sends, the service answers with a reason and keeps running: no 5xx, and nothing half-written.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RouteName, routeNamed } from '../../../api/catalog.ts';
import { forEachDatabase } from '../databases.ts';
import { addBook, migrationSets, openHouse } from './house.ts';

const text = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', '0', '-1', '1-2', "'; drop table users; --", '../..', 'ä'.repeat(5000)),
);
const number = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 33, 2 ** 53 - 1, 1e300, 1e-300, -0),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(null, true, [], {}, [null], { a: 1 }) },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 3 }) },
);

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

/** Mostly of the declared type and often within its bounds, so that a good part gets past the check of the schema. */
function valueFor(schema: Schema, bookId: string): fc.Arbitrary<unknown> {
  const fitting: fc.Arbitrary<unknown> = schema.enum
    ? fc.constantFrom(...schema.enum)
    : schema.type === 'integer' || schema.type === 'number'
      ? fc.oneof(number, fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 2 ** 53 - 1, 1))
      : schema.type === 'array'
        ? fc.array(fc.oneof(text, fc.constant(bookId)), { maxLength: 3 })
        : fc.oneof(text, fc.constantFrom(bookId, `${bookId}_1_1-9`, '1-9', 'event-0000000000000001'));
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

let records = 0;

/** A request that would be served, of which some fields are then replaced. */
function good(key: RouteName, bookId: string): object {
  const record = { bookId, deviceId: 'device-of-ann', chapterUid: 1, chapterOffset: 5, progress: 10, readingTime: 0 };
  const timestamp = 1_790_000_000;
  const examples: Partial<Record<RouteName, object>> = {
    'POST /book/addBookmark': { bookId, chapterUid: 1, markText: 'words', range: '1-9', type: 1 },
    'POST /book/updateBookmark': { bookmarkId: `${bookId}_1_1-9`, style: 1 },
    'POST /book/removeBookmark': { bookmarkId: `${bookId}_1_1-9` },
    'POST /book/read': record,
    'POST /book/batchUploadProgress': {
      books: [{ ...record, random: `record-${++records}`.padEnd(20, '0'), timestamp }],
    },
    'POST /book/chapterInfos': { bookIds: [bookId] },
    'POST /book/infos': { bookIds: [bookId] },
    'POST /book/markstatus': { bookId, status: 4 },
    'POST /book/secret': { bookIds: [bookId], private: 1 },
    'POST /shelf/archive': { archiveId: 'a_one', name: 'One', bookIds: [bookId] },
    'POST /shelf/deleteArchive': { archiveId: 'a_one' },
    'POST /shelf/add': { bookIds: [bookId] },
    'POST /review/add': { bookId, type: 1, chapterUid: 1, range: '1-9', content: 'words' },
    'GET /review/list': { bookId },
    'GET /review/authorpublish': { bookId },
    'POST /book/readreviews': { bookId, chapterUid: 1, reviews: [{ range: '1-9' }] },
    'POST /book/setting': { bookIds: [bookId], hideReview: 0 },
  };
  return examples[key] ?? (key.startsWith('GET /book/') ? { bookId } : {});
}

forEachDatabase((name, open) => {
  test('no parameters make the service fail', { timeout: 300_000 }, async () => {
    const house = await openHouse(await open(...migrationSets));
    const ann = await house.signIn('ann');
    const bookId = await addBook(house.reading, ann.vid);
    await ann.call('POST /shelf/add', { bookIds: [bookId] });
    const keys = house.served.filter((key) => !routeNamed(key as RouteName).anonymous) as RouteName[];
    const requests = fc.constantFrom(...keys).chain((key) => {
      const { properties = {} } = routeNamed(key).params as unknown as Schema;
      const signed = ['random', 'timestamp', 'signature'];
      const names = Object.keys(properties).filter((field) => !(routeNamed(key).signed && signed.includes(field)));
      const wrong = fc
        .subarray(names, { maxLength: Math.min(3, names.length) })
        .chain((fields) =>
          fc.record(Object.fromEntries(fields.map((field) => [field, valueFor(properties[field] as Schema, bookId)]))),
        );
      return fc
        .tuple(fc.constant(key), wrong)
        .map(([, fields]) => ({ key, params: { ...good(key, bookId), ...fields } }));
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ key, params }) => {
        const { status, body } = await ann.ask(key, params);
        // Another provider that cannot be asked is no failure of the service.
        const isAnswered = status < 500 || (body as { error?: string }).error === 'upstream_unavailable';
        expect([key, params, isAnswered ? 'answered' : body]).toEqual([key, params, 'answered']);
      }),
      { numRuns: name === 'sqlite' ? 5000 : 1500 },
    );
    expect((await ann.call('GET /user', {})).userVid).toBe(ann.vid);
    await house.close();
  });
});
