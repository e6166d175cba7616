// Turns run one after another, whoever asks for them and when.

import { expect, it } from 'vitest';
import { TurnQueue } from '../../../../src/book/layout/turn-queue.ts';

it('begins at once when it is idle, and runs what a step asks for as it begins after that step', async () => {
  const queue = new TurnQueue();
  const [told, held]: [string[], PromiseWithResolvers<void>] = [[], Promise.withResolvers()];
  let inner: Promise<unknown> | undefined;
  const outer = queue.run(async () => {
    told.push('outer begins');
    inner = queue.run(async () => told.push('inner'));
    await held.promise;
    told.push('outer ends');
  });
  expect([told, queue.waiting]).toEqual([['outer begins'], true]);
  const last = queue.run(async () => told.push('last'));
  await Promise.resolve();
  held.resolve();
  await Promise.all([outer, inner, last]);
  expect(told).toEqual(['outer begins', 'outer ends', 'inner', 'last']);
  expect(queue.busy).toBe(false);
});

it('goes on after a step that fails, also at once, which only its own caller is told', async () => {
  const queue = new TurnQueue();
  const first = queue.run(() => {
    throw new Error('The chapter is broken.');
  });
  const second = queue.run(async () => 'turned');
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe('turned');
  expect(await queue.run(async () => 'again')).toBe('again');
});
