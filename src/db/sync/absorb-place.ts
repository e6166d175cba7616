// Brings what the service knows of a book's places into the store.

import type { Database } from '../database.ts';
import { advanceBook } from '../outbox/apply-event.ts';
import { furtherPlace, mergePlace, type Position, type PositionRow } from '../reading/positions.ts';

export async function absorbPlaces(
  database: Database,
  bookId: string,
  places: { latest?: Position; furthest?: Position },
): Promise<PositionRow> {
  return database.transaction('rw', database.positions, database.books, async () => {
    let row: PositionRow = (await database.positions.get(bookId)) ?? { bookId };
    if (places.latest) row = mergePlace(row, places.latest, 'service');
    if (places.furthest) row = { ...row, furthest: furtherPlace(row.furthest, places.furthest) };
    await database.positions.put(row);
    if (places.latest) await advanceBook(database, bookId, places.latest.progress, places.latest.updateTime);
    return row;
  });
}
