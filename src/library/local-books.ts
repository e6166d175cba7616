// Books of a reader without an account: read from their own files and kept on this device. The same files wait in the
// main process for a sign-in; what was read and marked meanwhile then goes over to the account.

import { type Book, BookError, type TextSpan } from '../book/book.ts';
import type { FindInEdition } from '../book/pages/find-in-edition.ts';
import type { Database } from '../db/database.ts';
import { bookmarkIdOf } from '../db/marks/marks.ts';
import { thoughtsOfBook } from '../db/marks/thoughts.ts';
import type { EventBody } from '../db/outbox/events.ts';
import { recordEvent } from '../db/outbox/record-event.ts';
import type { Position } from '../db/reading/positions.ts';
import { storeFile } from '../db/reading/resources.ts';
import { bookRow } from '../db/shelf/books.ts';

const idOf = (importId: string): string => `local_${importId}`;
const mappingOf = (importId: string): string => `import ${importId}`;

/** Which local book an import has become. */
interface Mapping {
  bookId: string;
  /** Of its file, in bytes; absent in what older versions have written. */
  size?: number;
}

/** Bytes. */
const comparedAtOnce = 1 << 20;

export interface KeptBook {
  bookId: string;
  /** The same file stood on the shelf before, and nothing has changed. */
  existed: boolean;
}

/** Puts the book on the local shelf under its import, or answers what is wrong with the file. */
export async function keepLocally(
  database: Database,
  file: File,
  importId: string,
  now: number,
): Promise<KeptBook | BookError> {
  try {
    const same = await findSameFile(database, file);
    if (same !== undefined) return { bookId: same, existed: true };
    const bookId = idOf(importId);
    const contents = await readContents(file);
    await store(database, bookId, importId, file, { ...contents, now });
    return { bookId, existed: false };
  } catch (error) {
    if (error instanceof BookError) return error;
    throw error;
  }
}

/** Whoever reads by opening a file does so again and again. */
async function findSameFile({ books, resources, settings }: Database, file: Blob): Promise<string | undefined> {
  const mappings = await settings.where('name').startsWith(mappingOf('')).toArray();
  for (const { value } of mappings) {
    const { bookId, size } = value as Mapping;
    if (size !== undefined && size !== file.size) continue;
    const [book, stored] = await Promise.all([books.get(bookId), resources.get(bookId)]);
    if (book?.onShelf === 1 && stored && (await isSame(stored.file, file))) return bookId;
  }
  return undefined;
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  for (let at = 0; at < a.size; at += comparedAtOnce) {
    const [one, other] = await Promise.all([bytesFrom(a, at), bytesFrom(b, at)]);
    if (one.some((byte, n) => byte !== other[n])) return false;
  }
  return true;
}

async function bytesFrom(file: Blob, at: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(at, at + comparedAtOnce).arrayBuffer());
}

interface Contents {
  facts: { title: string; authors: string[]; language: string };
  /** As the service names it. */
  format: string;
  cover: Blob | undefined;
}

/** Rejects with `BookError`. */
async function readContents(file: File): Promise<Contents> {
  // Opening a book takes the whole engine, which the shelf does without.
  const { openFile } = await import('../book/open-file.ts');
  let locked = false;
  const password = async () => {
    locked = true;
    return undefined;
  };
  try {
    const { book, kind } = await openFile(file, { password });
    try {
      return { facts: book.facts, format: kind, cover: await coverOf(book) };
    } finally {
      book.close();
    }
  } catch (error) {
    // Whoever opens it knows the password; until then only its name is known.
    if (!locked) throw error;
    const title = file.name.replace(/\.[^.]{1,12}$/, '');
    return { facts: { title, authors: [], language: '' }, format: 'pdf', cover: undefined };
  }
}

/** A broken cover is no reason to refuse the book. */
async function coverOf(book: Pick<Book, 'cover'>): Promise<Blob | undefined> {
  try {
    return await book.cover();
  } catch (error) {
    if (error instanceof BookError) return undefined;
    throw error;
  }
}

async function store(
  database: Database,
  bookId: string,
  importId: string,
  file: Blob,
  { facts, format, cover, now }: Contents & { now: number },
): Promise<void> {
  const { books, resources, covers, settings } = database;
  const row = bookRow({
    bookId,
    title: facts.title,
    author: facts.authors.join(', '),
    cover: '',
    version: 1,
    format,
    language: facts.language,
    onShelf: 1,
    addedAt: now,
    downloaded: 1,
  });
  await database.transaction('rw', [books, resources, covers, settings], async () => {
    await books.put(row);
    await resources.put({ bookId, file, size: file.size, version: 1, usedAt: now });
    await covers.put(cover ? { bookId, image: cover, source: '' } : { bookId, source: '' });
    await settings.put({ name: mappingOf(importId), value: { bookId, size: file.size } satisfies Mapping });
  });
}

/** The local book that an import brought to the account, if it was one. */
export async function localBookOf(local: Database, importId: string): Promise<string | undefined> {
  const row = await local.settings.get(mappingOf(importId));
  return (row?.value as { bookId: string } | undefined)?.bookId;
}

/** Files of local books whose import the main process does not know any more. */
export async function forgottenBooks(local: Database, known: readonly string[]): Promise<string[]> {
  const mappings = await local.settings.where('name').startsWith(mappingOf('')).toArray();
  const waiting = new Set(
    mappings
      .filter(({ name }) => known.some((importId) => name === mappingOf(importId)))
      .map(({ value }) => (value as { bookId: string }).bookId),
  );
  const bookIds = await local.books.where('[onShelf+recentRank]').between([1], [1, []]).primaryKeys();
  return bookIds.filter((bookId) => !waiting.has(bookId));
}

/** A local book is on its way again, under another import. */
export async function expectImport(local: Database, importId: string, bookId: string): Promise<void> {
  await local.settings.put({ name: mappingOf(importId), value: { bookId } });
}

/**
 * Gives marks, place and status of a local book to the account's book, then removes the local one. Ended between, it
 * is done again from the start: marks have ids made of their places, and a thought that has gone over goes no more. `find`: where places lie in the
 * account's book, when that has another text.
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
  const { books, resources, covers, positions, marks, thoughts, events, bases } = local;
  await local.transaction('rw', [books, resources, covers, positions, marks, thoughts, events, bases], async () => {
    const own = await marks.where('[bookId+chapterUid+start]').between([localId], [localId, []]).primaryKeys();
    const written = (await thoughtsOfBook(local, localId)).map(({ thoughtId }) => thoughtId);
    await marks.bulkDelete(own);
    await thoughts.bulkDelete(written);
    await Promise.all([books, resources, covers, positions].map((table) => table.delete(localId)));
    await bases.filter(({ id }) => id === localId || own.includes(id) || written.includes(id)).delete();
    // The account has its own events by now; those of the local shelf were never to be sent.
    await events.filter(({ body }) => JSON.stringify(body).includes(localId)).delete();
  });
}
