// Takes up changed settings while the server runs: at SIGHUP, and when the settings file changes. The system secrets and
// the log level change at once; of anything else it is said that it waits for the next start.

import { unwatchFile, watchFile } from 'node:fs';
import type { AuthServer } from '../../auth/auth-server.ts';
import type { AuthSettings } from '../../auth/settings/settings.ts';
import { type Environment, type ReadSettings, readSettings } from './read-settings.ts';

const lookMilliseconds = 2_000;
const atOnce = new Set<keyof AuthSettings>(['systemSecrets']);

export function reloadSettings(
  server: AuthServer,
  first: ReadSettings,
  source: { environment: Environment; args: readonly string[] },
  alsoReload: () => void,
): { stop(): void } {
  let present = first;
  let running: Promise<void> = Promise.resolve();
  const reload = () => {
    // One after the other, so that the last file wins.
    running = running.then(async () => {
      try {
        const next = readSettings(source.environment, source.args);
        await takeUp(server, present, next);
        present = next;
      } catch (error) {
        server.log.error({ err: error }, 'the changed settings were not taken up; the former ones stay in use');
      }
      alsoReload();
    });
  };
  process.on('SIGHUP', reload);
  // Asked for by time: a file that a volume swaps by a link tells nobody that it changed.
  if (first.file !== undefined) watchFile(first.file, { interval: lookMilliseconds, persistent: false }, reload);
  return {
    stop: () => {
      process.off('SIGHUP', reload);
      if (first.file !== undefined) unwatchFile(first.file, reload);
    },
  };
}

async function takeUp(server: AuthServer, present: ReadSettings, next: ReadSettings): Promise<void> {
  const same = (name: keyof AuthSettings) =>
    JSON.stringify(present.settings[name]) === JSON.stringify(next.settings[name]);
  // A server that keeps nothing makes its own secret at each reading.
  const keepsNothing = next.settings.databaseUrl.startsWith('memory');
  if (!same('systemSecrets') && !keepsNothing) {
    await server.replaceSecrets(next.settings.systemSecrets);
    server.log.info({ secrets: next.settings.systemSecrets.length }, 'the system secrets were replaced');
  }
  if (next.log.level !== server.log.level) {
    server.log.level = next.log.level;
    server.log.info({ level: next.log.level }, 'the log level was changed');
  }
  const names = Object.keys(next.settings) as (keyof AuthSettings)[];
  const waiting = names.filter((name) => !atOnce.has(name) && !same(name));
  if (waiting.length > 0) server.log.warn({ settings: waiting }, 'these changed settings wait for the next start');
}
