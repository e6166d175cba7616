// Opens the installation for one verb and closes it whatever happens; problems go to standard error.

import { createLog } from '../../base/log.ts';
import { type Octavo, openOctavo } from '../../open-octavo.ts';
import { readSettings } from '../../settings.ts';

export async function withOctavo<T>(work: (octavo: Octavo) => Promise<T>): Promise<T> {
  const { settings } = readSettings([], process.env);
  const log = createLog({ name: 'octavo', level: process.env.LOG_LEVEL ?? 'warn', format: settings.logFormat });
  const octavo = await openOctavo(settings, log);
  try {
    return await work(octavo);
  } finally {
    await octavo.close();
  }
}
