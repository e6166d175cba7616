// After a sign-in: brings the books that were read without an account over to it, each as its import comes through, and
// what was set before.

import type { Bridge } from '../../api/ipc.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { unixSeconds } from '../db/outbox/service-time.ts';
import { removeFonts, storedFonts, storeFont } from '../db/reading/fonts.ts';
import { loadFile } from '../db/reading/load-file.ts';
import { controlSettings } from '../db/settings/control-settings.ts';
import { footerSettings } from '../db/settings/footer-settings.ts';
import { languageSetting } from '../db/settings/language-setting.ts';
import { pictureSettings } from '../db/settings/picture-settings.ts';
import { readingSettings } from '../db/settings/reading-settings.ts';
import { screenSettings } from '../db/settings/screen-settings.ts';
import { handOver, type Imports } from '../library/imports.ts';
import { adoptLocalBook, isKnown } from '../library/local/adopt-book.ts';
import { expectImport, forgottenBooks, localBookOf } from '../library/local/imports-of-books.ts';
import { call } from './bridge.ts';
import { openEditionOf } from './edition-of-document.ts';

/** The account name under which a reader without one works; the main process uses the same. */
export const localAccount = 'local';

/** none: the import was of no local book. later: the account has not heard of its book yet. */
export type Adoption = 'none' | 'adopted' | 'later';

/** Texts of which the service makes the chapters, and keeps them as they are; what is made here may change. */
const texts: ReadonlySet<string> = new Set(['txt', 'md', 'html']);

/** An import has become a book of the account. Rejects when a file that the service made of it cannot be had now. */
export async function adoptImport(
  account: Database,
  importId: string,
  bookId: string,
  report: (error: unknown) => void,
): Promise<Adoption> {
  return withLocal(async (local) => {
    const localId = await localBookOf(local, importId);
    if (!localId) return 'none';
    if (!(await isKnown(account, bookId))) return 'later';
    const format = (await local.books.get(localId))?.format ?? '';
    const stored = format === 'pdf' ? await local.resources.get(localId) : undefined;
    // Pages of a document are no chapters of the text that the service makes of it.
    const edition = stored && (await openEditionOf(stored.file, account, bookId, report));
    if (texts.has(format)) {
      const parts = { database: account, report, now: unixSeconds, waits: true as const };
      await loadFile(parts, bookId, () => undefined, new AbortController().signal);
    }
    try {
      const adopted = await adoptLocalBook(local, localId, account, bookId, { find: edition?.find, report });
      return adopted ? 'adopted' : 'later';
    } finally {
      edition?.close();
    }
  });
}

/** Local books whose import was lost on the way, by a crash or by hand, set out again. `imports`: the list of them. */
export async function sendForgotten(bridge: Bridge, imports: Pick<Imports, 'remove'>): Promise<void> {
  const listed = await call(bridge, 'import.list', {});
  // What this page did not hand over to its end, nobody else can complete.
  const cutOff = listed.filter(({ stage, error }) => stage === 'failed' && error?.code === 'cancelled');
  const known = listed.filter((one) => !cutOff.includes(one)).map(({ importId }) => importId);
  await withLocal(async (local) => {
    for (const { importId } of cutOff) {
      if ((await localBookOf(local, importId)) !== undefined) await imports.remove(importId);
    }
    for (const bookId of await forgottenBooks(local, known)) {
      const row = await local.resources.get(bookId);
      const book = await local.books.get(bookId);
      if (!row || !book) continue;
      const name = `${book.title.replace(/[\\/]/g, ' ').slice(0, 200) || 'book'}.${book.format}`;
      // Known before the first byte leaves: it may have become a book before its last one was answered.
      const expect = async (importId: string) => {
        try {
          await expectImport(local, importId, { bookId, size: row.file.size });
        } catch (error) {
          await call(bridge, 'import.cancel', { importId });
          throw error;
        }
      };
      await handOver(bridge, new File([row.file], name), undefined, undefined, expect);
    }
  });
}

/** What a reader sets for all books and for the device. */
const habits = [controlSettings, readingSettings, screenSettings, languageSetting, footerSettings, pictureSettings];

/** In the browser's own storage, so that no other store is opened when the client starts. */
const workedLocally = 'worked-locally';

/** What is set without an account goes over to the next one. */
export function noteLocalWork(): void {
  localStorage.setItem(workedLocally, '1');
}

/** Takes settings over of which the account has none, after work without an account. Call before they are read. */
export async function adoptHabits(account: Database): Promise<void> {
  if (localStorage.getItem(workedLocally) === null) return;
  await withLocal(async (local) => {
    const names = habits.map(({ name }) => name);
    const [own, there] = await Promise.all([local.settings.bulkGet(names), account.settings.bulkGet(names)]);
    await account.settings.bulkPut(own.flatMap((row, n) => (row && !there[n] ? [row] : [])));
  });
}

/**
 * Moves fonts and looked-up words over: no other account gets them after this one. True when fonts came. Behind the start,
 * which waits for no fonts; one that finds no room is reported, and stays where it is for another time.
 */
export async function adoptBelongings(account: Database, report: (error: unknown) => void): Promise<boolean> {
  if (localStorage.getItem(workedLocally) === null) return false;
  const { came, stayed } = await withLocal(async (local) => {
    const words = await local.lookups.toArray();
    const keys = words.map(({ word }) => word);
    await account.transaction('rw', account.lookups, async () => {
      const known = await account.lookups.bulkGet(keys);
      await account.lookups.bulkPut(words.filter((_, n) => !known[n]));
    });
    await local.lookups.bulkDelete(keys);
    const fonts = { came: 0, stayed: 0 };
    for (const { id, ...font } of await storedFonts(local)) {
      try {
        await storeFont(account, font);
        await removeFonts(local, [id]);
        fonts.came++;
      } catch (error) {
        fonts.stayed++;
        report(error);
      }
    }
    return fonts;
  });
  if (stayed === 0) localStorage.removeItem(workedLocally);
  return came > 0;
}

async function withLocal<T>(work: (local: Database) => Promise<T>): Promise<T> {
  const local = await openDatabase(localAccount);
  try {
    return await work(local);
  } finally {
    local.close();
  }
}
