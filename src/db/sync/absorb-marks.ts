// Brings a reply of a book's incremental list of marks into the store, in one transaction with its synckey. Where the
// reader changed a mark that the service has not settled, the reply goes into the mark's base.

import type { Database } from '../database.ts';
import type { MarkRow } from '../marks/marks.ts';
import { marksTopic } from '../outbox/events.ts';
import { editedTables, rebase } from '../outbox/rebase.ts';
import { tellMarksAgain } from '../outbox/tell-again.ts';

export interface MarksReply {
  synckey: number;
  clearAll: 0 | 1;
  /** The service was restored from a copy; what only this device knows is told again. */
  restored: 0 | 1;
  updated: MarkRow[];
  removed: string[];
}

/** `settled`: events whose effect this reply (with those before it) is known to contain. */
export async function absorbMarks(
  database: Database,
  bookId: string,
  reply: MarksReply,
  settled: readonly number[],
): Promise<void> {
  const topic = marksTopic(bookId);
  await database.transaction('rw', [...editedTables(database), database.synckeys], async () => {
    if (reply.clearAll) {
      const known = await database.marks.where('[bookId+chapterUid+start]').between([bookId], [bookId, []]).toArray();
      if (reply.restored) await tellMarksAgain(database, known);
      const edited = (await database.bases.where('topic').equals(topic).toArray()).map(({ id }) => id);
      const ids = known.map(({ bookmarkId }) => bookmarkId);
      for (const id of new Set([...ids, ...edited])) await absorb(database, id, topic, undefined);
    }
    for (const mark of reply.updated) await absorb(database, mark.bookmarkId, topic, mark);
    for (const id of reply.removed) await absorb(database, id, topic, undefined);
    await database.events.bulkDelete([...settled]);
    await rebase(database, topic);
    await database.synckeys.put({ name: topic, synckey: reply.synckey });
  });
}

async function absorb(database: Database, id: string, topic: string, mark: MarkRow | undefined): Promise<void> {
  if (await database.bases.get(['mark', id])) {
    await database.bases.put(mark ? { kind: 'mark', id, topic, row: mark } : { kind: 'mark', id, topic });
  } else if (mark) await database.marks.put(mark);
  else await database.marks.delete(id);
}
