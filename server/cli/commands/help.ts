// The help texts, made from the declarations of the commands.

import { type Flag, flagsOf, nameOf, type ProgramCommand, programOf } from './command.ts';
import { usageOf } from './parse-call.ts';

const width = 96;

/** All commands, or those that start with the words. */
export function overview(commands: readonly ProgramCommand[], words: readonly string[] = []): string {
  const { name, title, exitCodes } = programOf(commands);
  const shown = commands.filter((command) => words.every((word, index) => command.words[index] === word));
  const rows = shown.map((command): [string, string] => [usageOf(command), command.summary]);
  return [
    ...(words.length === 0 ? [`${name} - ${title}`, ''] : []),
    ...columns(rows),
    '',
    `"${name} help COMMAND" or "--help" explains a command.`,
    `Exit codes: ${exitCodes}.`,
    '',
  ].join('\n');
}

export function helpFor(command: ProgramCommand): string {
  const args = (command.arguments ?? []).map(({ name, help }): [string, string] => [name, help]);
  const flags = flagsOf(command).map((flag): [string, string] => [flagLabel(flag), flagHelp(flag)]);
  return [
    `${nameOf(command)} - ${command.summary}`,
    '',
    `Usage: ${usageOf(command)} [flags]`,
    ...(command.details ? ['', ...wrap(command.details, width)] : []),
    ...(args.length > 0 ? ['', 'Arguments:', ...columns(args)] : []),
    '',
    'Flags:',
    ...columns(flags),
    ...(command.examples ? ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)] : []),
    '',
  ].join('\n');
}

/** `-c, --callbacks URL,…`. */
export function flagLabel({ name, short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

export function flagHelp({ help, choices, environment, secret }: Flag): string {
  const parts = [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(secret ? ['- reads it from standard input'] : []),
    ...(environment === undefined ? [] : [`else ${environment}`]),
  ];
  return parts.length === 0 ? help : `${help} (${parts.join('; ')})`;
}

function columns(rows: readonly [string, string][]): string[] {
  const indent = Math.min(38, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrap(right, width - indent);
    const label = `  ${left}`;
    const head = label.length + 2 > indent ? [label, ' '.repeat(indent) + first] : [label.padEnd(indent) + first];
    return [...head, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
}

function wrap(text: string, limit: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= limit) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
