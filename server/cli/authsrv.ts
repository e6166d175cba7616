// The command line of the authorization server: connects the commands to this process.

import { commands } from './authsrv/commands.ts';
import { openBrowser } from './authsrv/open-browser.ts';
import { runCommand } from './commands/run.ts';

// Whoever reads the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// What is noted for nobody ends no work: a removal or an import goes on.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const terminal = {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    notes: process.stderr,
    openBrowser,
  };
  const code = await runCommand(process.argv.slice(2), terminal, commands);
  // A server that was started goes on; anything that failed ends here, whatever is still open.
  if (code !== 0) process.exit(code);
} catch (error) {
  process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
