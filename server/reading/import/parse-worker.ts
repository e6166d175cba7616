// The thread that parses books: takes a path, answers the parsed book or the code of the refusal. A hostile book can
// keep it busy or use up its memory; the service goes on beside it.

import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../api/errors.ts';
import type { ParseAnswer, ParseRequest } from './book-parser.ts';
import { parseEpub } from './parse-epub.ts';

parentPort?.on('message', async (request: ParseRequest) => {
  const answer = await parse(request);
  const handedOver = answer.ok && answer.book.cover ? [answer.book.cover.bytes.buffer] : [];
  parentPort?.postMessage(answer, handedOver);
});

async function parse({ path, fileName }: ParseRequest): Promise<ParseAnswer> {
  try {
    return { ok: true, book: await parseEpub(path, fileName) };
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
