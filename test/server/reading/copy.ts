// A client's copy of a shelf and of a book's marks, kept by synckey as the contract says, and nothing else.

import type { ReplyOf } from '../../../api/catalog.ts';
import type { Client } from './house.ts';

export class ShelfCopy {
  synckey = 0;
  readonly books = new Map<string, unknown>();
  readonly progress = new Map<string, unknown>();
  readonly folders = new Map<string, string>();
  /** bookId → folder. */
  readonly places = new Map<string, string>();
  counted = 0;

  /** Asks for one page; a `lost` reply is not seen. Answers whether more follows. */
  async sync(client: Client, count: number, lost = false): Promise<boolean> {
    const params = this.synckey === 0 ? { count } : { count, synckey: this.synckey };
    const page = await client.call('GET /shelf/sync', params);
    if (lost) return true;
    this.#apply(page);
    return page.hasMore === 1;
  }

  #apply(page: ReplyOf<'GET /shelf/sync'>): void {
    if (page.clearAll) for (const part of [this.books, this.progress, this.folders, this.places]) part.clear();
    for (const book of page.books) this.books.set(book.bookId, book);
    for (const row of page.bookProgress) this.progress.set(row.bookId, row);
    for (const bookId of page.removed) {
      this.books.delete(bookId);
      this.places.delete(bookId);
    }
    for (const folder of page.archive) {
      this.folders.set(folder.archiveId, folder.name);
      for (const bookId of folder.removed) {
        if (this.places.get(bookId) === folder.archiveId) this.places.delete(bookId);
      }
    }
    for (const folder of page.archive) for (const bookId of folder.bookIds) this.places.set(bookId, folder.archiveId);
    for (const archiveId of page.removedArchive) {
      this.folders.delete(archiveId);
      for (const [bookId, place] of this.places) if (place === archiveId) this.places.delete(bookId);
    }
    this.counted = page.bookCount;
    this.synckey = page.synckey;
  }

  state(): object {
    const parts = { books: this.books, progress: this.progress, folders: this.folders, places: this.places };
    return Object.fromEntries(Object.entries(parts).map(([name, map]) => [name, sorted(map)]));
  }
}

export class MarkCopy {
  synckey = 0;
  readonly marks = new Map<string, unknown>();
  readonly #bookId: string;

  constructor(bookId: string) {
    this.#bookId = bookId;
  }

  async sync(client: Client, count: number, lost = false): Promise<boolean> {
    const params = { bookId: this.#bookId, count, ...(this.synckey === 0 ? {} : { synckey: this.synckey }) };
    const page = await client.call('GET /book/bookmarklist', params);
    if (lost) return true;
    if (page.clearAll) this.marks.clear();
    for (const mark of page.updated) this.marks.set(mark.bookmarkId, mark);
    for (const bookmarkId of page.removed) this.marks.delete(bookmarkId);
    this.synckey = page.synckey;
    return page.hasMore === 1;
  }

  state(): object {
    return sorted(this.marks);
  }
}

function sorted(map: Map<string, unknown>): object {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
