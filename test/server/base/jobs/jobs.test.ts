// Jobs on our own table and on pg-boss: at least once, in the caller's transaction, again after a failure or a kill.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { baseMigrations } from '../../../../server/base/database/base-migrations.ts';
import { type Database, openDatabase } from '../../../../server/base/database/database.ts';
import type { Jobs } from '../../../../server/base/jobs/jobs.ts';
import { openBossJobs } from '../../../../server/base/jobs/jobs-boss.ts';
import { openJobs } from '../../../../server/base/jobs/open-jobs.ts';
import { createLog } from '../../../../server/base/log.ts';
import { eventually } from '../../../eventually.ts';
import { forEachDatabase } from '../../databases.ts';

const log = createLog({ name: 'test', level: 'silent' });

// Their time is that of retries and polls: they wait beside each other, each with a database of its own.
forEachDatabase((name, open) => {
  const urls: string[] = [];
  beforeAll(async () => {
    for (let tests = 0; tests < 8; tests++) urls.push(await open.url(baseMigrations));
  });

  async function openAll({ onTestFinished }: TestContext): Promise<{ database: Database<unknown>; jobs: Jobs }> {
    const url = urls.pop() as string;
    const database = await openDatabase(url);
    const jobs = await openJobs(database, { url, log });
    onTestFinished(async () => {
      await jobs.stop();
      await database.close();
    });
    return { database, jobs };
  }

  test.concurrent('a job runs with its data after its transaction, and only if that is committed', async (context) => {
    const { database, jobs } = await openAll(context);
    const ran: unknown[] = [];
    jobs.define<{ n: number }>('greet', async (data) => void ran.push(data));
    await jobs.start();
    const refused = database.transaction(async (trx) => {
      await jobs.enqueue(trx, 'greet', { n: 1 });
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    await database.transaction(async (trx) => {
      await jobs.enqueue(trx, 'greet', { n: 2 });
      await wait(100);
      expect(ran).toEqual([]);
    });
    await eventually(() => expect(ran).not.toEqual([]));
    expect(ran).toEqual([{ n: 2 }]);
    await eventually(async () => expect(await jobs.counts()).toMatchObject({ running: 0 }));
    expect(await jobs.counts()).toEqual({ waiting: 0, running: 0, failed: 0 });
  });

  test.concurrent('a key makes one job of many while it waits or runs', async (context) => {
    const { database, jobs } = await openAll(context);
    let runs = 0;
    jobs.define('once', async () => void runs++);
    const ids = new Set<string>();
    for (let i = 0; i < 5; i++) ids.add(await jobs.enqueue(database.kysely, 'once', {}, { key: 'book-1' }));
    ids.add(await jobs.enqueue(database.kysely, 'once', {}, { key: 'book-2' }));
    expect(ids.size).toBe(2);
    await jobs.enqueue(database.kysely, 'once', {});
    await jobs.enqueue(database.kysely, 'once', {});
    await jobs.start();
    await eventually(() => expect(runs).toBe(4));
    await eventually(async () => expect(await jobs.counts()).toMatchObject({ running: 0 }));
    expect(ids.has(await jobs.enqueue(database.kysely, 'once', {}, { key: 'book-1' }))).toBe(false);
    await eventually(() => expect(runs).toBe(5));
  });

  test.concurrent('jobs that are asked for together are in the transaction, and each key is one job', async (context) => {
    const { database, jobs } = await openAll(context);
    const ran: string[] = [];
    jobs.define<string>('many', async (data) => void ran.push(data));
    const keyed = (...names: string[]) => names.map((name) => ({ data: name, key: name }));
    const refused = database.transaction(async (trx) => {
      await jobs.enqueueAll(trx, 'many', keyed('never'));
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    await jobs.enqueue(database.kysely, 'many', 'b', { key: 'b' });
    await database.transaction((trx) => jobs.enqueueAll(trx, 'many', keyed('c', 'a', 'b', 'a')));
    await jobs.enqueueAll(database.kysely, 'many', []);
    await jobs.start();
    await eventually(async () => {
      expect(ran.length).toBeGreaterThanOrEqual(3);
      expect(await jobs.counts()).toMatchObject({ waiting: 0, running: 0 });
    });
    expect(ran.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test.concurrent('a job that fails is tried again, and given up after its attempts', async (context) => {
    const { database, jobs } = await openAll(context);
    const attempts: number[] = [];
    jobs.define(
      'flaky',
      async (_data, { attempt }) => {
        attempts.push(attempt);
        throw new Error('not today');
      },
      { attempts: 2 },
    );
    await jobs.start();
    await jobs.enqueue(database.kysely, 'flaky', {});
    await eventually(async () => expect(await jobs.counts()).toMatchObject({ failed: 1 }));
    expect(attempts).toEqual([1, 2]);
  });

  test.concurrent('a job waits for its time', async (context) => {
    const { database, jobs } = await openAll(context);
    const at: number[] = [];
    jobs.define('later', async () => void at.push(Date.now() / 1000));
    await jobs.start();
    const runAt = Math.floor(Date.now() / 1000) + 2;
    await jobs.enqueue(database.kysely, 'later', {}, { runAt });
    await eventually(() => expect(at).toHaveLength(1));
    expect(at[0]).toBeGreaterThanOrEqual(runAt);
  });

  test.concurrent('no more run at once than asked', async (context) => {
    const { database, jobs } = await openAll(context);
    let now = 0;
    let most = 0;
    let done = 0;
    jobs.define(
      'heavy',
      async () => {
        most = Math.max(most, ++now);
        await wait(100);
        now--;
        done++;
      },
      { concurrency: 2 },
    );
    for (let i = 0; i < 6; i++) await jobs.enqueue(database.kysely, 'heavy', {});
    await jobs.start();
    await eventually(() => expect(done).toBe(6));
    expect(most).toBe(2);
  });

  test.concurrent('a stop asks running jobs to end and keeps them for the next start', async ({ onTestFinished }) => {
    const url = urls.pop() as string;
    const first = await openDatabase(url);
    const jobs = await openJobs(first, { url, log });
    let began = false;
    jobs.define('long', async (_data, { signal }) => {
      began = true;
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await jobs.start();
    await jobs.enqueue(first.kysely, 'long', { page: 7 });
    await eventually(() => expect(began).toBe(true));
    await jobs.stop();
    await first.close();

    const second = await openDatabase(url);
    const again = await openJobs(second, { url, log });
    onTestFinished(async () => {
      await again.stop();
      await second.close();
    });
    const ran: unknown[] = [];
    again.define('long', async (data) => void ran.push(data));
    await again.start();
    await eventually(() => expect(ran).toHaveLength(1));
    expect(ran).toEqual([{ page: 7 }]);
  });

  test.concurrent('a job whose process was killed is run again', async ({ onTestFinished }) => {
    const url = urls.pop() as string;
    const folder = await mkdtemp(join(tmpdir(), 'octavo-jobs-'));
    const began = join(folder, 'began');
    const child = spawn(process.execPath, [new URL('../endless-job.ts', import.meta.url).pathname, url, began], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    await eventually(async () => {
      if (child.exitCode === null) expect(await readFile(began, 'utf8')).toBe('began');
    });
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await exited;

    const database = await openDatabase(url);
    const jobs =
      name === 'sqlite'
        ? await openJobs(database, { url, log })
        : await openBossJobs(url, log, { expire: 1, supervise: 1 });
    onTestFinished(async () => {
      await jobs.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    });
    const ran: [unknown, number][] = [];
    jobs.define('endless', async (data, { attempt }) => void ran.push([data, attempt]));
    await jobs.start();
    await eventually(() => expect(ran).toHaveLength(1));
    expect(ran).toEqual([[{ from: 'child' }, 2]]);
  });
});
