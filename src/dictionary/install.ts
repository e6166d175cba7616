// Installs a dictionary from its files: sorted in a worker, written page by page, and usable only once all of it is
// there. Ended between, it is removed at the next start.

import type { Database } from '../db/database.ts';
import { addDictionaryPages, beginDictionary, finishDictionary, removeDictionary } from '../db/reading/dictionaries.ts';
import { DictionaryError } from './dictionary-error.ts';
import type { DictionaryFiles } from './dictionary-files.ts';
import type { IndexReply } from './index-worker.ts';
import { readFacts } from './read-facts.ts';
import { type IndexPage, type IndexSource, indexLimits } from './read-index.ts';

export interface InstallOptions {
  /** Unix seconds. */
  now: number;
  /** 0–10. */
  onProgress: (tenths: number) => void;
  /** Told before anything is written. */
  onBegin: (dictionaryId: string) => void;
}

/** Throws `DictionaryError`; nothing is left then. */
export async function installDictionary(database: Database, files: DictionaryFiles, options: InstallOptions) {
  const { name, bits, types } = readFacts(files.facts);
  const size = files.index.size + files.text.size + (files.synonyms?.size ?? 0);
  if (files.index.size > indexLimits.bytes) throw new DictionaryError('tooLarge', 'The index is too large.');
  const dictionaryId = crypto.randomUUID();
  const source: IndexSource = {
    index: await bytesOf(files.index),
    synonyms: files.synonyms && (await bytesOf(files.synonyms)),
    bits,
    textSize: files.text.size,
  };
  options.onBegin(dictionaryId);
  try {
    await beginDictionary(database, { dictionaryId, name, types, size, words: 0, addedAt: options.now });
    const words = await writePages(database, dictionaryId, source, options.onProgress);
    await finishDictionary(database, dictionaryId, { words, text: files.text });
    options.onProgress(10);
  } catch (error) {
    await removeDictionary(database, dictionaryId);
    if (error instanceof DictionaryError) throw error;
    throw new DictionaryError('full', 'The dictionary could not be stored.', { cause: error });
  }
}

async function writePages(
  database: Database,
  dictionaryId: string,
  source: IndexSource,
  onProgress: (tenths: number) => void,
): Promise<number> {
  let words = 0;
  let shown = 0;
  // An entry takes some twenty bytes of the index; near enough for a bar of ten steps.
  const expected = Math.max(1, source.index.length / 20);
  for await (const pages of sortedPages(source)) {
    await addDictionaryPages(
      database,
      pages.map((page) => ({ ...page, dictionaryId })),
    );
    words += pages.reduce((sum, { places }) => sum + places.length / 2, 0);
    const tenths = Math.min(9, Math.floor((words / expected) * 10));
    if (tenths > shown) {
      shown = tenths;
      onProgress(tenths);
    }
  }
  return words;
}

async function* sortedPages(source: IndexSource): AsyncGenerator<IndexPage[]> {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' });
  const replies: IndexReply[] = [];
  let wake: (() => void) | undefined;
  const put = (reply: IndexReply) => {
    replies.push(reply);
    wake?.();
  };
  worker.onmessage = ({ data }: MessageEvent<IndexReply>) => put(data);
  worker.onerror = (event) => {
    event.preventDefault();
    put({ problem: 'tooLarge', message: 'The dictionary needs more memory than there is.' });
  };
  const transfer = [source.index.buffer, ...(source.synonyms ? [source.synonyms.buffer] : [])];
  worker.postMessage(source, transfer as ArrayBuffer[]);
  try {
    for (;;) {
      const reply = replies.shift();
      if (!reply) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if ('problem' in reply) throw new DictionaryError(reply.problem, reply.message);
      yield reply.pages;
      if (reply.last) return;
    }
  } finally {
    worker.terminate();
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}
