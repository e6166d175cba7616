// The reference page `docs/authsrv-command-line.md`, made from the declarations of the commands.

import { type Command, nameOf } from './command.ts';
import { formerAdminVariables, formerCommands } from './former.ts';
import { exitCodes, flagHelp, flagLabel } from './help.ts';
import { usageOf } from './parse-call.ts';
import { flagsOf } from './shared-flags.ts';

export function referencePage(commands: readonly Command[]): string {
  return [
    '# The command line `authsrv`',
    '',
    'Made from the declarations in `server/cli/authsrv`; `npm run authsrv -- COMMAND --help` prints the same.',
    '',
    `Exit codes: ${exitCodes}. Results are printed on standard output, everything else on standard error.`,
    'A secret can be given by its environment variable, or as `-` on standard input, and need not stand on the command line.',
    '',
    ...tableOf(
      ['Command', 'What it does'],
      commands.map((command) => [`[\`${usageOf(command)}\`](#${anchor(command)})`, command.summary]),
    ),
    ...commands.flatMap(sectionOf),
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

function sectionOf(command: Command): string[] {
  const rows = [
    ...(command.arguments ?? []).map(({ name, help }) => [`\`${name}\``, help]),
    ...flagsOf(command).map((flag) => [`\`${flagLabel(flag)}\``, flagHelp(flag)]),
  ];
  return [
    `## ${nameOf(command)}`,
    '',
    `\`${usageOf(command)}\`: ${command.summary}.${command.details ? ` ${command.details}` : ''}`,
    '',
    ...tableOf(['Argument or flag', 'Meaning'], rows),
    ...(command.examples ? ['```sh', ...command.examples, '```', ''] : []),
  ];
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function anchor(command: Command): string {
  return nameOf(command).replaceAll(' ', '-');
}
