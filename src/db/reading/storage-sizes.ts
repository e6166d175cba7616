// How many bytes each kind of what is kept takes. Sums of what the rows say of themselves.

import type { Database } from '../database.ts';
import { storedFonts } from './fonts.ts';
import type { StoredBook } from './stored-books.ts';

/** Bytes, unless it is a count. */
export interface StorageSizes {
  books: number;
  bookCount: number;
  originals: number;
  fonts: number;
  dictionaries: number;
  /** Covers, and pictures as the panel shows them. */
  pictures: number;
}

export async function storageSizes(database: Database, stored: readonly StoredBook[]): Promise<StorageSizes> {
  const [fonts, dictionaries, covers, panelPictures] = await Promise.all([
    storedFonts(database),
    database.dictionaries.toArray(),
    coverBytes(database),
    database.panelPictures.orderBy('[usedAt+bytes]').keys() as Promise<unknown> as Promise<[number, number][]>,
  ]);
  return {
    books: sum(stored.map(({ bytes }) => bytes)),
    bookCount: stored.length,
    originals: sum(stored.map(({ originalBytes }) => originalBytes)),
    fonts: sum(fonts.map(({ size }) => size)),
    dictionaries: sum(dictionaries.map(({ size }) => size)),
    pictures: covers + sum(panelPictures.map(([, bytes]) => bytes)),
  };
}

async function coverBytes({ covers }: Database): Promise<number> {
  let bytes = 0;
  await covers.each(({ image }) => {
    bytes += image?.size ?? 0;
  });
  return bytes;
}

const sum = (bytes: readonly number[]) => bytes.reduce((all, more) => all + more, 0);
