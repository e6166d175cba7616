// Applies a slow migration and says what it applied, for the test that runs several at once: node migrate-once.ts URL

import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../server/base/database/database.ts';
import { migrate } from '../../../server/base/database/migrations.ts';

const database = await openDatabase(process.argv[2] ?? '');
const applied = await migrate(database, {
  name: 'test',
  migrations: [
    {
      name: '001-slow',
      async up(db) {
        await sql`create table things (id bigint primary key)`.execute(db);
        await wait(300);
      },
    },
    { name: '002-next', up: async (db) => void (await sql`insert into things (id) values (1)`.execute(db)) },
  ],
});
await database.close();
process.stdout.write(`applied ${applied.join(',')}\n`);
