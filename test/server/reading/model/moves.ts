// Everything that the people of the model can do, as plain data: books and reviews are named by places in lists, so that a
// shorter list of moves is still one.

import fc from 'fast-check';
import type { Privacy } from './review-model.ts';

export const peopleCount = 4;
export const libraryBooks = 3;
const bookCount = libraryBooks + peopleCount;

/** Who does it on which device, and how many seconds before it is sent. */
export interface Doing {
  by: number;
  device: number;
  age: number;
}

type Did<K extends string, More> = { do: K } & Doing & More;

export type Edit =
  | Did<'add' | 'remove', { books: number[] }>
  | Did<'secret' | 'pin', { books: number[]; isOn: boolean }>
  | Did<'place', { books: number[]; folder: string; name: string }>
  | Did<'deleteFolder', { folder: string; isOn: boolean }>
  | Did<'markStatus', { book: number; isFinished: boolean; isCancel: boolean }>
  | Did<'addMark', { book: number; mark: number; style: number; colorStyle: number }>
  | Did<'updateMark', { book: number; mark: number; style?: number; colorStyle?: number }>
  | Did<'removeMark', { book: number; mark: number }>
  | Did<'write', { book: number; star: number; privacy: Privacy }>
  | Did<'edit', { review: number; privacy?: Privacy }>
  | Did<'delete', { review: number }>
  | Did<'comment', { review: number }>
  | Did<'setting', { name: string; value: number }>;

/** Without the time of an edit: the last one to arrive stands. */
export type Act =
  | Did<'like', { review: number; isOn: boolean }>
  | Did<'uncomment', { review: number; place: number }>
  | Did<'read', { book: number; progress: number; seconds: number }>
  | Did<'hideReviews', { book: number; isOn: boolean }>
  | Did<'relate', { other: number; how: 'follow' | 'unfollow' | 'block' | 'unblock' | 'hide' | 'show' }>;

export type Move =
  | Edit
  | Act
  | { do: 'replay'; back: number }
  | { do: 'sync'; by: number; count: number; isLost: boolean }
  | { do: 'look'; by: number; at: number; book: number }
  | { do: 'wait'; seconds: number };

const person = fc.nat(peopleCount - 1);
const doing = { by: person, device: fc.nat(1), age: fc.constantFrom(0, 0, 0, 0, 1, 30, 100) };
const book = fc.oneof(
  { weight: 4, arbitrary: fc.nat(libraryBooks - 1) },
  { weight: 1, arbitrary: fc.nat(bookCount - 1) },
);
const books = fc.uniqueArray(book, { minLength: 1, maxLength: 3 });
const isOn = fc.boolean();
const mark = fc.nat(3);
const style = fc.nat(2);
const review = fc.nat(9);
const privacy = fc.constantFrom<Privacy>('public', 'public', 'private', 'friends');
const folder = fc.constantFrom('a_first', 'a_second');

function move<K extends string, const F extends Record<string, fc.Arbitrary<unknown>>>(
  kinds: readonly K[],
  fields: F,
  requiredKeys?: readonly string[],
): fc.Arbitrary<Move> {
  const model = { do: fc.constantFrom(...kinds), ...doing, ...fields };
  const keys = requiredKeys && ['do', ...Object.keys(doing), ...requiredKeys];
  return fc.record(model, keys ? { requiredKeys: keys as never } : {}) as unknown as fc.Arbitrary<Move>;
}

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: move(['add', 'remove'], { books }) },
  { weight: 3, arbitrary: move(['secret', 'pin'], { books, isOn }) },
  {
    weight: 2,
    arbitrary: move(['place'], {
      books,
      folder: fc.oneof(folder, fc.constant('0')),
      name: fc.constantFrom('Sea', 'Land'),
    }),
  },
  { weight: 1, arbitrary: move(['deleteFolder'], { folder, isOn }) },
  { weight: 2, arbitrary: move(['markStatus'], { book, isFinished: isOn, isCancel: isOn }) },
  { weight: 5, arbitrary: move(['addMark'], { book, mark, style, colorStyle: style }) },
  { weight: 2, arbitrary: move(['updateMark'], { book, mark, style, colorStyle: style }, ['book', 'mark']) },
  { weight: 2, arbitrary: move(['removeMark'], { book, mark }) },
  { weight: 4, arbitrary: move(['write'], { book, star: fc.constantFrom(0, 0, 20, 60, 100), privacy }) },
  { weight: 3, arbitrary: move(['edit'], { review, privacy }, ['review']) },
  { weight: 2, arbitrary: move(['delete'], { review }) },
  { weight: 2, arbitrary: move(['comment'], { review }) },
  { weight: 2, arbitrary: move(['like'], { review, isOn }) },
  { weight: 1, arbitrary: move(['uncomment'], { review, place: fc.nat(3) }) },
  { weight: 3, arbitrary: move(['read'], { book, progress: fc.nat(100), seconds: fc.constantFrom(0, 5, 50) }) },
  { weight: 1, arbitrary: move(['setting'], { name: fc.constantFrom('font', 'size'), value: fc.nat(9) }) },
  { weight: 1, arbitrary: move(['hideReviews'], { book, isOn }) },
  {
    weight: 3,
    arbitrary: move(['relate'], {
      other: person,
      how: fc.constantFrom('follow', 'follow', 'unfollow', 'block', 'unblock', 'hide', 'show'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('replay' as const), back: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      by: person,
      count: fc.integer({ min: 1, max: 4 }),
      isLost: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), by: person, at: fc.nat(20), book }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 60) }) },
);

/** Long ones: what goes wrong needs several people to have done several things. */
export const moves = (most: number): fc.Arbitrary<Move[]> =>
  fc.array(anyMove, { minLength: Math.ceil(most / 2), maxLength: most, size: 'max' });
