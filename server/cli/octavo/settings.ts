// `octavo settings`: prints the settings in use, with secrets hidden.

import { printConfig, readConfig } from '../../base/config/config.ts';
import { settingsSchema } from '../../settings.ts';

export async function printSettings(args: string[]): Promise<void> {
  const { values } = readConfig(settingsSchema, { args, env: process.env, file: process.env.OCTAVO_CONFIG });
  process.stdout.write(`${printConfig(settingsSchema, values)}\n`);
}
