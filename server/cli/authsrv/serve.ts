// `authsrv serve all|public|admin`: opens the database and the listeners, and stops them cleanly.

import type { Listeners } from '../../auth/listeners/listen.ts';
import { authMigrations } from '../../auth/storage/migrations.ts';
import type { AuthTables } from '../../auth/storage/tables.ts';
import { type Database, openDatabase } from '../../base/database/database.ts';
import { migrate, planMigrations } from '../../base/database/migrations.ts';
import { createLog, type Log } from '../../base/log.ts';
import { StartError } from '../../base/start-error.ts';
import { stopOnSignal } from '../../base/stop.ts';
import { type Environment, readSettings } from './read-settings.ts';
import { reloadSettings } from './reload-settings.ts';
import { version } from './version.ts';

/** Resolves once the listeners answer; the process then goes on until it is told to stop. */
export async function serve(which: Listeners, environment: Environment, args: readonly string[] = []): Promise<void> {
  const read = readSettings(environment, args);
  const { settings } = read;
  if (which !== 'all' && settings.databaseUrl.startsWith('memory')) {
    throw new StartError(`"serve ${which}" needs a database that both processes share; memory is for "serve all".`);
  }
  const log = createLog({ name: 'authsrv', ...read.log });
  for (const note of read.notes) log.warn(note);
  const database = await openDatabase<AuthTables>(settings.databaseUrl, { log });
  // Loaded after the settings were found good, because the protocol library takes a while.
  const [{ createAuthServer }, { openListeners }] = await Promise.all([
    import('../../auth/auth-server.ts'),
    import('../../auth/listeners/listen.ts'),
  ]);
  try {
    await prepareDatabase(database, log);
    const server = await createAuthServer(settings, database, log);
    const listeners = await openListeners(server, which, version);
    const reloading = reloadSettings(server, read, { environment, args }, () => listeners.renewTls());
    stopOnSignal(
      [
        { name: 'listeners', stop: () => listeners.close() },
        { name: 'settings', stop: async () => reloading.stop() },
        { name: 'timers', stop: () => server.stop() },
        { name: 'database', stop: () => database.close() },
      ],
      { log },
    );
    const parts = [listeners.public && `public=${listeners.public}`, listeners.admin && `admin=${listeners.admin}`];
    process.stdout.write(`authsrv ready ${parts.filter(Boolean).join(' ')}\n`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** SQLite belongs to this machine alone; a shared database is changed by a person. */
async function prepareDatabase(database: Database<AuthTables>, log: Log): Promise<void> {
  const plan = await planMigrations(database, authMigrations);
  if (plan.length === 0) return;
  if (database.dialect !== 'sqlite') {
    throw new StartError(
      `The database lacks ${plan.length} schema ${plan.length === 1 ? 'step' : 'steps'}; ` +
        'make a backup and run "authsrv migrate sql" first.',
    );
  }
  log.info({ plan }, 'the database is brought up to date');
  await migrate(database, authMigrations);
}
