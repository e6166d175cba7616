// Asks the store whether another device has been further, or here later, in a book that is being opened.

import type { Database } from '../../db/database.ts';
import { declinedOffer } from '../../db/settings/declined-offers.ts';
import { type Offer, offerOf } from '../turning/places.ts';

export async function findOffer(database: Database, bookId: string, deviceId: string): Promise<Offer | undefined> {
  const [row, declined] = await Promise.all([database.positions.get(bookId), declinedOffer(database, bookId)]);
  return offerOf(row, deviceId, declined);
}
