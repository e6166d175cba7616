// Spare time is what no turn needs: none is given between a reader's input and its paint.

import { expect, test, vi } from 'vitest';
import { holdSpareTime, moreSpareTime, spareFrame, spareTime } from '../../../src/book/after-paint.ts';
import { TurnQueue } from '../../../src/book/layout/turn-queue.ts';
import { Pace } from '../../../src/book/pace.ts';

/** Resolves after what was asked of the browser before, were it given time. */
const anybodysTurn = () => scheduler.postTask(() => undefined, { priority: 'background' });

function watch(work: Promise<unknown>): { done: boolean } {
  const watched = { done: false };
  void work.then(() => {
    watched.done = true;
  });
  return watched;
}

test('none is given while it is held, not even what was asked for before', async () => {
  const before = watch(spareTime());
  const release = holdSpareTime();
  const after = watch(spareTime());
  const more = watch(moreSpareTime());
  await anybodysTurn();
  await anybodysTurn();
  expect([before, after, more].map(({ done }) => done)).toEqual([false, false, false]);
  release();
  await spareTime();
  await anybodysTurn();
  expect([before, after, more].map(({ done }) => done)).toEqual([true, true, true]);
});

test('it is held until the last of several lets it go, and each counts once', async () => {
  const releases = [holdSpareTime(), holdSpareTime()];
  const asked = watch(spareTime());
  releases[0]?.();
  releases[0]?.();
  await anybodysTurn();
  expect(asked.done).toBe(false);
  releases[1]?.();
  await spareTime();
  await anybodysTurn();
  expect(asked.done).toBe(true);
});

test('nor is a frame, while a turn waits for its own', async () => {
  const release = holdSpareTime();
  const asked = watch(spareFrame());
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  expect(asked.done).toBe(false);
  release();
  await spareFrame();
  await anybodysTurn();
  expect(asked.done).toBe(true);
});

test('a turn holds it until it ends, also where it fails', async () => {
  const queue = new TurnQueue();
  const turning = Promise.withResolvers<void>();
  const asked = watch(spareTime());
  const turn = queue.run(() => turning.promise);
  await anybodysTurn();
  expect(asked.done).toBe(false);
  turning.reject(new Error('The chapter is broken.'));
  await expect(turn).rejects.toThrow('broken');
  await spareTime();
  await anybodysTurn();
  expect(asked.done).toBe(true);
});

test('what the turn itself waits for goes on', async () => {
  const release = holdSpareTime();
  const pace = new Pace();
  const resting = pace.rest();
  pace.hurry();
  await resting;
  await pace.rest();
  release();
});

test('a piece of it ends where input waits, in the window or in a frame', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentWindow as Window;
  const { scheduling } = inside.navigator as Navigator & { scheduling: { isInputPending(): boolean } };
  let waits = false;
  const asked = vi.spyOn(scheduling, 'isInputPending').mockImplementation(() => waits);
  let time = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  try {
    await spareTime();
    time += 10;
    const goesOn = watch(moreSpareTime());
    await Promise.resolve();
    await Promise.resolve();
    expect([goesOn.done, asked.mock.calls.length]).toEqual([true, 1]);
    waits = true;
    time += 10;
    const ends = watch(moreSpareTime());
    await Promise.resolve();
    await Promise.resolve();
    expect(ends.done).toBe(false);
    await anybodysTurn();
    expect(ends.done).toBe(true);
  } finally {
    clock.mockRestore();
    asked.mockRestore();
    frame.remove();
  }
});
