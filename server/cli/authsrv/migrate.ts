// `authsrv migrate sql [--yes]`: shows what would be changed in the database, asks, and changes it.

import { createInterface } from 'node:readline/promises';
import { authMigrations } from '../../auth/migrations.ts';
import type { AuthTables } from '../../auth/tables.ts';
import { openDatabase, withoutPassword } from '../../base/database.ts';
import { migrate, planMigrations } from '../../base/migrations.ts';
import { StartError } from '../../base/start-error.ts';

export async function migrateSql(databaseUrl: string | undefined, yes: boolean): Promise<void> {
  if (!databaseUrl) throw new StartError('Give the database: "authsrv migrate sql DATABASE_URL" or set DATABASE_URL.');
  const database = await openDatabase<AuthTables>(databaseUrl);
  try {
    const plan = await planMigrations(database, authMigrations);
    const place = withoutPassword(databaseUrl);
    if (plan.length === 0) {
      process.stdout.write(`${place} is up to date.\n`);
      return;
    }
    process.stdout.write(`These steps will be applied to ${place}:\n${plan.map((name) => `  ${name}\n`).join('')}`);
    if (!yes && !(await confirm())) {
      throw new StartError('Nothing was changed. Give --yes to apply the steps without being asked.');
    }
    const applied = await migrate(database, authMigrations);
    process.stdout.write(`Applied ${applied.length} ${applied.length === 1 ? 'step' : 'steps'}.\n`);
  } finally {
    await database.close();
  }
}

async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Make a backup first. Apply them now? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
