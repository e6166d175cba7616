// Opens a book's file; where the service has the book in two forms, in the one that the reader chose. Pages that cannot
// be had now give way to the text.

import type { Book } from '../../book/book.ts';
import { type OpenFileOptions, openFile } from '../../book/open-file.ts';
import { type LoadedFile, type LoadParts, loadOriginal } from '../../db/reading/load-file.ts';
import { type ShownForm, shownForm } from '../../db/settings/shown-forms.ts';

export interface OpenedForm {
  book: Book;
  /** Absent where there is only one. */
  form: ShownForm | undefined;
}

export interface FormParts extends LoadParts {
  bookId: string;
  /** Of what was imported; empty where the account does not know the book. */
  format: string;
  signal: AbortSignal;
  onProgress: (tenths: number) => void;
}

/** Formats whose pages say more than the text that was made of them. */
export const drawnFormats: ReadonlySet<string> = new Set(['pdf', 'cbz']);

/** Rejects with `BookError`. */
export async function openForm(
  parts: FormParts,
  { file, version }: LoadedFile,
  options: OpenFileOptions,
): Promise<OpenedForm> {
  const { database, bookId, format, report, signal } = parts;
  const { book, kind } = await openFile(file, options);
  if (kind !== 'epub' || !drawnFormats.has(format)) return { book, form: undefined };
  if ((await shownForm(database, bookId)) === 'text') return { book, form: 'text' };
  try {
    const original = await loadOriginal(parts, bookId, version, parts.onProgress, signal);
    return { book: await onPages(original, book, options), form: 'pages' };
  } catch (error) {
    if (signal.aborted) {
      book.close();
      throw error;
    }
    report(error);
    return { book, form: 'text' };
  }
}

async function onPages(original: Blob, edition: Book, options: OpenFileOptions): Promise<Book> {
  const { book: pages, kind } = await openFile(original, options);
  // Every picture of a comic is a chapter of its own: places are the same.
  if (kind === 'cbz' && pages.sections.length === edition.sections.length) {
    edition.close();
    return pages;
  }
  try {
    const { withEditionPlaces } = await import('../../book/pages/pages-of-edition.ts');
    return await withEditionPlaces(pages, edition);
  } catch (error) {
    pages.close();
    throw error;
  }
}
