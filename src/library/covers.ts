// Covers for one page of the shelf: stored ones at once, missing ones fetched together. Holds the object URLs of the
// page that is shown and frees those of the page before.

import type { Database } from '../db/database.ts';
import type { BookRow } from '../db/shelf/books.ts';
import type { CoverRow } from '../db/shelf/covers.ts';

/** The cover of a book as the host serves it; `undefined` when it has none. Throws when it cannot be reached. */
export type FetchCover = (bookId: string) => Promise<Blob | undefined>;

/** A cover as the screen shows it best, at a size in CSS pixels; the same image where that is no other. */
export type PrepareCover = (name: string, image: Blob, size: CoverSize) => Promise<Blob>;

export interface CoverSize {
  width: number;
  height: number;
}

export interface PageCovers {
  /**
   * What is stored, as object URLs, for covers of that size; those of the page before are freed. `undefined`, and nothing
   * is freed, when `isWanted` has come to deny it.
   */
  stored(
    books: readonly BookRow[],
    size: CoverSize,
    isWanted?: () => boolean,
  ): Promise<ReadonlyMap<string, string> | undefined>;
  /** Fetches what is missing or outdated and stores it; true when something new came. */
  complete(books: readonly BookRow[]): Promise<boolean>;
}

const asItIs: PrepareCover = async (_name, image) => image;

export function pageCovers(database: Database, fetchCover: FetchCover, prepare: PrepareCover = asItIs): PageCovers {
  let urls = new Map<string, { image: Blob; url: string }>();
  const nameOf = ({ bookId, source }: CoverRow) => `cover ${bookId} ${source}`;
  return {
    async stored(books, size, isWanted = () => true) {
      const keyOf = (row: CoverRow) => `${nameOf(row)} ${size.width}×${size.height}`;
      const rows = await database.covers.bulkGet(books.map(({ bookId }) => bookId));
      const next = new Map<string, { image: Blob; url: string }>();
      const shown = new Map<string, string>();
      const images = await Promise.all(
        rows.map(async (row) => {
          if (!row?.image) return undefined;
          return urls.get(keyOf(row))?.image ?? prepare(nameOf(row), row.image, size);
        }),
      );
      if (!isWanted()) return undefined;
      for (const [index, book] of books.entries()) {
        const row = rows[index];
        if (!row) continue;
        const image = images[index];
        if (!image) shown.set(book.bookId, '');
        else {
          const known = urls.get(keyOf(row)) ?? { image, url: URL.createObjectURL(image) };
          next.set(keyOf(row), known);
          shown.set(book.bookId, known.url);
        }
      }
      for (const [key, { url }] of urls) if (!next.has(key)) URL.revokeObjectURL(url);
      urls = next;
      return shown;
    },
    async complete(books) {
      const rows = await database.covers.bulkGet(books.map(({ bookId }) => bookId));
      const missing = books.filter((book, index) => book.cover !== '' && rows[index]?.source !== book.cover);
      const fetched = await Promise.allSettled(
        missing.map(async ({ bookId, cover }) => {
          const image = await fetchCover(bookId);
          await database.covers.put(image ? { bookId, image, source: cover } : { bookId, source: cover });
        }),
      );
      // What failed stays missing and is tried again when the page is shown next.
      return fetched.some(({ status }) => status === 'fulfilled');
    },
  };
}
