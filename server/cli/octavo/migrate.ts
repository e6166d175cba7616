// `octavo migrate [--yes]`: shows what would be changed in the database, asks, and changes it.

import { createInterface } from 'node:readline/promises';
import { openDatabase } from '../../base/database/database.ts';
import { StartError } from '../../base/start-error.ts';
import { migrateAll, planAll } from '../../open-octavo.ts';
import { readSettings, refuseWords } from '../../settings.ts';

export async function migrateDatabase(args: string[]): Promise<void> {
  const yes = args.includes('--yes');
  const { settings, positionals } = readSettings(
    args.filter((word) => word !== '--yes'),
    process.env,
  );
  refuseWords(positionals);
  const database = await openDatabase(settings.databaseUrl);
  try {
    const plan = await planAll(database);
    if (plan.length === 0) {
      process.stdout.write(`${database.address} is up to date.\n`);
      return;
    }
    process.stdout.write(
      `These steps will be applied to ${database.address}:\n${plan.map((name) => `  ${name}\n`).join('')}`,
    );
    if (!yes && !(await confirm())) {
      throw new StartError('Nothing was changed. Give --yes to apply the steps without being asked.');
    }
    const applied = await migrateAll(database);
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
