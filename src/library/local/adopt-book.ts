// Gives what was read and marked in a local book to the account, when its file has become a book there.

import type { TextSpan } from '../../book/book.ts';
import type { FindInEdition } from '../../book/pages/find-in-edition.ts';
import type { Database } from '../../db/database.ts';
import { bookmarkIdOf } from '../../db/marks/marks.ts';
import { showsOthers } from '../../db/marks/popular.ts';
import { removeDrafts, storeDraft, thoughtDrafts } from '../../db/marks/thought-drafts.ts';
import { thoughtsOfBook } from '../../db/marks/thoughts.ts';
import { forgetUnplaced } from '../../db/marks/unplaced-marks.ts';
import type { EventBody } from '../../db/outbox/events.ts';
import { recordEvent } from '../../db/outbox/record-event.ts';
import type { Position } from '../../db/reading/positions.ts';
import { readingPace } from '../../db/reading/reading-pace.ts';
import { storeFile } from '../../db/reading/resources.ts';
import { bookNetwork } from '../../db/settings/book-network.ts';
import { pageStyleName } from '../../db/settings/page-styles.ts';
import { bookReadingSettings } from '../../db/settings/reading-settings.ts';
import { changeSetting, readSetting } from '../../db/settings/settings.ts';

/**
 * Gives marks, place and status of a local book to the account's book, and its own settings and unfinished thoughts, then
 * removes the local one. Ended between, it is done again from the start: marks have ids made of their places, and a thought
 * that has gone over goes no more. `find`: where places lie in the account's book, when that has another text.
 */
export async function adoptLocalBook(
  local: Database,
  localId: string,
  account: Database,
  bookId: string,
  find?: FindInEdition,
): Promise<void> {
  const [row, marks, thoughts, place] = await Promise.all([
    local.books.get(localId),
    local.marks.where('[bookId+chapterUid+start]').between([localId], [localId, []]).toArray(),
    thoughtsOfBook(local, localId),
    local.positions.get(localId),
  ]);
  if (!row) return;
  const bodies: EventBody[] = [];
  for (const mark of marks) {
    const moved = { ...(await inAccount(mark, find)), bookId, bookVersion: 0 };
    bodies.push({ kind: 'mark.add', mark: { ...moved, bookmarkId: bookmarkIdOf(moved) } });
  }
  const gone = new Set(
    await account.thoughts
      .where('thoughtId')
      .anyOf(thoughts.map(({ thoughtId }) => thoughtId))
      .primaryKeys(),
  );
  for (const thought of thoughts.filter(({ thoughtId }) => !gone.has(thoughtId))) {
    bodies.push({ kind: 'thought.add', thought: { ...(await inAccount(thought, find)), bookId, bookVersion: 0 } });
  }
  if (place?.mine) {
    const position = await positionInAccount(place.mine, find);
    bodies.push({ kind: 'position', bookId, bookVersion: 0, position, readingTime: 0 });
  }
  if (row.isTop) bodies.push({ kind: 'shelf.top', bookIds: [bookId], isTop: 1 });
  if (row.secret) bodies.push({ kind: 'book.secret', bookIds: [bookId], secret: 1 });
  if (row.finished) bodies.push({ kind: 'book.finished', bookIds: [bookId], finished: 1 });
  for (const body of bodies) await recordEvent(account, body, timeOf(body));
  for (const draft of await thoughtDrafts(local, localId)) {
    await storeDraft(account, bookId, { ...draft, ...(await inAccount(draft, find)) });
  }
  await takeReading(local, localId, account, bookId);
  await takeSettings(local, localId, account, bookId);
  // With another text, the account's own file is here already.
  if (!find) await takeFile(local, localId, account, bookId);
  await removeLocalBook(local, localId);
}

/** The same words in the account's book, where its text is another one. */
async function inAccount<T extends Placed>(placed: T, find: FindInEdition | undefined): Promise<T> {
  return find ? { ...placed, ...(await find(placed, placed.textQuote ?? '')) } : placed;
}

type Placed = TextSpan & { textQuote?: string };

async function positionInAccount(position: Position, find: FindInEdition | undefined): Promise<Position> {
  if (!find) return position;
  const { chapterUid, chapterOffset, textQuote = '' } = position;
  const found = await find({ chapterUid, start: chapterOffset, end: chapterOffset }, textQuote);
  return { ...position, chapterUid: found.chapterUid, chapterIdx: found.chapterUid, chapterOffset: found.start };
}

/** How the book is set, where the reader gave it settings of its own and the account has none. */
async function takeReading(local: Database, localId: string, account: Database, bookId: string): Promise<void> {
  const own = await readSetting(local, bookReadingSettings(localId));
  if (own.own) await changeSetting(account, bookReadingSettings(bookId), (before) => (before.own ? {} : own));
}

/** Names of what else the reader chose for a book on this device. */
const settingsOf = (bookId: string): string[] => [
  pageStyleName(bookId),
  ...[bookNetwork, readingPace, showsOthers].map((about) => about(bookId).name),
];

/** Where the account has nothing of the kind. */
async function takeSettings(local: Database, localId: string, account: Database, bookId: string): Promise<void> {
  const names = settingsOf(bookId);
  const [kept, there] = await Promise.all([
    local.settings.bulkGet(settingsOf(localId)),
    account.settings.bulkGet(names),
  ]);
  const rows = names.flatMap((name, n) => (kept[n] && !there[n] ? [{ name, value: kept[n].value }] : []));
  await account.settings.bulkPut(rows);
}

/** The bytes are those that were uploaded, so that nothing has to be fetched. */
async function takeFile(local: Database, localId: string, account: Database, bookId: string): Promise<void> {
  const [stored, book] = await Promise.all([local.resources.get(localId), account.books.get(bookId)]);
  if (stored && book) await storeFile(account, bookId, stored.file, book.version, stored.usedAt);
}

/** When the reader made it, so that what the account holds already is not overruled by the sign-in. */
function timeOf(body: EventBody): number | undefined {
  if (body.kind === 'mark.add') return Math.max(body.mark.editTimes.style, body.mark.editTimes.colorStyle);
  if (body.kind === 'thought.add') return Math.max(body.thought.editTimes.content, body.thought.editTimes.visibility);
  return body.kind === 'position' ? body.position.updateTime : undefined;
}

async function removeLocalBook(local: Database, localId: string): Promise<void> {
  const { books, resources, covers, positions, marks, thoughts, events, bases, settings } = local;
  const tables = [books, resources, covers, positions, marks, thoughts, events, bases, settings];
  await local.transaction('rw', tables, async () => {
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
  });
}
