// The reference page `docs/octavo-command-line.md`, made from the declarations of the commands.

import { type ProgramCommand, programOf } from '../commands/command.ts';
import { commandSections } from '../commands/reference-page.ts';

export function referencePage(commands: readonly ProgramCommand[]): string {
  return [
    '# The command line `octavo`',
    '',
    'Made from the declarations in `server/cli/octavo/commands.ts`; `npm run octavo -- COMMAND --help` prints the same.',
    '',
    `Exit codes: ${programOf(commands).exitCodes}. Results are printed on standard output, everything else on standard error.`,
    'Settings come from flags, then the environment, then the file that `OCTAVO_CONFIG` names; [Running the services](running.md)',
    'has all of them.',
    '',
    ...commandSections(commands),
  ].join('\n');
}
