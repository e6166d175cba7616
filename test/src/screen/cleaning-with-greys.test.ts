// A cleaning that something comes along with, once it is made ready.

import { expect, it } from 'vitest';
import { page, panel } from './held-panel.ts';

it('comes with the greys that a page was shown without, once they are made, and after the paint', async () => {
  const done: string[] = [];
  let made = Promise.withResolvers<{ exchange(): void; giveUp(): void }>();
  const greys = { exchange: () => done.push('exchanged'), giveUp: () => done.push('given up') };
  const { turn, wait, paint, sent, queue } = panel({}, undefined, { beforeClean: () => made.promise });
  const make = async () => {
    made.resolve(greys);
    await made.promise;
    await Promise.resolve();
    made = Promise.withResolvers();
  };
  turn(2, 200);
  wait(600);
  expect(sent).toEqual(['partial', 'fast']);
  // A finger on the screen meanwhile: it is tried again later.
  queue.touched();
  await make();
  expect([sent.length, done]).toEqual([2, ['given up']]);
  wait(600);
  await make();
  // Exchanged, and told to the panel with the paint of that.
  expect([sent.length, done]).toEqual([2, ['given up', 'exchanged']]);
  paint();
  expect(sent.slice(2)).toEqual(['full']);
  wait(5000);
  expect(sent).toHaveLength(3);
});

it('comes with a turn instead that comes while greys are made', async () => {
  const done: string[] = [];
  const made = Promise.withResolvers<{ exchange(): void; giveUp(): void }>();
  const { turn, wait, sent, say } = panel({}, undefined, { beforeClean: () => made.promise });
  say(['clean', page]);
  wait(600);
  turn(1);
  made.resolve({ exchange: () => done.push('exchanged'), giveUp: () => done.push('given up') });
  await made.promise;
  await Promise.resolve();
  wait(5000);
  expect([sent, done]).toEqual([['full'], ['given up']]);
});
