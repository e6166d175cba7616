// What only this device still knows after the service was restored from a copy: it is told again, as changes with the
// times at which they were made or last known, so that whatever is newer at the service stands. Runs inside the
// transaction that absorbs the reply which told of the restoring.

import type { Database } from '../database.ts';
import type { MarkRow } from '../marks/marks.ts';
import type { ThoughtRow } from '../marks/thoughts.ts';
import type { BookRow } from '../shelf/books.ts';
import { unchanged } from './bases.ts';
import { type EventBody, type ShelfEvent, topicOf } from './events.ts';
import { keepBases } from './rebase.ts';
import { newEventId } from './record-event.ts';
import { clockOffset } from './service-time.ts';

/** As many as one request may name. */
const booksPerEvent = 200;

/** Marks of a book that the service had confirmed. Those with unsettled changes are told by these. */
export async function tellMarksAgain(database: Database, marks: readonly MarkRow[]): Promise<void> {
  for (const mark of marks) {
    if (!(await unchanged(database, 'mark', mark.bookmarkId))) continue;
    const { createTime, editTimes } = mark;
    await tell(database, { kind: 'mark.add', mark }, Math.max(createTime, editTimes.style, editTimes.colorStyle));
  }
}

/** Thoughts that the service had confirmed. */
export async function tellThoughtsAgain(database: Database, thoughts: readonly ThoughtRow[]): Promise<void> {
  for (const thought of thoughts) {
    const { content, visibility } = thought.editTimes;
    await tell(database, { kind: 'thought.add', thought }, Math.max(thought.createTime, content, visibility));
  }
}

/** Everything on the shelf as it was at `knownAt`, Unix seconds, and where this device was in each book. */
export async function tellShelfAgain(database: Database, knownAt: number): Promise<void> {
  const books = await database.books.where('[onShelf+recentRank]').between([1], [1, []]).toArray();
  const settled: BookRow[] = [];
  for (const book of books) if (await unchanged(database, 'book', book.bookId)) settled.push(book);
  for (const [addedAt, added] of Map.groupBy(settled, (book) => book.addedAt || knownAt)) {
    await tellOf(database, added, addedAt, (bookIds) => ({ kind: 'shelf.add', bookIds }));
  }
  for (const archive of await database.archives.toArray()) {
    const { archiveId, name } = archive;
    const inside = settled.filter((book) => book.folder === archiveId);
    await tellOf(database, inside, knownAt, (bookIds) => ({ kind: 'shelf.archive', archiveId, name, bookIds }));
  }
  const pinned = settled.filter((book) => book.isTop);
  await tellOf(database, pinned, knownAt, (bookIds) => ({ kind: 'shelf.top', bookIds, isTop: 1 }));
  const secret = settled.filter((book) => book.secret);
  await tellOf(database, secret, knownAt, (bookIds) => ({ kind: 'book.secret', bookIds, secret: 1 }));
  for (const { bookId } of settled.filter((book) => book.finished)) {
    await tell(database, { kind: 'book.finished', bookIds: [bookId], finished: 1 }, knownAt);
  }
  await tellPlacesAgain(database);
}

async function tellPlacesAgain(database: Database): Promise<void> {
  const books = new Map((await database.books.toArray()).map((book) => [book.bookId, book]));
  for (const { bookId, mine } of await database.positions.toArray()) {
    if (!mine) continue;
    const bookVersion = books.get(bookId)?.version ?? 0;
    const body: EventBody = { kind: 'position', bookId, bookVersion, position: mine, readingTime: 0 };
    await tell(database, body, mine.updateTime);
  }
}

async function tellOf(
  database: Database,
  books: readonly BookRow[],
  at: number,
  event: (bookIds: string[]) => ShelfEvent,
): Promise<void> {
  for (let from = 0; from < books.length; from += booksPerEvent) {
    await tell(database, event(books.slice(from, from + booksPerEvent).map(({ bookId }) => bookId)), at);
  }
}

async function tell(database: Database, body: EventBody, at: number): Promise<void> {
  const topic = topicOf(body);
  await keepBases(database, body, topic);
  await database.events.add({ id: newEventId(), at, offset: clockOffset(), topic, state: 'waiting', body });
}
