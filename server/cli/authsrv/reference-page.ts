// The reference page `docs/authsrv-command-line.md`, made from the declarations of the commands.

import { nameOf, type ProgramCommand, programOf } from '../commands/command.ts';
import { commandSections, tableOf } from '../commands/reference-page.ts';
import { formerAdminVariables, formerCommands } from './former.ts';

export function referencePage(commands: readonly ProgramCommand[]): string {
  return [
    '# The command line `authsrv`',
    '',
    'Made from the declarations in `server/cli/authsrv`; `npm run authsrv -- COMMAND --help` prints the same.',
    '',
    `Exit codes: ${programOf(commands).exitCodes}. Results are printed on standard output, everything else on standard error.`,
    'A secret can be given by its environment variable, or as `-` on standard input, and need not stand on the command line.',
    '',
    ...commandSections(commands),
    '## Former names',
    '',
    'They are answered with a sentence that names what took their place.',
    '',
    ...tableOf(
      ['Former', 'Instead'],
      [
        ...formerCommands.map(({ words, instead }) => [`\`authsrv ${words.join(' ')}\``, instead]),
        ...formerAdminVariables.map((name) => [`\`${name}\``, 'Set `AUTHSRV_ADMIN_URL`.']),
        ...commands.flatMap((command) =>
          Object.entries(command.former ?? {}).map(([name, instead]) => [`\`${nameOf(command)} --${name}\``, instead]),
        ),
      ],
    ),
  ].join('\n');
}
