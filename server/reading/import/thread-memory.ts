// Watches the memory of buffers that a thread holds, which no limit of Node's own covers: a small file can unpack to
// pictures of gigabytes. Asked from outside, because the thread may be busy.

import type { Worker } from 'node:worker_threads';
import { importLimits as limits } from './limits.ts';

const everyMilliseconds = 200;

/** Calls `onOver` once when the thread holds too much; answers what ends the watch. A thread that has ended holds none. */
export function watchBuffers(worker: Worker, onOver: () => void, most: number = limits.bufferBytes): () => void {
  let isOver = false;
  const timer = setInterval(async () => {
    const bytes = await worker.getHeapStatistics().then(
      (statistics) => statistics.external_memory,
      () => 0,
    );
    if (isOver || bytes <= most) return;
    isOver = true;
    clearInterval(timer);
    onOver();
  }, everyMilliseconds);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
