// Begins a job that never ends, for the test that kills its process: node endless-job.ts DATABASE-URL FILE

import { writeFileSync } from 'node:fs';
import { openDatabase } from '../../../server/base/database/database.ts';
import { openBossJobs } from '../../../server/base/jobs/jobs-boss.ts';
import { openTableJobs } from '../../../server/base/jobs/jobs-table.ts';
import { createLog } from '../../../server/base/log.ts';

const [url = '', file = ''] = process.argv.slice(2);
const log = createLog({ name: 'child', level: 'error' });
const database = await openDatabase(url);
const jobs =
  database.dialect === 'sqlite'
    ? openTableJobs(database, log)
    : await openBossJobs(url, log, { expire: 1, supervise: 60 });
jobs.define('endless', async () => {
  writeFileSync(file, 'began');
  await new Promise(() => undefined);
});
await jobs.enqueue(database.kysely, 'endless', { from: 'child' });
await jobs.start();
