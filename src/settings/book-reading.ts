// How each book is set: by the settings of all books, or by its own where the reader gave it some.

import type { Database } from '../db/database.ts';
import {
  type BookReadingSettings,
  bookReadingSettings,
  type ReadingSettings,
  readingSettings,
} from '../db/settings/reading-settings.ts';
import { type KeptSetting, keepSetting } from './kept-setting.ts';

/** What belongs to the room that is read in, not to the book. */
const shared: readonly (keyof ReadingSettings)[] = ['night', 'header'];

/** The settings of one book. */
export interface BookReading {
  /** The same object until something of it changes. */
  reading(): ReadingSettings;
  /** It has settings of its own. */
  own(): boolean;
  change(change: Partial<ReadingSettings>): Promise<void>;
  /** Gives the book settings of its own, at first those that it has; or takes them away and keeps them for another time. */
  setOwn(own: boolean): Promise<void>;
  /** As they were before anything was chosen: the book's own, or those of all. */
  reset(): Promise<void>;
}

export interface BookReadings {
  of(bookId: string): BookReading;
  /** Its own ones have been written from elsewhere. */
  reread(bookId: string): Promise<void>;
}

export interface AllReading {
  reading(): ReadingSettings;
  change(change: Partial<ReadingSettings>): Promise<void>;
}

/** How text is set before anything is chosen; light and dark are not part of it. */
export const firstReading: Partial<ReadingSettings> = without(readingSettings.initial, ['night']);

const prefix = bookReadingSettings('').name;

export async function openBookReadings(database: Database, all: AllReading): Promise<BookReadings> {
  const books = new Map<string, KeptSetting<BookReadingSettings>>();
  const keep = (bookId: string, stored: Partial<BookReadingSettings>) => {
    const setting = bookReadingSettings(bookId);
    const kept = keepSetting(database, setting, { ...setting.initial, ...stored });
    books.set(bookId, kept);
    return kept;
  };
  for (const { name, value } of await database.settings.where('name').startsWith(prefix).toArray()) {
    keep(name.slice(prefix.length), value as Partial<BookReadingSettings>);
  }
  const keptOf = (bookId: string) => books.get(bookId) ?? keep(bookId, {});
  return {
    of: (bookId) => bookReading(all, keptOf(bookId)),
    reread: (bookId) => keptOf(bookId).reread(),
  };
}

function bookReading(all: AllReading, book: KeptSetting<BookReadingSettings>): BookReading {
  let last: ReadingSettings | undefined;
  const own = () => book.value().own;
  const reading = () => {
    const now = merge(all.reading(), own() ? book.value().reading : undefined);
    if (!last || !same(last, now)) last = now;
    return last;
  };
  const changeOwn = (change: Partial<ReadingSettings>) =>
    book.change((before) => ({ reading: { ...before.reading, ...without(change, shared) } }));
  return {
    reading,
    own,
    async change(change) {
      if (!own()) return all.change(change);
      const forAll = Object.fromEntries(Object.entries(change).filter(([key]) => isShared(key)));
      if (Object.keys(forAll).length > 0) await all.change(forAll);
      if (Object.keys(forAll).length < Object.keys(change).length) await changeOwn(change);
    },
    async setOwn(wanted) {
      const shown = without(reading(), shared);
      await book.change((before) => {
        const first = Object.keys(before.reading).length === 0;
        return { own: wanted, reading: wanted && first ? shown : before.reading };
      });
    },
    async reset() {
      if (own()) await book.change({ reading: without(readingSettings.initial, shared) });
      else await all.change(firstReading);
    },
  };
}

function merge(all: ReadingSettings, own: Partial<ReadingSettings> | undefined): ReadingSettings {
  return own ? { ...all, ...without(own, shared) } : all;
}

function isShared(key: string): boolean {
  return (shared as readonly string[]).includes(key);
}

function without<T extends object>(value: T, keys: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) as Partial<T>;
}

function same(a: ReadingSettings, b: ReadingSettings): boolean {
  return (Object.keys(b) as (keyof ReadingSettings)[]).every((key) => a[key] === b[key]);
}
