// `authsrv migrate sql`: shows what would be changed in the database, asks, and changes it.

import { createInterface } from 'node:readline/promises';
import { StartError } from '../../base/start-error.ts';
import type { Call, Command } from '../commands/command.ts';
import { print } from '../commands/print.ts';
import { configFile } from './shared-flags.ts';

export const migrateSql: Command = {
  words: ['migrate', 'sql'],
  summary: 'bring the database up to date',
  details: 'Shows the steps first and asks whether to apply them. Make a backup before.',
  arguments: [
    {
      name: 'DATABASE_URL',
      optional: true,
      help: 'the database; else DATABASE_URL of the environment, or of the settings file',
    },
  ],
  flags: [
    configFile,
    { name: 'yes', short: 'y', help: 'apply the steps without being asked' },
    { name: 'read-from-env', short: 'e', help: 'accepted for scripts: DATABASE_URL is read anyway' },
  ],
  endpoint: 'none',
  examples: ['DATABASE_URL=postgres://… authsrv migrate sql', 'authsrv migrate sql --yes'],
  async run(call) {
    const url = await databaseUrl(call);
    const [{ openDatabase, withoutPassword }, { migrate, planMigrations }, { authMigrations }] = await Promise.all([
      import('../../base/database/database.ts'),
      import('../../base/database/migrations.ts'),
      import('../../auth/storage/migrations.ts'),
    ]);
    const database = await openDatabase(url);
    try {
      const place = withoutPassword(url);
      const plan = await planMigrations(database, authMigrations);
      if (plan.length === 0) {
        print(call, { database: place, applied: [] }, { text: `${place} is up to date.` });
        return;
      }
      const steps = plan.map((name) => `  ${name}`).join('\n');
      const output = call.text('format') === undefined ? call.terminal.output : call.terminal.notes;
      output.write(`These steps will be applied to ${place}:\n${steps}\n`);
      if (!call.isSet('yes') && !(await confirm(call))) {
        throw new StartError('Nothing was changed. Give --yes to apply the steps without being asked.');
      }
      const applied = await migrate(database, authMigrations);
      const text = `Applied ${applied.length} ${applied.length === 1 ? 'step' : 'steps'}.`;
      print(call, { database: place, applied }, { text });
    } finally {
      await database.close();
    }
  },
};

/** In the order in which "serve" looks for it. */
async function databaseUrl(call: Call): Promise<string> {
  const given = call.arguments[0] ?? call.terminal.environment.DATABASE_URL?.trim();
  if (given) return given;
  const file = call.text('config');
  const { readSettingsFile } = await import('../../base/config/settings-file.ts');
  const stored = file === undefined ? undefined : readSettingsFile(file).DATABASE_URL;
  if (typeof stored === 'string' && stored !== '') return stored;
  throw new StartError('Give the database: "authsrv migrate sql DATABASE_URL", or set DATABASE_URL.');
}

async function confirm({ terminal }: Call): Promise<boolean> {
  if (!terminal.input.isTTY) return false;
  const question = createInterface({ input: terminal.input, output: terminal.notes });
  try {
    const answer = await question.question('Make a backup first. Apply them now? [y/N] ');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    question.close();
  }
}
