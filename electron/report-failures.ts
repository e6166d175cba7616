// What both hosts do about what nobody caught: it is in the log before the process ends, and nobody reading the output is
// no failure.

import type { Log } from './disk/log.ts';

/** `end`: ends the process with that code. */
export function reportFailures(log: Log, end: (code: number) => void): void {
  // Whoever started the client may stop listening to it; a reader in the middle of a page does not care.
  process.stdout.on('error', (error) => log.info('Nobody reads the output any more', { cause: error }));
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    log.error('A bug stopped the client', { cause: error, stack: error.stack });
    void log.flush().finally(() => end(1));
  });
  process.on('unhandledRejection', (reason) => {
    const stack = reason instanceof Error ? reason.stack : undefined;
    log.error('A bug was met; the client goes on', { cause: reason, stack });
  });
}
