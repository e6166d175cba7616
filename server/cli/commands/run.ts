// Runs one command line and answers the exit code; failures that a person can mend become one sentence.

import { StartError } from '../../base/start-error.ts';
import type { ProgramCommand, Terminal } from './command.ts';
import { findCommand } from './find-command.ts';
import { helpFor, overview } from './help.ts';
import { refuseOldNode } from './node-version.ts';
import { parseCall } from './parse-call.ts';
import { Refused } from './refused.ts';

/** @throws whatever is a bug. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  commands: readonly ProgramCommand[],
): Promise<number> {
  try {
    refuseOldNode(process.versions.node);
    await runFound(args, terminal, commands);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof Refused)) throw error;
    terminal.notes.write(`${error.message}\n`);
    return error.exitCode;
  }
}

async function runFound(
  args: readonly string[],
  terminal: Terminal,
  commands: readonly ProgramCommand[],
): Promise<void> {
  const found = findCommand(args, commands);
  if (found.kind === 'command') {
    const call = await parseCall(found.command, found.rest, terminal);
    if (call) await found.command.run(call);
    else terminal.output.write(helpFor(found.command));
    return;
  }
  if (found.words.length === 0) {
    terminal.output.write(overview(commands));
    return;
  }
  // Asks for a command by its words alone; misspelt ones are answered as anywhere.
  const group = commands.some(({ words }) => words.length > found.words.length && words[0] === found.words[0]);
  if (group && found.words.length === 1) terminal.output.write(overview(commands, found.words));
  else await runFound([...found.words, '--help'], terminal, commands);
}
