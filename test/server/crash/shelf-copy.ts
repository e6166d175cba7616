// Another device of the same reader, which only listens: it keeps a copy of the shelf and of all marks by incremental
// sync while the service is killed, and must end with what the service has.

import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Writer } from './writer.ts';

export class ShelfCopy {
  readonly #writer: Writer;
  readonly books = new Set<string>();
  readonly progress = new Map<string, number>();
  readonly marks = new Map<string, Map<string, number>>();
  #shelfKey = 0;
  readonly #markKeys = new Map<string, number>();

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async follow(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      await this.sync();
      await wait(100);
    }
  }

  async sync(): Promise<void> {
    for (let more = true; more; ) {
      const changes = await this.#writer.call('GET /shelf/sync', { synckey: this.#shelfKey, count: 7 });
      expect(changes.synckey >= this.#shelfKey || changes.clearAll === 1, 'the shelf goes forward').toBe(true);
      if (changes.clearAll) {
        expect(this.#shelfKey, 'nothing starts over without a reason').toBe(0);
        this.books.clear();
        this.progress.clear();
      }
      for (const book of changes.books) this.books.add(book.bookId);
      for (const bookId of changes.removed) this.books.delete(bookId);
      for (const place of changes.bookProgress) this.progress.set(place.bookId, place.chapterOffset);
      this.#shelfKey = changes.synckey;
      more = changes.hasMore === 1;
    }
    for (const bookId of this.#writer.books.values()) await this.#syncMarks(bookId);
  }

  async #syncMarks(bookId: string): Promise<void> {
    const marks = this.marks.get(bookId) ?? new Map<string, number>();
    this.marks.set(bookId, marks);
    for (let more = true; more; ) {
      const synckey = this.#markKeys.get(bookId) ?? 0;
      const changes = await this.#writer.call('GET /book/bookmarklist', { bookId, synckey, count: 7 });
      if (changes.clearAll) expect(synckey, 'nothing starts over without a reason').toBe(0);
      for (const mark of changes.updated) marks.set(mark.bookmarkId, mark.style ?? 0);
      for (const bookmarkId of changes.removed) marks.delete(bookmarkId);
      this.#markKeys.set(bookId, changes.synckey);
      more = changes.hasMore === 1;
    }
  }
}
