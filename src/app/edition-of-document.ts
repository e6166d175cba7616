// A document that was read without an account has become a book of the account, which is the text that the service made
// of it: gets that text, keeps the document beside it as its original, and says where places of the one lie in the other.

import type { Book } from '../book/book.ts';
import { openFile } from '../book/open-file.ts';
import type { FindInEdition } from '../book/pages/find-in-edition.ts';
import type { Database } from '../db/database.ts';
import { unixSeconds } from '../db/outbox/service-time.ts';
import { loadFile } from '../db/reading/load-file.ts';
import { storeOriginal } from '../db/reading/resources.ts';
import { chooseForm } from '../db/settings/shown-forms.ts';

export interface EditionOfDocument {
  find: FindInEdition;
  close(): void;
}

/** Rejects when the text cannot be had now; what was read then stays where it is. */
export async function openEditionOf(
  original: Blob,
  account: Database,
  bookId: string,
  report: (error: unknown) => void,
): Promise<EditionOfDocument> {
  const parts = { database: account, report, now: unixSeconds, waits: true as const };
  const { file, version } = await loadFile(parts, bookId, () => undefined, new AbortController().signal);
  // Where it finds no room, it is fetched when it is read.
  await storeOriginal(account, bookId, original, version).catch(report);
  await chooseForm(account, bookId, 'pages');
  const { openFindInEdition } = await import('../book/pages/find-in-edition.ts');
  const open: Book[] = [];
  const close = () => {
    for (const book of open) book.close();
  };
  try {
    for (const bytes of [original, file]) open.push((await openFile(bytes)).book);
    const [pages, edition] = open as [Book, Book];
    return { find: await openFindInEdition(pages, edition), close };
  } catch (error) {
    close();
    throw error;
  }
}
