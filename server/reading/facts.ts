// Facts that are made once with the database and stay with it: the number of its life, secrets of its own.

import type { Database } from '../base/database/database.ts';
import type { ReadingSchema } from './schema.ts';

/** The stored value, or the one that `make` answers for the first to ask. */
export async function keepFact(database: Database<ReadingSchema>, name: string, make: () => string): Promise<string> {
  const fresh = make();
  return database.transaction(async (trx) => {
    await trx
      .insertInto('facts')
      .values({ name, value: fresh })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const row = await trx.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return row.value;
  });
}
