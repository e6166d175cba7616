// The command line of the reading service: connects the commands to this process.

import { AppError } from '../../api/errors.ts';
import { runCommand } from './commands/run.ts';
import { commands } from './octavo/commands.ts';

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
    // No command of this program asks for one.
    openBrowser: async () => false,
  };
  const code = await runCommand(process.argv.slice(2), terminal, commands);
  if (code !== 0) process.exitCode = code;
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
