// Deletes tombstones of notes and of books without notes that have had their time.

import type { Reading } from '../reading.ts';
import { raiseFloor } from '../sync-floors.ts';
import { notesCollection } from './note-rows.ts';

const perRun = 500;

export async function purgeNotes(reading: Reading, before: number): Promise<void> {
  const db = reading.database.kysely;
  const ofNotes = db.selectFrom('notes').select('vid').where('removed_at', '>', 0).where('removed_at', '<', before);
  const ofBooks = db.selectFrom('notebooks').select('vid').where('emptied_at', '>', 0).where('emptied_at', '<', before);
  const readers = await ofNotes.union(ofBooks).limit(perRun).execute();
  for (const { vid } of readers) {
    await reading.database.transaction(async (trx) => {
      const notes = await trx
        .deleteFrom('notes')
        .where('vid', '=', vid)
        .where('removed_at', '>', 0)
        .where('removed_at', '<', before)
        .returning('sync_key')
        .execute();
      const books = await trx
        .deleteFrom('notebooks')
        .where('vid', '=', vid)
        .where('emptied_at', '>', 0)
        .where('emptied_at', '<', before)
        .returning('sync_key')
        .execute();
      await raiseFloor(
        trx,
        vid,
        notesCollection,
        [...notes, ...books].map((row) => row.sync_key),
      );
    });
  }
}
