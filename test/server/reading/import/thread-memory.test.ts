// A thread that holds too many bytes is told of while it is busy; one that does not is left alone.

import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { watchBuffers } from '../../../../server/reading/import/thread-memory.ts';

const megabyte = 1024 * 1024;
const hold = (megabytes: number, then: string) =>
  new Worker(`const held = new Uint8Array(${megabytes * megabyte}).fill(1); ${then}`, { eval: true });

test('buffers over the limit are noticed although the thread never waits', async () => {
  const worker = hold(64, 'for (;;) held[0]++;');
  await new Promise<void>((resolve) => watchBuffers(worker, resolve, 32 * megabyte));
  expect(await worker.terminate()).toBe(1);
});

test('a thread within the limit ends by itself', async () => {
  const worker = hold(16, 'setTimeout(() => process.exit(7), 700)');
  let isOver = false;
  const endWatch = watchBuffers(
    worker,
    () => {
      isOver = true;
    },
    64 * megabyte,
  );
  expect(await new Promise((resolve) => worker.once('exit', resolve))).toBe(7);
  endWatch();
  expect(isOver).toBe(false);
});
