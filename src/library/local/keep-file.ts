// Puts the files of a reader without an account onto the local shelf, where they are read from. The same files wait in the
// main process for a sign-in.

import { type Book, BookError } from '../../book/book.ts';
import type { Database } from '../../db/database.ts';
import { editedTables } from '../../db/outbox/rebase.ts';
import { recordEvent } from '../../db/outbox/record-event.ts';
import { type BookRow, bookRow, localBookId } from '../../db/shelf/books.ts';
import { booksOfSize, expectImport, localBookOf } from './imports-of-books.ts';

/** Bytes. */
const comparedAtOnce = 1 << 20;

export interface KeptBook {
  bookId: string;
  /** The same file stood on the shelf before, and nothing has changed. */
  existed: boolean;
}

/** Puts the book on the local shelf under its import, or answers what is wrong with the file. */
export async function keepLocally(
  database: Database,
  file: File,
  importId: string,
  now: number,
): Promise<KeptBook | BookError> {
  try {
    const same = await findSameFile(database, file);
    if (same?.onShelf) return { bookId: same.bookId, existed: true };
    if (same) await putBack(database, same.bookId, importId, file.size, now);
    const bookId = same?.bookId ?? (await localBookOf(database, importId)) ?? localBookId(importId);
    if (!same) await store(database, bookId, importId, file, { ...(await readContents(file)), now });
    return { bookId, existed: false };
  } catch (error) {
    if (error instanceof BookError) return error;
    throw error;
  }
}

/** Whoever reads by opening a file does so again and again. One that was removed keeps its notes, and its file. */
async function findSameFile(database: Database, file: Blob): Promise<BookRow | undefined> {
  const known = await database.books.bulkGet(await booksOfSize(database, file.size));
  const books = known.filter((row) => row !== undefined).sort((a, b) => b.onShelf - a.onShelf);
  for (const book of books) {
    const stored = await database.resources.get(book.bookId);
    if (stored && (await isSame(stored.file, file))) return book;
  }
  return undefined;
}

/** The import that brought it first was taken away along with it; this one brings it to an account. */
async function putBack(database: Database, bookId: string, importId: string, size: number, now: number): Promise<void> {
  await database.transaction('rw', [...editedTables(database), database.settings], async () => {
    await recordEvent(database, { kind: 'shelf.add', bookIds: [bookId] }, now);
    await expectImport(database, importId, { bookId, size });
  });
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  for (let at = 0; at < a.size; at += comparedAtOnce) {
    const [one, other] = await Promise.all([bytesFrom(a, at), bytesFrom(b, at)]);
    if (one.some((byte, n) => byte !== other[n])) return false;
  }
  return true;
}

async function bytesFrom(file: Blob, at: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(at, at + comparedAtOnce).arrayBuffer());
}

interface Contents {
  facts: { title: string; authors: string[]; language: string };
  /** As the service names it. */
  format: string;
  cover: Blob | undefined;
}

/** Rejects with `BookError`. */
async function readContents(file: File): Promise<Contents> {
  // Opening a book takes the whole engine, which the shelf does without.
  const { openFile } = await import('../../book/open-file.ts');
  let locked = false;
  const password = async () => {
    locked = true;
    return undefined;
  };
  try {
    const { book, kind } = await openFile(file, { password });
    try {
      return { facts: book.facts, format: kind, cover: await coverOf(book) };
    } finally {
      book.close();
    }
  } catch (error) {
    // Whoever opens it knows the password; until then only its name is known.
    if (!locked) throw error;
    const title = file.name.replace(/\.[^.]{1,12}$/, '');
    return { facts: { title, authors: [], language: '' }, format: 'pdf', cover: undefined };
  }
}

/** A broken cover is no reason to refuse the book. */
async function coverOf(book: Pick<Book, 'cover'>): Promise<Blob | undefined> {
  try {
    return await book.cover();
  } catch (error) {
    if (error instanceof BookError) return undefined;
    throw error;
  }
}

async function store(
  database: Database,
  bookId: string,
  importId: string,
  file: Blob,
  { facts, format, cover, now }: Contents & { now: number },
): Promise<void> {
  const { books, resources, covers, settings } = database;
  const made = bookRow({
    bookId,
    title: facts.title,
    author: facts.authors.join(', '),
    cover: '',
    version: 1,
    format,
    language: facts.language,
    onShelf: 1,
    addedAt: now,
    downloaded: 1,
  });
  await database.transaction('rw', [books, resources, covers, settings], async () => {
    // A book whose file was lost has its place and standing already.
    const before = await books.get(bookId);
    await books.put(before ? { ...before, downloaded: 1 } : made);
    await resources.put({ bookId, file, size: file.size, version: 1, usedAt: now });
    await covers.put(cover ? { bookId, image: cover, source: '' } : { bookId, source: '' });
    await expectImport(database, importId, { bookId, size: file.size });
  });
}
