// Brings a reply of the shelf's incremental list into the store, in one transaction with its synckey. Where the
// reader changed a row that the service has not settled, the reply goes into the row's base.

import type { Database } from '../database.ts';
import { advanceBook, changeBooks } from '../outbox/apply-event.ts';
import type { BookEdits } from '../outbox/bases.ts';
import { editedTables, rebase } from '../outbox/rebase.ts';
import { unixSeconds } from '../outbox/service-time.ts';
import { tellShelfAgain } from '../outbox/tell-again.ts';
import { mergePlace, type Position } from '../reading/positions.ts';
import { archiveRow } from '../shelf/archives.ts';
import { type BookFacts, type BookRow, bookRow } from '../shelf/books.ts';
import { expectMarks } from './synckeys.ts';

export interface ShelfReply {
  synckey: number;
  clearAll: 0 | 1;
  /** The service was restored from a copy; what only this device knows is told again. */
  restored: 0 | 1;
  books: (BookFacts & Pick<BookRow, 'isTop' | 'secret' | 'finished' | 'readAt' | 'addedAt'>)[];
  places: { bookId: string; place: Position }[];
  removed: string[];
  folders: { archiveId: string; name: string; bookIds: string[]; removed: string[] }[];
  removedFolders: string[];
}

/** `settled`: events whose effect this reply (with those before it) is known to contain. */
export async function absorbShelf(database: Database, reply: ShelfReply, settled: readonly number[]): Promise<void> {
  await database.transaction('rw', [...editedTables(database), database.synckeys], async () => {
    if (reply.restored) await keepForRestored(database, reply.synckey);
    if (reply.clearAll) await clearShelf(database);
    for (const book of reply.books) await absorbBook(database, book);
    for (const { bookId, place } of reply.places) await absorbPlace(database, bookId, place);
    for (const bookId of reply.removed) await editBook(database, bookId, { onShelf: 0, isTop: 0, folder: '' });
    for (const archiveId of reply.removedFolders) await removeFolder(database, archiveId);
    for (const folder of reply.folders) await absorbFolder(database, folder);
    await database.events.bulkDelete([...settled]);
    await rebase(database, 'shelf');
    await database.synckeys.put({ name: 'shelf', synckey: reply.synckey, readAt: unixSeconds() });
  });
}

/** The marks' own lists tell which of them the service lost, so each is read again. */
async function keepForRestored(database: Database, synckey: number): Promise<void> {
  await tellShelfAgain(database, (await database.synckeys.get('shelf'))?.readAt ?? 1);
  const marked = await database.marks.orderBy('[bookId+chapterUid+start]').uniqueKeys();
  await expectMarks(database, new Set(marked.map((key) => String((key as unknown[])[0]))), synckey);
}

async function clearShelf(database: Database): Promise<void> {
  const onShelf = await database.books.where('[onShelf+recentRank]').between([1], [1, []]).primaryKeys();
  const edited = await database.bases.where('topic').equals('shelf').toArray();
  const books = edited.filter(({ kind }) => kind === 'book').map(({ id }) => id);
  for (const bookId of new Set([...onShelf, ...books])) {
    await editBook(database, bookId, { onShelf: 0, isTop: 0, folder: '' });
  }
  const shown = await database.archives.toCollection().primaryKeys();
  const folders = edited.filter(({ kind }) => kind === 'archive').map(({ id }) => id);
  for (const archiveId of new Set([...shown, ...folders])) await removeFolder(database, archiveId);
}

async function absorbBook(database: Database, book: ShelfReply['books'][number]): Promise<void> {
  const { isTop, secret, finished, addedAt, readAt, ...facts } = book;
  const known = await database.books.get(book.bookId);
  const read = { readAt: Math.max(readAt, known?.readAt ?? 0) };
  await database.books.put(bookRow({ ...known, ...facts, ...read, addedAt: known?.addedAt || addedAt }));
  await editBook(database, book.bookId, { onShelf: 1, isTop, secret, finished });
}

/** To the base where there is one, else to the row. */
async function editBook(database: Database, bookId: string, change: Partial<BookEdits>): Promise<void> {
  const base = await database.bases.get(['book', bookId]);
  if (base?.kind !== 'book') return changeBooks(database, [bookId], change);
  const nothing: BookEdits = { onShelf: 0, folder: '', isTop: 0, secret: 0, finished: 0, addedAt: 0 };
  await database.bases.put({ ...base, row: { ...nothing, ...base.row, ...change } });
}

async function absorbPlace(database: Database, bookId: string, place: Position): Promise<void> {
  const row = (await database.positions.get(bookId)) ?? { bookId };
  await database.positions.put(mergePlace(row, place, 'service'));
  await advanceBook(database, bookId, place.progress, place.updateTime);
}

async function absorbFolder(database: Database, folder: ShelfReply['folders'][number]): Promise<void> {
  const { archiveId, name, bookIds, removed } = folder;
  const row = archiveRow(archiveId, name);
  const base = await database.bases.get(['archive', archiveId]);
  if (base?.kind === 'archive') await database.bases.put({ ...base, row });
  else await database.archives.put(row);
  for (const bookId of removed) await leaveFolder(database, bookId, archiveId);
  for (const bookId of bookIds) {
    await expectBook(database, bookId);
    await editBook(database, bookId, { folder: archiveId });
  }
}

/** A book that went to another folder in the same reply stays there. */
async function leaveFolder(database: Database, bookId: string, archiveId: string): Promise<void> {
  const base = await database.bases.get(['book', bookId]);
  const folder = base?.kind === 'book' ? base.row?.folder : (await database.books.get(bookId))?.folder;
  if (folder === archiveId) await editBook(database, bookId, { folder: '' });
}

/** The folder may be told before the book is; a row without a title is on no shelf until its facts come. */
async function expectBook(database: Database, bookId: string): Promise<void> {
  if (await database.books.get(bookId)) return;
  const unknown = { bookId, title: '', author: '', cover: '', version: 0, format: 'epub', language: '' };
  await database.books.put(bookRow(unknown));
}

async function removeFolder(database: Database, archiveId: string): Promise<void> {
  const index = database.books.where('[onShelf+folder+unpinned+titleKey+bookId]');
  const shown = await index.between([1, archiveId], [1, archiveId, []]).primaryKeys();
  const expected = await database.books
    .where('[onShelf+folder+unpinned+titleKey+bookId]')
    .between([0, archiveId], [0, archiveId, []])
    .primaryKeys();
  const edited = (await database.bases.where('topic').equals('shelf').toArray()).map(({ id }) => id);
  for (const bookId of new Set([...shown, ...expected, ...edited])) await leaveFolder(database, bookId, archiveId);
  const base = await database.bases.get(['archive', archiveId]);
  if (base?.kind === 'archive') await database.bases.put({ kind: 'archive', id: archiveId, topic: base.topic });
  else await database.archives.delete(archiveId);
}
