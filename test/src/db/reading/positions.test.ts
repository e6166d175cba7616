// How places merge: the newest is the latest, the furthest stays, and a jump elsewhere is offered, never made.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePlace, type Position, type PositionRow, placeElsewhere } from '../../../../src/db/reading/positions.ts';

const place = (change: Partial<Position>): Position => ({
  chapterUid: 1,
  chapterIdx: 1,
  chapterOffset: 0,
  progress: 0,
  updateTime: 0,
  deviceId: 'here',
  ...change,
});

it('offers the place of another device, unless this one stands there already', () => {
  let row: PositionRow = mergePlace({ bookId: 'b' }, place({ progress: 10, chapterOffset: 10, updateTime: 1 }), 'mine');
  expect(placeElsewhere(row, 'here')).toBeUndefined();
  row = mergePlace(row, place({ progress: 40, chapterOffset: 40, updateTime: 2, deviceId: 'there' }), 'service');
  expect(row.mine?.progress).toBe(10);
  expect(placeElsewhere(row, 'here')?.progress).toBe(40);
  row = mergePlace(row, place({ progress: 40, chapterOffset: 40, updateTime: 3 }), 'mine');
  expect(placeElsewhere(row, 'here')).toBeUndefined();
});

it('keeps the furthest place when an older one becomes the latest again', () => {
  let row = mergePlace({ bookId: 'b' }, place({ progress: 90, updateTime: 5 }), 'mine');
  row = mergePlace(row, place({ progress: 3, updateTime: 9 }), 'mine');
  expect(row.latest?.progress).toBe(3);
  expect(row.furthest?.progress).toBe(90);
});

it('ends with the newest and the furthest, in whatever order places come', () => {
  const places = fc.uniqueArray(
    fc.record({ progress: fc.integer({ min: 0, max: 100 }), updateTime: fc.integer({ min: 0, max: 1000 }) }),
    { selector: (one) => one.updateTime, minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(places, (list) => {
      const row = list.reduce<PositionRow>((merged, one) => mergePlace(merged, place(one), 'service'), { bookId: 'b' });
      expect(row.latest?.updateTime).toBe(Math.max(...list.map((one) => one.updateTime)));
      expect(row.furthest?.progress).toBe(Math.max(...list.map((one) => one.progress)));
    }),
  );
});
