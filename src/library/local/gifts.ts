// What the reader did to a local book, as events of the account's book: each with the time that decides between it and what
// the account has, and with a name by which it is known to have gone over already.

import type { TextSpan } from '../../book/book.ts';
import type { FindInEdition } from '../../book/pages/find-in-edition.ts';
import type { Database } from '../../db/database.ts';
import { bookmarkIdOf, type MarkRow } from '../../db/marks/marks.ts';
import { type ThoughtRow, thoughtsOfBook } from '../../db/marks/thoughts.ts';
import type { EventBody, ShelfEvent } from '../../db/outbox/events.ts';
import { recordEvent } from '../../db/outbox/record-event.ts';
import { unixSeconds } from '../../db/outbox/service-time.ts';
import type { Position, PositionRow } from '../../db/reading/positions.ts';
import type { BookRow } from '../../db/shelf/books.ts';

export interface Gift {
  /** Another one as soon as the reader does anything more to it. */
  name: string;
  body: EventBody;
  /** Unix seconds. */
  at: number;
}

export type Placed = TextSpan & { textQuote?: string };

/** The same words in the account's book, where its text is another one. */
export async function inAccount<T extends Placed>(placed: T, find: FindInEdition | undefined): Promise<T> {
  return find ? { ...placed, ...(await find(placed, placed.textQuote ?? '')) } : placed;
}

/** Of the local book `row`, for the account's `bookId`. */
export async function giftsOf(
  local: Database,
  row: BookRow,
  bookId: string,
  find: FindInEdition | undefined,
): Promise<Gift[]> {
  const localId = row.bookId;
  const [marks, thoughts, places] = await Promise.all([
    local.marks.where('[bookId+chapterUid+start]').between([localId], [localId, []]).toArray(),
    thoughtsOfBook(local, localId),
    local.positions.get(localId),
  ]);
  const gifts: Gift[] = [];
  for (const mark of marks) gifts.push(markGift(mark, { ...(await inAccount(mark, find)), bookId, bookVersion: 0 }));
  for (const thought of thoughts) {
    gifts.push(thoughtGift({ ...(await inAccount(thought, find)), bookId, bookVersion: 0 }));
  }
  return [...gifts, ...(await placeGifts(places, bookId, find)), ...(await standingGifts(local, row, bookId))];
}

/** Folder, pin, secrecy and whether it was finished. */
async function standingGifts(local: Database, row: BookRow, bookId: string): Promise<Gift[]> {
  const [events, folder] = await Promise.all([
    local.events.where('topic').equals('shelf').sortBy('seq'),
    local.archives.get(row.folder),
  ]);
  const lastAt = (kind: ShelfEvent['kind']) =>
    events.findLast(({ body }) => body.kind === kind && 'bookIds' in body && body.bookIds.includes(row.bookId))?.at ??
    row.addedAt;
  const gift = (body: ShelfEvent, at = lastAt(body.kind)): Gift => ({
    name: `${body.kind} ${lastAt(body.kind)}`,
    body,
    at,
  });
  // The service dates a book's pin and folder from its coming onto the shelf, which is later than what was done here.
  const now = unixSeconds();
  const bookIds: [string] = [bookId];
  return [
    ...(folder ? [gift({ kind: 'shelf.archive', archiveId: folder.archiveId, name: folder.name, bookIds }, now)] : []),
    ...(row.isTop ? [gift({ kind: 'shelf.top', bookIds, isTop: 1 }, now)] : []),
    ...(row.secret ? [gift({ kind: 'book.secret', bookIds, secret: 1 })] : []),
    ...(row.finished ? [gift({ kind: 'book.finished', bookIds, finished: 1 })] : []),
  ];
}

function markGift({ bookmarkId, editTimes }: MarkRow, mark: MarkRow): Gift {
  const { style, colorStyle } = editTimes;
  const body: EventBody = { kind: 'mark.add', mark: { ...mark, bookmarkId: bookmarkIdOf(mark) } };
  return { name: `${bookmarkId} ${mark.type} ${style} ${colorStyle}`, body, at: Math.max(style, colorStyle) };
}

function thoughtGift(thought: ThoughtRow): Gift {
  const { content, visibility } = thought.editTimes;
  const body: EventBody = { kind: 'thought.add', thought };
  return { name: `${thought.thoughtId} ${content} ${visibility}`, body, at: Math.max(content, visibility) };
}

async function placeGifts(row: PositionRow | undefined, bookId: string, find?: FindInEdition): Promise<Gift[]> {
  if (!row?.mine) return [];
  const { chapterUid, chapterOffset, updateTime } = row.mine;
  const position = await positionInAccount(row.mine, find);
  const body: EventBody = { kind: 'position', bookId, bookVersion: 0, position, readingTime: 0 };
  return [{ name: `place ${chapterUid} ${chapterOffset} ${updateTime}`, body, at: updateTime }];
}

async function positionInAccount(position: Position, find: FindInEdition | undefined): Promise<Position> {
  if (!find) return position;
  const { chapterUid, chapterOffset, textQuote = '' } = position;
  const found = await find({ chapterUid, start: chapterOffset, end: chapterOffset }, textQuote);
  return { ...position, chapterUid: found.chapterUid, chapterIdx: found.chapterUid, chapterOffset: found.start };
}

/** Records it, unless the account has something newer. Inside a transaction over `editedTables`. */
export async function give(account: Database, { body, at }: Gift): Promise<void> {
  switch (body.kind) {
    case 'shelf.archive':
      return moveToFolder(account, body, at);
    case 'thought.add':
      return giveThought(account, body.thought, at);
    case 'position':
      return givePlace(account, body.bookId, body.position, () => recordEvent(account, body, at));
    default:
      return recordEvent(account, body, at);
  }
}

/** What the account has in a folder stays there, and a folder that it knows keeps its name. */
async function moveToFolder(
  account: Database,
  body: ShelfEvent & { kind: 'shelf.archive' },
  at: number,
): Promise<void> {
  const [bookId = ''] = body.bookIds;
  if ((await account.books.get(bookId))?.folder) return;
  const known = await account.archives.get(body.archiveId);
  await recordEvent(account, { ...body, name: known?.name ?? body.name }, at);
}

/** A thought that the account has is never added to it anew: there would be two of it at the service. */
async function giveThought(account: Database, thought: ThoughtRow, at: number): Promise<void> {
  const known = await account.thoughts.get(thought.thoughtId);
  if (!known) return recordEvent(account, { kind: 'thought.add', thought }, at);
  const { content, visibility, editTimes } = thought;
  if (editTimes.content > known.editTimes.content) {
    await recordEvent(account, { kind: 'thought.change', thought: known, change: { content } }, editTimes.content);
  }
  if (editTimes.visibility > known.editTimes.visibility) {
    const body: EventBody = { kind: 'thought.change', thought: known, change: { visibility } };
    await recordEvent(account, body, editTimes.visibility);
  }
}

/** It may be the furthest though the reader was elsewhere in the account's book since; there this device stays then. */
async function givePlace(
  account: Database,
  bookId: string,
  place: Position,
  record: () => Promise<void>,
): Promise<void> {
  const mine = (await account.positions.get(bookId))?.mine;
  await record();
  if (mine && mine.updateTime > place.updateTime) await account.positions.update(bookId, { mine });
}
