// The only importer of pdf.js: its document behind our limits. Its worker and everything it reads come from the client's
// own files; scripts of documents never run, forms and attached files are not opened, and WebAssembly, which the page's
// policy refuses, is not asked for.

import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import PdfWorkerThread from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';
import { BookError } from '../book.ts';
import { within } from '../layout/chapters.ts';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export type AskPassword = (again: boolean) => Promise<string | undefined>;

/** Smaller files are handed over whole; of larger ones, pieces as they are wanted. */
const wholeUpTo = 12 * 1024 * 1024;
const pieceSize = 256 * 1024;
/** A picture with more points is left out of its page. */
const mostPoints = 100_000_000;

/** What was asked of the document took longer than its limit; nothing else did. */
export class EndlessWork extends BookError {}

/** What was asked of a thread that is no more: another one may be able to do it. */
class ThreadEnded extends Error {}

export class PdfEngine {
  readonly #file: Blob;
  readonly #ask: AskPassword | undefined;
  /** Milliseconds for whatever is asked of the document; after that its thread is ended and begun anew. */
  readonly #patience: number;
  #password: string | undefined;
  #opened: Promise<PDFDocumentProxy> | undefined;
  /** Rejects when the thread is ended: what was asked of it never comes. */
  #gone = Promise.withResolvers<never>();
  #task: PDFDocumentLoadingTask | undefined;
  #thread: Worker | undefined;
  #closed = false;

  constructor(file: Blob, ask: AskPassword | undefined, patience: number) {
    this.#file = file;
    this.#ask = ask;
    this.#patience = patience;
  }

  /**
   * Does something with the document within the time limit; anew with the next document where its thread was ended on
   * account of something else. Rejects with `BookError`, with `EndlessWork` when it took too long itself.
   */
  async use<T>(work: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
    for (;;) {
      this.#opened ??= this.#open();
      const opened = this.#opened;
      const gone = this.#gone.promise;
      const document = await opened;
      try {
        return await within(this.#patience, Promise.race([work(document), gone]));
      } catch (error) {
        // Another part of the document has taken too long.
        if (error instanceof ThreadEnded) continue;
        if (!(error instanceof BookError && error.reason === 'timeout')) throw asBookError(error);
        if (this.#opened === opened) this.#end();
        throw new EndlessWork('timeout', error.message, { cause: error });
      }
    }
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  async #open(): Promise<PDFDocumentProxy> {
    if (this.#closed) throw new BookError('unsupported', 'The book has been closed.');
    const thread = new PdfWorkerThread();
    this.#thread = thread;
    const assets = new URL('pdf/', document.baseURI).href;
    const task = getDocument({
      ...(await this.#bytes()),
      worker: PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS }),
      ...(this.#password === undefined ? {} : { password: this.#password }),
      ...{ cMapUrl: `${assets}cmaps/`, standardFontDataUrl: `${assets}standard_fonts/`, wasmUrl: `${assets}wasm/` },
      ...{ useWasm: false, enableXfa: false, useSystemFonts: true, disableWorkerRendering: true },
      ...{ maxImageSize: mostPoints, verbosity: VerbosityLevel.ERRORS },
    } as Parameters<typeof getDocument>[0]);
    this.#task = task;
    const locked = Promise.withResolvers<never>();
    // Nobody may be waiting when it is refused; those who are get it from the race below.
    locked.promise.catch(() => undefined);
    let asking = false;
    task.onPassword = (answer: (password: string) => void, why: number) => {
      asking = true;
      this.#askPassword(why === PasswordResponses.INCORRECT_PASSWORD).then((password) => {
        this.#password = password;
        asking = false;
        answer(password);
      }, locked.reject);
    };
    const busy = () => !asking;
    try {
      return await Promise.race([whileBusy(task.promise, this.#patience, busy), locked.promise]);
    } catch (error) {
      this.#end();
      throw asBookError(error);
    }
  }

  async #askPassword(again: boolean): Promise<string> {
    const password = await this.#ask?.(again);
    if (password === undefined) throw new BookError('protected', 'The document is locked with a password.');
    return password;
  }

  async #bytes(): Promise<{ data: Uint8Array<ArrayBuffer> } | { range: PDFDataRangeTransport }> {
    const { size } = this.#file;
    if (size <= wholeUpTo) return { data: new Uint8Array(await this.#file.arrayBuffer()) };
    const first = new Uint8Array(await this.#file.slice(0, pieceSize).arrayBuffer());
    return { range: new FileRanges(this.#file, first), ...ranged };
  }

  #end(): void {
    const task = this.#task;
    const thread = this.#thread;
    this.#opened = undefined;
    this.#task = undefined;
    this.#thread = undefined;
    this.#gone.reject(new ThreadEnded());
    // Nobody may be waiting for this thread's answers.
    this.#gone.promise.catch(() => undefined);
    this.#gone = Promise.withResolvers<never>();
    // A thread that is stuck does not answer the farewell; it is ended either way.
    task?.destroy().catch((error: unknown) => console.warn('A document did not close by itself.', error));
    thread?.terminate();
  }
}

const ranged = { rangeChunkSize: pieceSize, disableAutoFetch: true, disableStream: true };

class FileRanges extends PDFDataRangeTransport {
  readonly #file: Blob;

  constructor(file: Blob, first: Uint8Array<ArrayBuffer>) {
    super(file.size, first);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file
      .slice(begin, end)
      .arrayBuffer()
      .then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)))
      .catch(reportError);
  }
}

/** The time limit, which does not run while somebody types a password. */
async function whileBusy<T>(work: Promise<T>, patience: number, busy: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await within(patience, work);
    } catch (error) {
      if (busy() || !(error instanceof BookError)) throw error;
    }
  }
}

function asBookError(error: unknown): unknown {
  if (error instanceof BookError) return error;
  if (error instanceof InvalidPDFException) {
    return new BookError('damaged', 'The document is damaged and cannot be mended.', { cause: error });
  }
  if (error instanceof PasswordException) {
    return new BookError('protected', 'The document is locked with a password.', { cause: error });
  }
  if (error instanceof RenderingCancelledException) return error;
  // What the library stumbles over in a file is the file's fault, whatever it is called.
  return new BookError('damaged', 'This part of the document is damaged.', { cause: error });
}
