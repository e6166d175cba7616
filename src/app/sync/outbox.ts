// Drains the outbox in order, one request at a time. Each step is one transaction, so that the process may end
// between any two: what may have been sent is sent again unchanged, and the service knows it by its id.

import { AppError } from '../../../api/errors.ts';
import type { Database } from '../../db/database.ts';
import { atOffset, type EventRow, type EventState, eventsIn, type PositionEvent } from '../../db/outbox/events.ts';
import { newEventId } from '../../db/outbox/record-event.ts';
import { clockOffset } from '../../db/outbox/service-time.ts';
import type { Transport } from '../transport.ts';
import { sendEvent, sendPositions } from './requests.ts';
import { isThoughtBody, sendThought } from './send-thought.ts';
import { failing, verdictOn } from './verdict.ts';

const positionsPerRequest = 100;
/** With the pauses between them, some hours. */
const failuresAllowed = 8;

export interface Outbox {
  database: Database;
  transport: Transport;
  deviceId: string;
}

type PositionRowEvent = EventRow & { body: PositionEvent };
const isPosition = (event: EventRow): event is PositionRowEvent => event.body.kind === 'position';

/** Sends until nothing waits. Throws the AppError that makes it stop: offline, signed out, service failing. */
export async function drainOutbox(outbox: Outbox): Promise<void> {
  for (;;) {
    const batch = await takeBatch(outbox.database);
    const [first] = batch;
    if (!first) return;
    if (isPosition(first)) await sendBatch(outbox, batch.filter(isPosition));
    else await sendOne(outbox, first);
  }
}

/** The oldest event, or the run of positions that it begins; from here on only their times may change. */
async function takeBatch(database: Database): Promise<EventRow[]> {
  return database.transaction('rw', database.events, async () => {
    const started = await eventsIn(database, 'sending').limit(positionsPerRequest).toArray();
    const candidates =
      started.length > 0 ? started : await eventsIn(database, 'waiting').limit(positionsPerRequest).toArray();
    const [first] = candidates;
    if (!first) return [];
    const other = candidates.findIndex((event) => !isPosition(event));
    const batch = isPosition(first) ? candidates.slice(0, other < 0 ? candidates.length : other) : [first];
    // Even one that was sent before: the service takes an id once, so its times do not count if that one arrived.
    const timed = batch.map((event): EventRow => ({ ...atOffset(event, clockOffset()), state: 'sending' }));
    await database.events.bulkPut(timed);
    return timed;
  });
}

async function sendOne(outbox: Outbox, event: EventRow): Promise<void> {
  const { database, transport, deviceId } = outbox;
  const { body } = event;
  if (body.kind === 'position') return;
  try {
    if (isThoughtBody(body)) await sendThought(outbox, { ...event, body });
    else {
      await sendEvent(transport, { ...event, body }, deviceId);
      await database.events.update(event.seq, { state: 'sent' });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await judge(outbox, event, error);
  }
}

async function judge(outbox: Outbox, event: EventRow, error: AppError): Promise<void> {
  const { database } = outbox;
  const verdict = verdictOn(error.code, event.body);
  if (verdict === 'later') {
    if (!(await failsAlone(outbox, event, error))) throw error;
    return setAside(database, event, error);
  }
  if (verdict === 'settled') await database.events.update(event.seq, { state: 'sent' });
  else await setAside(database, event, error);
}

/**
 * The service fails over this event again and again, and does not over others: it must not hold up what comes after it.
 * A service that fails over everything costs no event anything.
 */
async function failsAlone({ database, transport }: Outbox, event: EventRow, error: AppError): Promise<boolean> {
  if (!failing.has(error.code)) return false;
  await transport.call('GET /shelf/sync', { count: 1 });
  const failures = (event.failures ?? 0) + 1;
  await database.events.update(event.seq, { failures });
  return failures >= failuresAllowed;
}

async function setAside(database: Database, event: EventRow, error: { code: string; message: string }): Promise<void> {
  const state: EventState = 'refused';
  await database.events.update(event.seq, { state, error: { code: error.code, message: error.message } });
}

async function sendBatch(outbox: Outbox, batch: PositionRowEvent[]): Promise<void> {
  const { database, transport } = outbox;
  try {
    const { results, timestamp } = await sendPositions(transport, batch);
    await database.transaction('rw', database.events, async () => {
      for (const [index, event] of batch.entries()) {
        const result = results[index];
        // Applied, known already, or older than another device's: the service's merge is the same as ours.
        if (result && result.result !== 'refused') await database.events.delete(event.seq);
        else if (result?.error === 'impossible_value' && claims(event, timestamp))
          await unclaim(database, event, timestamp);
        else await setAside(database, event, refusal(result));
      }
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [only] = batch;
    if (only && batch.length === 1) return judge(outbox, only, error);
    const isPassing = batch.some((event) => verdictOn(error.code, event.body) === 'later');
    if (isPassing && !failing.has(error.code)) throw error;
    // One bad record must not take the others along: from now on each goes alone.
    for (const event of batch) await sendBatch(outbox, [event]);
  }
}

function refusal(result: { error?: string; errmsg?: string } | undefined): { code: string; message: string } {
  return {
    code: result?.error ?? 'internal',
    message: result?.errmsg ?? 'The service did not answer for this record.',
  };
}

/** Says more than where the reader is: how long it took, or a time that the service has not reached. */
function claims({ body }: PositionRowEvent, serviceTime: number): boolean {
  return body.readingTime > 0 || body.position.updateTime > serviceTime;
}

/** A clock that runs wrong must not cost the place: it is sent once more, as a new event that claims nothing. */
async function unclaim(database: Database, event: PositionRowEvent, serviceTime: number): Promise<void> {
  const { position } = event.body;
  const updateTime = Math.min(position.updateTime, serviceTime);
  const body: PositionEvent = { ...event.body, readingTime: 0, position: { ...position, updateTime } };
  await database.events.update(event.seq, { id: newEventId(), state: 'waiting', body });
}
