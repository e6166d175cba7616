// Gives what was read and marked in a local book to the account, when its file has become a book there.

import type { FindInEdition } from '../../book/pages/find-in-edition.ts';
import type { Database } from '../../db/database.ts';
import { showsOthers } from '../../db/marks/popular.ts';
import {
  removeDrafts,
  sameSubject,
  storeDraft,
  type ThoughtDraft,
  thoughtDrafts,
} from '../../db/marks/thought-drafts.ts';
import { thoughtsOfBook } from '../../db/marks/thoughts.ts';
import { forgetUnplaced } from '../../db/marks/unplaced-marks.ts';
import { editedTables } from '../../db/outbox/rebase.ts';
import { readingPace } from '../../db/reading/reading-pace.ts';
import { storedFile, storeFile } from '../../db/reading/resources.ts';
import { bookNetwork } from '../../db/settings/book-network.ts';
import { pageStyleName } from '../../db/settings/page-styles.ts';
import { bookReadingSettings } from '../../db/settings/reading-settings.ts';
import { changeSetting, readSetting, type SettingRow, setting } from '../../db/settings/settings.ts';
import type { BookRow } from '../../db/shelf/books.ts';
import { type Gift, giftsOf, give, inAccount } from './gifts.ts';

export interface AdoptParts {
  /** Where places lie in the account's book, when that has another text. */
  find?: FindInEdition | undefined;
  report: (error: unknown) => void;
}

/** Files that are the account's own as they are; of others the service has made one that the account takes from there. */
const servedAsTheyAre: ReadonlySet<string> = new Set(['epub', 'cbz']);

/** Whether the account has heard of the book; only then can anything of it be kept there. */
export async function isKnown(account: Database, bookId: string): Promise<boolean> {
  const book = await account.books.get(bookId);
  // Of a book without a version, nothing but its folder was told yet.
  return book !== undefined && book.version > 0;
}

/**
 * Gives marks, place and standing of a local book to the account's book, and its own settings and unfinished thoughts, then
 * removes the local one. Ended between, it is done again: what has gone over goes no more, and what the reader did since
 * goes too. False, and nothing is done, while the account has not heard of its book.
 */
export async function adoptLocalBook(
  local: Database,
  localId: string,
  account: Database,
  bookId: string,
  { find, report }: AdoptParts,
): Promise<boolean> {
  if (!(await isKnown(account, bookId))) return false;
  for (;;) {
    const state = await stateOf(local, localId);
    const row = await local.books.get(localId);
    if (!row) return true;
    await giveAll(local, row, account, bookId, { find, report });
    // A view that is gone may have written meanwhile.
    if (await removeLocalBook(local, localId, state)) break;
  }
  await account.settings.delete(givenOf(localId).name);
  return true;
}

/** Another one after everything that the reader does. */
async function stateOf(local: Database, localId: string): Promise<string> {
  return JSON.stringify([await local.events.orderBy('seq').last(), await thoughtDrafts(local, localId)]);
}

async function giveAll(
  local: Database,
  row: BookRow,
  account: Database,
  bookId: string,
  { find, report }: AdoptParts,
): Promise<void> {
  const localId = row.bookId;
  const [gifts, drafts, reading, settings] = await Promise.all([
    giftsOf(local, row, bookId, find),
    draftsOf(local, localId, find),
    readSetting(local, bookReadingSettings(localId)),
    local.settings.bulkGet(settingsOf(localId)),
  ]);
  const given = givenOf(localId);
  // One step, so that nothing can go over twice.
  await account.transaction('rw', [...editedTables(account), account.settings], async () => {
    const before = new Set((await readSetting(account, given)).names);
    for (const gift of gifts) if (!before.has(gift.name)) await give(account, gift);
    for (const { name, draft } of drafts) if (!before.has(name)) await giveDraft(account, bookId, draft);
    const names = [...gifts, ...drafts].map(({ name }) => name);
    await changeSetting(account, given, { names: [...new Set([...before, ...names])] });
    // How the book is set, where the reader gave it settings of its own and the account has none.
    if (reading.own) await changeSetting(account, bookReadingSettings(bookId), ({ own }) => (own ? {} : reading));
    await takeSettings(account, bookId, settings);
  });
  // The service has the file: what finds no room here is fetched from there.
  if (!find && servedAsTheyAre.has(row.format)) await takeFile(local, localId, account, bookId).catch(report);
}

