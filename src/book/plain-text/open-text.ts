// Opens plain text, Markdown and single web pages: the same edition is made of them as the service makes, and read by
// the engine for EPUB. Places in one are places in the other.

import { type Book, BookError } from '../book.ts';
import { within } from '../layout/chapters.ts';
import { type OpenOptions, openArchive } from '../open-book.ts';
import { memoryArchive } from './memory-archive.ts';
import type { TextReply, TextRequest } from './text-worker.ts';

export type TextKind = TextRequest['kind'];

/** Far beyond any book, and little enough to be held several times over. */
const longest = 128 * 1024 * 1024;
/** Milliseconds; the largest real texts take a few seconds on a slow tablet. */
const patience = 60_000;

/** `name`: the file's own, which is the title of a text that does not say another. */
export async function openText(file: Blob, kind: TextKind, name: string, options: OpenOptions = {}): Promise<Book> {
  if (file.size > longest) throw new BookError('unsupported', 'The text is too long to be read here.');
  const draft = await makeDraft({ kind, bytes: new Uint8Array(await file.arrayBuffer()), longest });
  if (!draft) throw new BookError('unsupported', 'The text unpacks to more than can be read here.');
  draft.metadata.title ||= name.replace(/\.[^.]{1,12}$/, '');
  return openArchive(memoryArchive({ ...draft, files: [] }, ''), options);
}

async function makeDraft(request: TextRequest): Promise<TextReply> {
  const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<TextReply>();
  worker.onmessage = ({ data }: MessageEvent<TextReply>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new BookError('damaged', 'The text cannot be read.', { cause: event.message }));
  };
  try {
    worker.postMessage(request, [request.bytes.buffer]);
    return await within(patience, promise);
  } finally {
    worker.terminate();
  }
}
