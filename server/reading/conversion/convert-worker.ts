// The thread that makes one EPUB of one PDF: tells of each page, then of the end. Ended from outside when it takes too
// long, needs too much or is not wanted any more.

import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../api/errors.ts';
import { writeEpub } from '../import/edition/write-epub.ts';
import { readPdf } from '../import/pdf/read-pdf.ts';
import type { ConversionMessage, ConversionTask } from './pdf-converter.ts';

// The library complains there of what is in the files.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined;

const task = workerData as ConversionTask;
const tell = (message: ConversionMessage) => parentPort?.postMessage(message);

try {
  const { path, target, title, id, textOnly, firstPage } = task;
  const onPage = (done: number, pages: number) => tell({ kind: 'page', done, pages });
  const draft = await readPdf(path, { textOnly, firstPage, onPage });
  // A PDF that does not say its title has the one under which it was imported.
  const metadata = { ...draft.metadata, title: draft.metadata.title || title };
  await writeEpub({ ...draft, metadata }, target, id);
  tell({ kind: 'done' });
} catch (error) {
  if (error instanceof AppError) tell({ kind: 'failed', code: error.code, message: error.message });
  else if (error instanceof RangeError) {
    tell({ kind: 'failed', code: 'unsafe_book', message: 'The PDF is nested too deeply.' });
  } else throw error;
}
