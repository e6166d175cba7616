// After a sign-in: brings the books that were read without an account over to it, each as its import comes through.

import type { Bridge } from '../../api/ipc.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { handOver } from '../library/imports.ts';
import { adoptLocalBook } from '../library/local/adopt-book.ts';
import { expectImport, forgottenBooks, localBookOf } from '../library/local/imports-of-books.ts';
import { call } from './bridge.ts';
import { openEditionOf } from './edition-of-document.ts';

/** The account name under which a reader without one works; the main process uses the same. */
export const localAccount = 'local';

/** An import has become a book of the account. True when a local book went over with it. */
export async function adoptImport(
  account: Database,
  importId: string,
  bookId: string,
  report: (error: unknown) => void,
): Promise<boolean> {
  return withLocal(async (local) => {
    const localId = await localBookOf(local, importId);
    if (!localId) return false;
    const row = await local.books.get(localId);
    const stored = row?.format === 'pdf' ? await local.resources.get(localId) : undefined;
    // Pages of a document are no chapters of the text that the service makes of it.
    const edition = stored && (await openEditionOf(stored.file, account, bookId, report));
    try {
      await adoptLocalBook(local, localId, account, bookId, edition?.find);
    } finally {
      edition?.close();
    }
    return true;
  });
}

/** Local books whose import was lost on the way, by a crash or by hand, set out again. */
export async function sendForgotten(bridge: Bridge): Promise<void> {
  const known = (await call(bridge, 'import.list', {})).map(({ importId }) => importId);
  await withLocal(async (local) => {
    for (const bookId of await forgottenBooks(local, known)) {
      const row = await local.resources.get(bookId);
      const book = await local.books.get(bookId);
      if (!row || !book) continue;
      const name = `${book.title.replace(/[\\/]/g, ' ').slice(0, 200) || 'book'}.${book.format}`;
      const importId = await handOver(bridge, new File([row.file], name));
      if (importId) await expectImport(local, importId, { bookId, size: row.file.size });
    }
  });
}

async function withLocal<T>(work: (local: Database) => Promise<T>): Promise<T> {
  const local = await openDatabase(localAccount);
  try {
    return await work(local);
  } finally {
    local.close();
  }
}
