// Makes an EPUB of a PDF in a thread of its own, within limits of time and memory.

import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { systemCode } from '../../base/start-error.ts';
import { importLimits as limits } from '../import/limits.ts';
import { watchBuffers } from '../import/thread-memory.ts';

export interface ConversionTask {
  path: string;
  /** The EPUB; must not exist yet. */
  target: string;
  title: string;
  /** Names the book when it has no name of its own. */
  id: string;
  textOnly: boolean;
  /** From 0. */
  firstPage: number;
}

export type ConversionMessage =
  | { kind: 'page'; done: number; pages: number }
  | { kind: 'done' }
  | { kind: 'failed'; code: ErrorCode; message: string };

/** A thousand pages take about a minute on a small machine. */
const mostSeconds = 1800;
// Beside this file in the sources, and beside the program in the bundle.
const program = new URL(
  import.meta.url.endsWith('.ts') ? './convert-worker.ts' : './convert-worker.mjs',
  import.meta.url,
);

/** Throws the codes that an import can fail with, and the signal's reason. */
export async function convertPdf(
  task: ConversionTask,
  onPage: (done: number, pages: number) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.parseMegabytes },
    // Of no use to it, and not for the eyes of what reads strangers' files.
    env: {},
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(
    () => reject(new AppError('unsafe_book', 'The PDF takes too long to convert.', { seconds: mostSeconds })),
    mostSeconds * 1000,
  );
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  worker.on('message', (message: ConversionMessage) => {
    if (message.kind === 'page') onPage(message.done, message.pages);
    else if (message.kind === 'done') resolve();
    else reject(new AppError(message.code, message.message));
  });
  worker.once('error', (error) => {
    const isTooBig = systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isTooBig ? tooBig() : error);
  });
  const endWatch = watchBuffers(worker, () => reject(tooBig()));
  worker.once('exit', () => reject(new Error('The thread that converts ended before it was done.')));
  try {
    await promise;
  } finally {
    clearTimeout(late);
    endWatch();
    signal.removeEventListener('abort', abort);
    // What it still says after that is of no use; its end is no failure any more.
    worker.removeAllListeners().on('error', () => undefined);
    await worker.terminate();
  }
}

const tooBig = () => new AppError('unsafe_book', 'The PDF needs too much memory to convert.');
