// A thread that reads books: takes a path, answers its checksums and the parsed book, or the code of the refusal. A hostile
// book can keep it busy or use up its memory; the service goes on beside it.

import { createHash, hash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../api/errors.ts';
import { drawForPanel } from '../delivery/panel/draw-for-panel.ts';
import { prepareBook } from '../delivery/prepare/prepare-book.ts';
import type { Checksums, ParseAnswer, ParseRequest, ReadFile } from './book-parser.ts';
import { type ParsedFile, parseBook, parseSmallEpub } from './parse-book.ts';

/** Smaller files are read at once. */
const atOnce = 4 * 1024 * 1024;

// Libraries complain there of what is in the books.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

parentPort?.on('message', async (request: ParseRequest) => {
  const answer = await answerTo(request);
  const { bytes, cover } = (answer.ok && 'book' in answer && answer.book) || {};
  parentPort?.postMessage(
    answer,
    [bytes, cover?.bytes].flatMap((each) => each?.buffer ?? []),
  );
});

async function answerTo(request: ParseRequest): Promise<ParseAnswer> {
  try {
    if (request.kind === 'read') return { ok: true, ...(await readFile(request)) };
    if (request.kind === 'prepare') return { ok: true, prepared: await prepareBook(request.path, request.target) };
    if (request.kind === 'panel') return { ok: true, picture: await drawForPanel(request) };
    return { ok: true, book: await parseBook(request.path, request) };
  } catch (error) {
    if (error instanceof AppError) {
      return { ok: false, code: error.code, message: error.message, details: error.details };
    }
    // Nested more deeply than the stack, or longer than a string can be: no book is.
    if (error instanceof RangeError) {
      return { ok: false, code: 'unsafe_book', message: 'The book is nested too deeply.', details: undefined };
    }
    throw error;
  }
}

type ReadRequest = Extract<ParseRequest, { kind: 'read' }>;

async function readFile({ path, size, fileName, sidecar }: ReadRequest): Promise<ReadFile> {
  if (size > atOnce) return { checksums: await checksumsOf(path), book: undefined };
  const bytes = readFileSync(path);
  const checksums = { sha256: hash('sha256', bytes), md5: hash('md5', bytes), size: bytes.length };
  return { checksums, book: await parseAtOnce(bytes, { fileName, ...(sidecar ? { sidecar } : {}) }) };
}

async function parseAtOnce(
  bytes: Buffer,
  options: Parameters<typeof parseSmallEpub>[1],
): Promise<ParsedFile | undefined> {
  try {
    return await parseSmallEpub(bytes, options);
  } catch (error) {
    // Whoever wants a book of these bytes asks for it, and is told what is wrong with them.
    if (error instanceof AppError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function checksumsOf(path: string): Promise<Checksums> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    sha256.update(chunk);
    md5.update(chunk);
    size += chunk.length;
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex'), size };
}
