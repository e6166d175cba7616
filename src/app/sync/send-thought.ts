// Tells the service of a thought that was written, changed or deleted. What it became there is kept in the step that
// confirms it, so that a later change finds it, whenever the process ends.

import { AppError } from '../../../api/errors.ts';
import type { Database } from '../../db/database.ts';
import { reviewIdOf, type ThoughtRow, type Visibility } from '../../db/marks/thoughts.ts';
import type { EventBody, EventRow, ThoughtEvent } from '../../db/outbox/events.ts';
import type { Transport } from '../transport.ts';

type ThoughtEventRow = EventRow & { body: ThoughtEvent };

export function isThoughtBody(body: EventBody): body is ThoughtEvent {
  return body.kind.startsWith('thought.');
}

/** Sent twice, the same event is one edit. */
export async function sendThought(
  { database, transport, deviceId }: { database: Database; transport: Transport; deviceId: string },
  { seq, id, at, body }: ThoughtEventRow,
): Promise<void> {
  const edit = { eventId: id, editTime: at };
  if (body.kind === 'thought.add') {
    const { thought } = body;
    const asked = { ...addedThought(thought), deviceId, ...edit };
    const { reviewId } = await transport.call<'POST /review/add'>('POST /review/add', asked);
    await database.transaction('rw', database.events, database.thoughtIds, async () => {
      await database.thoughtIds.put({ thoughtId: thought.thoughtId, reviewId });
      await database.events.update(seq, { state: 'sent' });
    });
    return;
  }
  const thoughtId = body.kind === 'thought.change' ? body.thought.thoughtId : body.thoughtId;
  const reviewId = await reviewIdOf(database, thoughtId);
  // The service refused it when it was written.
  if (reviewId === undefined) throw new AppError('not_found');
  if (body.kind === 'thought.remove') await transport.call('POST /review/delete', { reviewId, ...edit });
  else {
    const { content, visibility } = body.change;
    await transport.call('POST /review/useredit', {
      reviewId,
      ...(content === undefined ? {} : { content, htmlContent: '' }),
      ...(visibility === undefined ? {} : flagsOf(visibility)),
      ...edit,
    });
  }
  await database.events.update(seq, { state: 'sent' });
}

function flagsOf(visibility: Visibility): { isPrivate: 0 | 1; friendship: 0 | 1 } {
  return { isPrivate: visibility === 'private' ? 1 : 0, friendship: visibility === 'friends' ? 1 : 0 };
}

function addedThought(thought: ThoughtRow) {
  const { cfi, textQuote, textBefore, textAfter } = thought;
  return {
    type: 1 as const,
    bookId: thought.bookId,
    ...(thought.bookVersion > 0 ? { bookVersion: thought.bookVersion } : {}),
    chapterUid: thought.chapterUid,
    range: `${thought.start}-${thought.end}`,
    content: thought.content,
    abstract: thought.abstract.slice(0, 16_384),
    ...flagsOf(thought.visibility),
    createTime: thought.createTime,
    ...(cfi === undefined ? {} : { cfi }),
    ...(textQuote === undefined ? {} : { textQuote: textQuote.slice(0, 16_384) }),
    ...(textBefore === undefined ? {} : { textBefore }),
    ...(textAfter === undefined ? {} : { textAfter }),
  };
}
