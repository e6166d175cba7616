// Reads books in threads of their own, as many as the machine has cores, each within limits of time and memory. A thread is
// started by the book that finds all others busy, and ends when there was none for a while.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { systemCode } from '../../base/start-error.ts';
import type { MadePicture, PanelTask } from '../delivery/panel/draw-for-panel.ts';
import type { PreparedBook } from '../delivery/prepare/prepare-book.ts';
import { importLimits as limits } from './limits.ts';
import type { ParsedFile, ParseOptions } from './parse-book.ts';
import { watchBuffers } from './thread-memory.ts';

export interface Checksums {
  sha256: string;
  md5: string;
  size: number;
}

/** What a file is, and the book in it where that was as good as known. */
export interface ReadFile {
  checksums: Checksums;
  book: ParsedFile | undefined;
}

export type ParseRequest =
  | { kind: 'read'; path: string; size: number; fileName: string; sidecar: string | undefined }
  | ({ kind: 'parse'; path: string } & ParseOptions)
  | { kind: 'prepare'; path: string; target: string }
  | ({ kind: 'panel' } & PanelTask);
export type ParseAnswer =
  | { ok: true; book: ParsedFile }
  | ({ ok: true } & ReadFile)
  | { ok: true; prepared: PreparedBook }
  | { ok: true; picture: MadePicture }
  | { ok: false; code: ErrorCode; message: string; details: Record<string, unknown> | undefined };

const idleMilliseconds = 30_000;
/** One that read large books holds their memory until it ends, so it ends soon; starting another costs a tenth of a second. */
const soonMilliseconds = 2000;
const smallBytes = 96 * 1024 * 1024;
// Beside this file in the bundle as well as in the sources.
const program = new URL(import.meta.url.endsWith('.ts') ? './parse-worker.ts' : './parse-worker.mjs', import.meta.url);

export interface ParserOptions {
  /** That one book may take. */
  seconds?: number;
  /** At most; one for each core unless told. */
  threads?: number;
}

export class BookParser {
  readonly #seconds: number;
  readonly #threads: number;
  readonly #free: Thread[] = [];
  readonly #waiting: ((thread: Thread) => void)[] = [];
  #count = 0;

  constructor({ seconds = limits.parseSeconds, threads = availableParallelism() }: ParserOptions = {}) {
    this.#seconds = seconds;
    this.#threads = threads;
  }

  /** Checksums, and of a small EPUB the book, which `parse` need not be asked for. */
  async read(path: string, options: { size: number } & Pick<ParseOptions, 'fileName' | 'sidecar'>): Promise<ReadFile> {
    const { size, fileName, sidecar } = options;
    const answer = await this.#ask({ kind: 'read', path, size, fileName, sidecar });
    return 'checksums' in answer ? answer : never();
  }

  /** Throws the codes that an import can fail with. */
  async parse(path: string, options: ParseOptions): Promise<ParsedFile> {
    const answer = await this.#ask({ kind: 'parse', path, ...options });
    return 'book' in answer && answer.book ? answer.book : never();
  }

  /** Writes the pack of an EPUB to `target`, which must not exist yet. */
  async prepare(path: string, target: string): Promise<PreparedBook> {
    const answer = await this.#ask({ kind: 'prepare', path, target });
    return 'prepared' in answer ? answer.prepared : never();
  }

  /** A picture for a panel. */
  async drawForPanel(task: PanelTask): Promise<MadePicture> {
    const answer = await this.#ask({ kind: 'panel', ...task });
    return 'picture' in answer ? answer.picture : never();
  }

  async #ask(request: ParseRequest): Promise<ParseAnswer & { ok: true }> {
    const thread = await this.#take();
    try {
      const answer = await thread.ask(request, this.#seconds);
      if (answer.ok) return answer;
      throw new AppError(answer.code, answer.message, answer.details);
    } finally {
      this.#release(thread);
    }
  }

  #take(): Promise<Thread> {
    const free = this.#free.pop();
    if (free) return Promise.resolve(free);
    if (this.#count < this.#threads) {
      this.#count++;
      return Promise.resolve(new Thread());
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(thread: Thread): void {
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#free.push(thread);
  }
}

function never(): never {
  throw new Error('A parse worker answered something else than it was asked.');
}

/** A place for one worker, which is started when it is first asked, and anew after it had to be ended. */
class Thread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #asked = 0;

  async ask(request: ParseRequest, seconds: number): Promise<ParseAnswer> {
    clearTimeout(this.#idle);
    this.#asked++;
    const worker = this.#worker ?? this.#start();
    worker.ref();
    const answer = await this.#answer(worker, request, seconds);
    worker.unref();
    this.#idle = setTimeout(() => void this.#rest(worker, this.#asked), soonMilliseconds).unref();
    return answer;
  }

  async #rest(worker: Worker, asked: number): Promise<void> {
    const bytes = await worker.getHeapStatistics().then(
      (statistics) => statistics.total_heap_size + statistics.external_memory,
      // It has ended.
      () => 0,
    );
    if (asked !== this.#asked) return;
    if (bytes > smallBytes) this.#end(worker);
    else this.#idle = setTimeout(() => this.#end(worker), idleMilliseconds - soonMilliseconds).unref();
  }

  #start(): Worker {
    const worker = new Worker(program, {
      // A small nursery keeps the memory of threads that read thousands of small books small too.
      resourceLimits: { maxOldGenerationSizeMb: limits.parseMegabytes, maxYoungGenerationSizeMb: 16 },
      // Of no use to a parser, and not for the eyes of what parses strangers' files.
      env: {},
      execArgv: [],
    });
    worker.once('exit', () => this.#forget(worker));
    this.#worker = worker;
    return worker;
  }

  #answer(worker: Worker, request: ParseRequest, seconds: number): Promise<ParseAnswer> {
    return new Promise<ParseAnswer>((resolve, reject) => {
      const settle = () => {
        clearTimeout(late);
        endWatch();
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
        worker.once('exit', () => this.#forget(worker));
        // A thread that is told to end can still fail.
        worker.on('error', () => undefined);
      };
      const refuse = (error: Error) => {
        settle();
        this.#end(worker);
        reject(error);
      };
      // Made when it is needed: an error that is never thrown costs its stack all the same.
      const tooLong = () => new AppError('unsafe_book', 'The book takes too long to read.', { seconds });
      const tooBig = () => new AppError('unsafe_book', 'The book needs too much memory to read.');
      const late = setTimeout(() => refuse(tooLong()), seconds * 1000);
      const endWatch = watchBuffers(worker, () => refuse(tooBig()));
      worker.once('message', (answer: ParseAnswer) => {
        settle();
        resolve(answer);
      });
      worker.once('error', (error) => {
        refuse(systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig() : error);
      });
      worker.once('exit', () => {
        settle();
        this.#forget(worker);
        reject(new Error('A parse worker ended before it answered.'));
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
