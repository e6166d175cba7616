// Writes without end and says what was acknowledged, for the test that kills it: node endless-writes.ts URL

import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../../../server/base/database/database.ts';

const database = await openDatabase(process.argv[2] ?? '');
await sql`create table writes (id bigint primary key, twin bigint)`.execute(database.kysely);
for (let id = 1; ; id++) {
  await database.transaction(async (trx) => {
    await sql`insert into writes (id) values (${id})`.execute(trx);
    await sql`update writes set twin = ${id} where id = ${id}`.execute(trx);
  });
  writeSync(1, `${id}\n`);
}
