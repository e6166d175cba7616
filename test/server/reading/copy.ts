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

/** The caller's own reviews, by synckey. */
export class ReviewCopy {
  synckey = 0;
  readonly reviews = new Map<string, unknown>();

  async sync(client: Client, count: number, lost = false): Promise<boolean> {
    const params = { mine: 1 as const, count: Math.min(count, 100), synckey: this.synckey };
    const page = await client.call('GET /review/list', params);
    if (lost) return true;
    if (page.clearAll) this.reviews.clear();
    for (const entry of page.reviews) this.reviews.set(entry.reviewId, entry);
    for (const reviewId of page.removed) this.reviews.delete(reviewId);
    this.synckey = page.synckey;
    return page.hasMore === 1;
  }

  state(): object {
    return sorted(this.reviews);
  }
}

/** Whether a list that begins with pages newest first, and goes on with changes, has more to ask for. */
interface Paged {
  synckey: number;
  clearAll: 0 | 1;
  hasMore: 0 | 1;
  maxIdx: number;
}

/** The common way of such lists: the first page's synckey is kept while the other pages come. */
abstract class PagedCopy<P extends Paged> {
  synckey = 0;
  protected readonly entries = new Map<string, unknown>();
  #maxIdx = 0;

  protected abstract ask(client: Client, asked: { count: number; synckey: number; maxIdx?: number }): Promise<P>;
  protected abstract apply(page: P): void;

  async sync(client: Client, count: number, lost = false): Promise<boolean> {
    if (this.synckey === 0) this.#maxIdx = 0;
    const paging = this.#maxIdx > 0 ? { maxIdx: this.#maxIdx } : {};
    const page = await this.ask(client, { count: Math.min(count, 100), synckey: this.synckey, ...paging });
    if (lost) return true;
    if (page.clearAll) this.entries.clear();
    this.apply(page);
    this.synckey = page.synckey;
    this.#maxIdx = page.hasMore && page.maxIdx > 0 ? page.maxIdx : 0;
    // Behind the last page there may be changes of the pages before.
    return page.hasMore === 1 || 'maxIdx' in paging;
  }

  state(): object {
    return sorted(this.entries);
  }
}

/** What readers wrote about a book. */
export class BookReviewsCopy extends PagedCopy<ReplyOf<'GET /review/list'>> {
  readonly #bookId: string;

  constructor(bookId: string) {
    super();
    this.#bookId = bookId;
  }

  protected ask(client: Client, asked: { count: number; synckey: number; maxIdx?: number }) {
    return client.call('GET /review/list', { bookId: this.#bookId, listType: 3, ...asked });
  }

  protected apply(page: ReplyOf<'GET /review/list'>): void {
    for (const entry of page.reviews) this.entries.set(entry.reviewId, entry);
    for (const reviewId of page.removed) this.entries.delete(reviewId);
  }
}

export class AllNotesCopy extends PagedCopy<ReplyOf<'GET /user/allNotes'>> {
  protected ask(client: Client, asked: { count: number; synckey: number; maxIdx?: number }) {
    return client.call('GET /user/allNotes', asked);
  }

  protected apply(page: ReplyOf<'GET /user/allNotes'>): void {
    for (const note of page.notes) this.entries.set(note.noteId, note);
    for (const noteId of page.removed) this.entries.delete(noteId);
  }
}

export class NotebooksCopy {
  synckey = 0;
  readonly books = new Map<string, unknown>();
  counted = 0;

  async sync(client: Client, count: number, lost = false): Promise<boolean> {
    const page = await client.call('GET /user/notebooks', { count, synckey: this.synckey });
    if (lost) return true;
    if (page.clearAll) this.books.clear();
    for (const book of page.books) this.books.set(book.bookId, book);
    for (const bookId of page.removed) this.books.delete(bookId);
    this.counted = page.totalNoteCount;
    this.synckey = page.synckey;
    return page.hasMore === 1;
  }

  state(): object {
    return { books: sorted(this.books), counted: this.counted };
  }
}

function sorted(map: Map<string, unknown>): object {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
