// Work in spare time is held where it is, goes on from there, and hurries for whoever waits.

import { expect, test } from 'vitest';
import { Pace } from '../../../src/book/pace.ts';

const anybodysTurn = () => scheduler.postTask(() => undefined, { priority: 'background' });

/** Steps that are done one by one, each after a rest. */
function work(pace: Pace, steps: number) {
  const done: number[] = [];
  const finished = (async () => {
    for (let step = 0; step < steps; step++) {
      await pace.rest();
      done.push(step);
    }
  })();
  return { done, finished };
}

test('what is held does no further step until it may go on', async () => {
  const pace = new Pace();
  const { done, finished } = work(pace, 5);
  pace.hold();
  const before = done.length;
  for (let n = 0; n < 8; n++) await anybodysTurn();
  expect(done.length).toBe(before);
  pace.goOn();
  pace.hold();
  for (let n = 0; n < 8; n++) await anybodysTurn();
  expect(done.length).toBe(before);
  pace.goOn();
  await finished;
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

test('whoever waits ends a hold, and every rest after it', async () => {
  const pace = new Pace();
  pace.hold();
  const { done, finished } = work(pace, 3);
  await anybodysTurn();
  expect(done).toEqual([]);
  pace.hurry();
  await finished;
  expect(done).toEqual([0, 1, 2]);
});