/** What of a local book the account has already, until all of it has gone over. */
const givenOf = (localId: string) => setting<{ names: string[] }>(`given:${localId}`, { names: [] });

interface DraftGift extends Pick<Gift, 'name'> {
  draft: ThoughtDraft;
}

async function draftsOf(local: Database, localId: string, find: FindInEdition | undefined): Promise<DraftGift[]> {
  const gifts: DraftGift[] = [];
  for (const draft of await thoughtDrafts(local, localId)) {
    gifts.push({ name: `draft ${JSON.stringify(draft)}`, draft: { ...draft, ...(await inAccount(draft, find)) } });
  }
  return gifts;
}

/** Behind what was begun about the same words in the account's book. */
async function giveDraft(account: Database, bookId: string, draft: ThoughtDraft): Promise<void> {
  const there = (await thoughtDrafts(account, bookId)).find((one) => sameSubject(one, draft));
  const content = there && there.content !== draft.content ? `${there.content}\n\n${draft.content}` : draft.content;
  await storeDraft(account, bookId, { ...draft, content });
}

/** Names of what else the reader chose for a book on this device. */
const settingsOf = (bookId: string): string[] => [
  pageStyleName(bookId),
  ...[bookNetwork, readingPace, showsOthers].map((about) => about(bookId).name),
];

/** Where the account has nothing of the kind. `kept`: in the order of `settingsOf`. */
async function takeSettings(account: Database, bookId: string, kept: (SettingRow | undefined)[]): Promise<void> {
  const names = settingsOf(bookId);
  const there = await account.settings.bulkGet(names);
  const rows = names.flatMap((name, n) => (kept[n] && !there[n] ? [{ name, value: kept[n].value }] : []));
  await account.settings.bulkPut(rows);
}

/** The bytes are those that were uploaded, so that nothing has to be fetched. */
async function takeFile(local: Database, localId: string, account: Database, bookId: string): Promise<void> {
  const [stored, book] = await Promise.all([local.resources.get(localId), account.books.get(bookId)]);
  if (!stored || !book || (await storedFile(account, bookId, book.version))) return;
  await storeFile(account, bookId, stored.file, book.version, stored.usedAt);
}

/** False, and nothing is done, when the reader did anything since `state`. */
async function removeLocalBook(local: Database, localId: string, state: string): Promise<boolean> {
  const { books, resources, covers, positions, marks, thoughts, events, bases, settings } = local;
  const tables = [books, resources, covers, positions, marks, thoughts, events, bases, settings];
  return local.transaction('rw', tables, async () => {
    if ((await stateOf(local, localId)) !== state) return false;
    const own = await marks.where('[bookId+chapterUid+start]').between([localId], [localId, []]).primaryKeys();
    const written = (await thoughtsOfBook(local, localId)).map(({ thoughtId }) => thoughtId);
    await marks.bulkDelete(own);
    await thoughts.bulkDelete(written);
    await Promise.all([books, resources, covers, positions].map((table) => table.delete(localId)));
    const names = [bookReadingSettings(localId).name, ...settingsOf(localId)];
    // Which marks are not found in the account's book is seen there, where they have other ids.
    await Promise.all([removeDrafts(local, localId), forgetUnplaced(local, localId), settings.bulkDelete(names)]);
    await bases.filter(({ id }) => id === localId || own.includes(id) || written.includes(id)).delete();
    // The account has its own events by now; those of the local shelf were never to be sent.
    await events.filter(({ body }) => JSON.stringify(body).includes(localId)).delete();
    return true;
  });
}
