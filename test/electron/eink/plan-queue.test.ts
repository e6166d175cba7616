// Plans that a slow panel has no time for: what is on the screen last is what is refreshed last.

import { expect, test } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { createPlanQueue } from '../../../electron/eink/plan-queue.ts';

const refresh = (strength: Refresh['strength'], x = 0, width = 100, dither = false): Refresh => ({
  ...{ strength, x, y: 0, width, height: 50, dither },
});

/** A panel that carries out one plan after another, each when it is let. */
function slowPanel() {
  const done: string[] = [];
  const steps: (() => void)[] = [];
  const queue = createPlanQueue(async (stage, plan) => {
    await new Promise<void>((go) => void steps.push(go));
    const named = plan.map((one) => `${one.strength} ${one.x}+${one.width}${one.dither ? ' dithered' : ''}`);
    done.push(`${stage} ${named.join(', ')}`);
  });
  const letOne = async () => {
    steps.shift()?.();
    // What waits for it has begun by then.
    await new Promise((later) => setImmediate(later));
  };
  const finish = async () => {
    while (steps.length > 0) await letOne();
  };
  return { queue, done, finish };
}

test('a few plans wait for their turn, as they are', async () => {
  const { queue, done, finish } = slowPanel();
  const all = [0, 1, 2, 3, 4].map((x) => queue.add('refresh', [refresh('ui', x)]));
  await finish();
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2, 3, 4].map((x) => `refresh ui ${x}+100`));
});

test('of too many, the newest is carried out with the regions of those before', async () => {
  const { queue, done, finish } = slowPanel();
  const all = [
    ...[0, 100, 200].map((x) => queue.add('refresh', [refresh('ui', x)])),
    queue.add('refresh', [refresh('partial', 600, 100, true)]),
    queue.add('refresh', []),
    queue.add('refresh', [refresh('fast', 300)]),
  ];
  await finish();
  expect(done).toEqual(['refresh ui 0+100', 'refresh partial 100+600 dithered']);
  await Promise.all(all);
});

test('a full refresh that waits is still carried out, and a newer one takes all others in', async () => {
  const { queue, done, finish } = slowPanel();
  void queue.add('refresh', [refresh('ui')]);
  for (const strength of ['full', 'ui', 'ui', 'ui', 'fast'] as const) void queue.add('refresh', [refresh(strength)]);
  await finish();
  expect(done).toEqual(['refresh ui 0+100', 'refresh full 0+100', 'refresh ui 0+100']);
  done.length = 0;
  for (const strength of ['ui', 'full', 'ui', 'ui', 'fast', 'full'] as const) {
    void queue.add('refresh', [refresh(strength)]);
  }
  await finish();
  expect(done).toEqual(['refresh ui 0+100', 'refresh full 0+100']);
});

test('what is chosen before a frame and what follows it are not mixed, and other work keeps its place', async () => {
  const { queue, done, finish } = slowPanel();
  void queue.add('refresh', [refresh('ui', 0)]);
  void queue.add('prepare', [refresh('ui', 1)]);
  void queue.add('refresh', [refresh('ui', 1)]);
  void queue.inOrder(async () => void done.push('other'));
  void queue.add('refresh', [refresh('ui', 2)]);
  void queue.add('prepare', [refresh('partial', 3)]);
  void queue.add('refresh', [refresh('partial', 3)]);
  await finish();
  expect(done).toEqual(['refresh ui 0+100', 'other', 'prepare partial 1+102', 'refresh partial 1+102']);
});

test('work that fails tells who asked for it, and holds nothing up', async () => {
  const { queue, done, finish } = slowPanel();
  await expect(queue.inOrder(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const after = queue.add('refresh', [refresh('ui')]);
  await finish();
  await after;
  expect(done).toEqual(['refresh ui 0+100']);
});
