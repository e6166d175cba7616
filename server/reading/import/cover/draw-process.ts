// The process that makes one cover of one drawing: takes its bytes, answers, and is ended from outside.

import type { DrawAnswer } from './draw-apart.ts';
import { fitToShelf } from './fit-to-shelf.ts';

const tell = (answer: DrawAnswer) => process.send?.(answer);

// Whoever asked is gone. An orderly end would wait for the thread that draws.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (bytes: Uint8Array) => {
  try {
    tell({ ok: true, cover: await fitToShelf(bytes) });
  } catch (error) {
    tell({ ok: false, reason: (error as Error).message });
  }
});
