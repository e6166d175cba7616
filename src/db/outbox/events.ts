// The outbox: what the reader did and the service has not settled yet, in order. Ids are made here, so that sending
// an event twice changes nothing. Nothing is dropped: what the service refuses is set aside and shown.

import type { Database } from '../database.ts';
import type { MarkChange, MarkRow } from '../marks/marks.ts';
import type { ThoughtChange, ThoughtRow } from '../marks/thoughts.ts';
import type { Position } from '../reading/positions.ts';
import type { TableSchema } from '../schema.ts';

export const eventsSchema: TableSchema = { name: 'events', stores: { 1: '++seq,&id,[state+seq],topic' } };

export type ShelfEvent =
  | { kind: 'shelf.add'; bookIds: string[] }
  | { kind: 'shelf.delete'; bookIds: string[] }
  /** Creates or renames a folder and moves books into it. An empty `archiveId` takes them out of all folders. */
  | { kind: 'shelf.archive'; archiveId: string; name: string; bookIds: string[] }
  /** `bookIds`: what was in the folder when it was deleted. */
  | { kind: 'shelf.deleteArchive'; archiveId: string; removeBooks: 0 | 1; bookIds: string[] }
  | { kind: 'shelf.top'; bookIds: string[]; isTop: 0 | 1 }
  | { kind: 'book.secret'; bookIds: string[]; secret: 0 | 1 }
  | { kind: 'book.finished'; bookIds: [string]; finished: 0 | 1 };

export type MarkEvent =
  | { kind: 'mark.add'; mark: MarkRow }
  /** `mark` as it was before, so that an edit can outlive an older deletion. */
  | { kind: 'mark.change'; mark: MarkRow; change: MarkChange }
  | { kind: 'mark.remove'; bookId: string; bookmarkId: string };

export type ThoughtEvent =
  | { kind: 'thought.add'; thought: ThoughtRow }
  /** `thought` as it was before, so that an edit can outlive an older deletion. */
  | { kind: 'thought.change'; thought: ThoughtRow; change: ThoughtChange }
  | { kind: 'thought.remove'; bookId: string; thoughtId: string };

export interface PositionEvent {
  kind: 'position';
  bookId: string;
  bookVersion: number;
  position: Position;
  /** Seconds read since the last position of this book. */
  readingTime: number;
  /** Where that was, as an IANA name; absent where nothing was read. */
  timeZone?: string;
}

export type EventBody = ShelfEvent | MarkEvent | ThoughtEvent | PositionEvent;

/**
 * waiting: may still be merged with the next one. sending: may have reached the service, so its content is fixed.
 * sent: confirmed, but its effect was not pulled yet. refused: kept for the reader to decide.
 */
export type EventState = 'waiting' | 'sending' | 'sent' | 'refused';

export interface EventRow {
  seq: number;
  id: string;
  /** Unix seconds. */
  at: number;
  /** What was added to this device's clock in the event's times; absent is 0. */
  offset?: number;
  /** The list that the event belongs to: `shelf`, `positions`, `thoughts` or `marks:{bookId}`. */
  topic: string;
  state: EventState;
  /** How often the service failed over it while it answered others. */
  failures?: number;
  body: EventBody;
  /** Why the service refused it. */
  error?: { code: string; message: string };
}

/** One list of all books, as the service keeps it. */
export const thoughtsTopic = 'thoughts';
export const marksTopic = (bookId: string): string => `marks:${bookId}`;

export function topicOf(body: EventBody): string {
  switch (body.kind) {
    case 'mark.add':
    case 'mark.change':
      return marksTopic(body.mark.bookId);
    case 'mark.remove':
      return marksTopic(body.bookId);
    case 'thought.add':
    case 'thought.change':
    case 'thought.remove':
      return thoughtsTopic;
    case 'position':
      return 'positions';
    default:
      return 'shelf';
  }
}

/** A position that was not sent yet takes in the next one of the same book: one event per book, not per page. */
export function mergedPosition(last: EventRow | undefined, body: EventBody): PositionEvent | undefined {
  if (last?.state !== 'waiting' || last.body.kind !== 'position' || body.kind !== 'position') return undefined;
  if (last.body.bookId !== body.bookId || body.position.updateTime < last.body.position.updateTime) return undefined;
  // Time is counted to the days of the zone in which it was read.
  if (last.body.readingTime > 0 && last.body.timeZone !== body.timeZone) return undefined;
  return { ...body, readingTime: last.body.readingTime + body.readingTime };
}

/** The event with its times as they are by another offset of this device's clock. */
export function atOffset(event: EventRow, offset: number): EventRow {
  const difference = offset - (event.offset ?? 0);
  if (difference === 0) return event;
  return { ...event, at: event.at + difference, offset, body: movedBody(event.body, difference) };
}

function movedBody(body: EventBody, seconds: number): EventBody {
  switch (body.kind) {
    case 'position':
      return { ...body, position: { ...body.position, updateTime: body.position.updateTime + seconds } };
    case 'mark.add': {
      const { createTime, editTimes } = body.mark;
      const moved = { style: editTimes.style + seconds, colorStyle: editTimes.colorStyle + seconds };
      return { ...body, mark: { ...body.mark, createTime: createTime + seconds, editTimes: moved } };
    }
    case 'thought.add': {
      const { createTime, editTimes } = body.thought;
      const moved = { content: editTimes.content + seconds, visibility: editTimes.visibility + seconds };
      return { ...body, thought: { ...body.thought, createTime: createTime + seconds, editTimes: moved } };
    }
    default:
      return body;
  }
}

/** Events in this state, in order. */
export function eventsIn(database: Database, state: EventState) {
  return database.events.where('[state+seq]').between([state, 0], [state, []]);
}

/** How many changes wait to be sent, and how many were refused. */
export async function countEvents(database: Database): Promise<{ waiting: number; refused: number }> {
  return database.transaction('r', database.events, async () => ({
    waiting: (await eventsIn(database, 'waiting').count()) + (await eventsIn(database, 'sending').count()),
    refused: await eventsIn(database, 'refused').count(),
  }));
}

/** The changes that the service refused, oldest first; at most 100. */
export async function refusedEvents(database: Database): Promise<EventRow[]> {
  return eventsIn(database, 'refused').limit(100).toArray();
}

/** Puts a refused change back into the queue, behind the others. */
export async function retryRefused(database: Database, seq: number): Promise<void> {
  await database.transaction('rw', database.events, async () => {
    const row = await database.events.get(seq);
    if (row?.state !== 'refused') return;
    const { seq: _seq, error: _error, failures: _failures, ...event } = row;
    await database.events.delete(seq);
    await database.events.add({ ...event, state: 'waiting' });
  });
}
