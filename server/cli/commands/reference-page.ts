// The parts of a program's reference page that are made from the declarations of its commands.

import { flagsOf, nameOf, type ProgramCommand } from './command.ts';
import { flagHelp, flagLabel } from './help.ts';
import { usageOf } from './parse-call.ts';

/** A table of all commands, and a section for each. */
export function commandSections(commands: readonly ProgramCommand[]): string[] {
  return [
    ...tableOf(
      ['Command', 'What it does'],
      commands.map((command) => [`[\`${usageOf(command)}\`](#${anchor(command)})`, command.summary]),
    ),
    ...commands.flatMap(sectionOf),
  ];
}

function sectionOf(command: ProgramCommand): string[] {
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

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function anchor(command: ProgramCommand): string {
  return nameOf(command).replaceAll(' ', '-');
}
