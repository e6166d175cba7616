// `octavo serve`: starts the service and stops it cleanly when told to.

import { createLog } from '../../base/log.ts';
import { stopOnSignal } from '../../base/stop.ts';
import { startOctavo } from '../../main.ts';
import { readSettings, refuseWords } from '../../settings.ts';
import { version } from './version.ts';

/** Devices may come as soon as the line is out, and they need the client; but the books are there without it. */
const waitForClient = 20_000;

export async function serve(args: string[]): Promise<void> {
  const { settings, positionals } = readSettings(args, process.env);
  refuseWords(positionals);
  const log = createLog({ name: 'octavo', level: settings.logLevel, format: settings.logFormat });
  const running = await startOctavo(settings, log, version);
  stopOnSignal([{ name: 'service', stop: running.stop }], { log });
  await Promise.race([
    running.registered,
    new Promise((resolve) => {
      setTimeout(resolve, waitForClient).unref();
    }),
  ]);
  process.stdout.write(`octavo ready ${running.address}\n`);
}
