// Reads the incremental lists from the service and hands each page to the store. A pull that starts after an event
// was confirmed contains its effect, so its last page settles that event.

import type { Database } from '../../db/database.ts';
import { type EventBody, type EventRow, eventsIn, marksTopic, thoughtsTopic } from '../../db/outbox/events.ts';
import type { PositionRow } from '../../db/reading/positions.ts';
import { absorbMarks } from '../../db/sync/absorb-marks.ts';
import { absorbPlaces } from '../../db/sync/absorb-place.ts';
import { absorbShelf } from '../../db/sync/absorb-shelf.ts';
import { absorbThoughts } from '../../db/sync/absorb-thoughts.ts';
import { marksWereRead, notebooksList, notebooksWereRead, staleMarks, staleSince } from '../../db/sync/synckeys.ts';
import type { Transport } from '../transport.ts';
import { marksReply, placesOf, shelfReply, thoughtsReply } from './replies.ts';

/** `removed` gets the books that went off the shelf by it, as far as that is told one by one. */
export async function pullShelf(database: Database, transport: Transport, removed = new Set<string>()): Promise<void> {
  const confirmed = await confirmedRows(database, 'shelf');
  const settled = confirmed.map(({ seq }) => seq);
  for (const { body } of confirmed) for (const bookId of removedBy(body)) removed.add(bookId);
  for (;;) {
    const synckey = await synckeyOf(database, 'shelf');
    const reply = await transport.call('GET /shelf/sync', { synckey, count: 500 });
    const last = !reply.hasMore || reply.synckey === synckey;
    await absorbShelf(database, shelfReply(reply), last ? settled : []);
    for (const bookId of reply.removed) removed.add(bookId);
    if (last) return;
  }
}

function removedBy(body: EventBody): string[] {
  if (body.kind === 'shelf.delete') return body.bookIds;
  return body.kind === 'shelf.deleteArchive' && body.removeBooks ? body.bookIds : [];
}

/** In which books notes changed, wherever that was done; their marks are read behind. */
export async function pullNotebooks(database: Database, transport: Transport): Promise<void> {
  for (;;) {
    const synckey = await synckeyOf(database, notebooksList);
    const reply = await transport.call('GET /user/notebooks', { synckey, count: 500 });
    const changed = [...reply.books.map(({ bookId }) => bookId), ...reply.removed];
    await notebooksWereRead(database, changed, reply.synckey);
    if (!reply.hasMore || reply.synckey === synckey) return;
  }
}

export async function pullMarks(database: Database, transport: Transport, bookId: string): Promise<void> {
  const topic = marksTopic(bookId);
  const settled = await confirmedEvents(database, topic);
  const stale = await staleSince(database, bookId);
  for (;;) {
    const synckey = await synckeyOf(database, topic);
    const reply = await transport.call('GET /book/bookmarklist', { bookId, synckey, count: 500 });
    const last = !reply.hasMore || reply.synckey === synckey;
    await absorbMarks(database, bookId, marksReply(reply), last ? settled : []);
    if (last) return marksWereRead(database, bookId, stale);
  }
}

/** The account's own thoughts, of all books. */
export async function pullThoughts(database: Database, transport: Transport): Promise<void> {
  const settled = await confirmedEvents(database, thoughtsTopic);
  for (;;) {
    // One that may have arrived has an id at the service that is not known here; it would come back as another thought.
    const unanswered = await eventsIn(database, 'sending').toArray();
    if (unanswered.some(({ body }) => body.kind === 'thought.add')) return;
    const synckey = await synckeyOf(database, thoughtsTopic);
    const reply = await transport.call('GET /review/list', { mine: 1, type: 1, synckey, count: 100 });
    const last = !reply.hasMore || reply.synckey === synckey;
    await absorbThoughts(database, thoughtsReply(reply), { settled: last ? settled : [], last });
    if (last) return;
  }
}

export async function pullPlaces(database: Database, transport: Transport, bookId: string): Promise<PositionRow> {
  const reply = await transport.call('GET /book/getProgress', { bookId });
  return absorbPlaces(database, bookId, placesOf(reply));
}

/** Books whose marks are to be read: those with confirmed changes first, then those that changed elsewhere. */
export async function booksToRead(database: Database, limit: number): Promise<string[]> {
  const prefix = marksTopic('');
  const topics = await database.events.where('topic').startsWith(prefix).toArray();
  const confirmed = topics.filter(({ state }) => state === 'sent').map(({ topic }) => topic.slice(prefix.length));
  return [...new Set([...confirmed, ...(await staleMarks(database, limit))])].slice(0, limit);
}

async function confirmedEvents(database: Database, topic: string): Promise<number[]> {
  return (await confirmedRows(database, topic)).map(({ seq }) => seq);
}

async function confirmedRows(database: Database, topic: string): Promise<EventRow[]> {
  const events = await database.events.where('topic').equals(topic).toArray();
  return events.filter(({ state }) => state === 'sent');
}

async function synckeyOf(database: Database, name: string): Promise<number> {
  return (await database.synckeys.get(name))?.synckey ?? 0;
}
