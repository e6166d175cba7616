// Parses books in a thread of their own, one at a time, within limits of time and memory. The thread is started by the
// first book and ends when there was none for a while.

import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { systemCode } from '../../base/start-error.ts';
import { importLimits as limits } from './limits.ts';
import type { ParsedBook } from './parse-epub.ts';
import { Turnstile } from './turnstile.ts';

export interface ParseRequest {
  path: string;
  fileName: string;
}
export type ParseAnswer =
  | { ok: true; book: ParsedBook }
  | { ok: false; code: ErrorCode; message: string; details: Record<string, unknown> | undefined };

const idleMilliseconds = 30_000;
// Beside this file in the bundle as well as in the sources.
const program = new URL(import.meta.url.endsWith('.ts') ? './parse-worker.ts' : './parse-worker.mjs', import.meta.url);

export class BookParser {
  readonly #turn = new Turnstile(1);
  readonly #seconds: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  /** `seconds` that one book may take. */
  constructor(seconds: number = limits.parseSeconds) {
    this.#seconds = seconds;
  }

  /** Throws the codes that an import can fail with. */
  parse(path: string, fileName: string): Promise<ParsedBook> {
    return this.#turn.run(String(this.#count++), () => this.#parse({ path, fileName }));
  }

  async #parse(request: ParseRequest): Promise<ParsedBook> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    worker.ref();
    const answer = await this.#ask(worker, request);
    worker.unref();
    this.#idle = setTimeout(() => this.#end(worker), idleMilliseconds).unref();
    if (answer.ok) return answer.book;
    throw new AppError(answer.code, answer.message, answer.details);
  }

  #start(): Worker {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: limits.parseMegabytes },
      // Of no use to a parser, and not for the eyes of what parses strangers' files.
      env: {},
      execArgv: [],
    });
    worker.once('exit', () => this.#forget(worker));
    this.#worker = worker;
    return worker;
  }

  #ask(worker: Worker, request: ParseRequest): Promise<ParseAnswer> {
    return new Promise<ParseAnswer>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#end(worker);
        reject(new AppError('unsafe_book', 'The book takes too long to read.', { seconds: this.#seconds }));
      }, this.#seconds * 1000);
      const settle = () => {
        clearTimeout(late);
        worker.removeAllListeners('message').removeAllListeners('error');
        // A thread that is told to end can still fail.
        worker.on('error', () => undefined);
      };
      worker.once('message', (answer: ParseAnswer) => {
        settle();
        resolve(answer);
      });
      worker.once('error', (error) => {
        settle();
        this.#forget(worker);
        const isTooBig = systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(isTooBig ? new AppError('unsafe_book', 'The book needs too much memory to read.') : error);
      });
      worker.postMessage(request);
    });
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  #end(worker: Worker): void {
    this.#forget(worker);
    void worker.terminate();
  }
}
