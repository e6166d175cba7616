// Checks the flags and arguments of one use of a command against its declaration; what is wrong is said in one sentence.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { type Call, type Flag, flagsOf, nameOf, type ProgramCommand, type Terminal } from './command.ts';
import { nearestWord } from './nearest-word.ts';
import { readInput } from './read-input.ts';

interface Given {
  flags: Map<string, string[]>;
  arguments: string[];
}

/** Undefined when help was asked for. */
export async function parseCall(
  command: ProgramCommand,
  args: readonly string[],
  terminal: Terminal,
): Promise<Call | undefined> {
  const flags = flagsOf(command);
  const given = readTokens(command, flags, args);
  if (given.flags.has('help')) return undefined;
  checkArguments(command, given.arguments);
  await readSecrets(command, flags, given, terminal);
  const all = (name: string): string[] | undefined => {
    const flag = flags.find((candidate) => candidate.name === name);
    if (!flag) throw new Error(`"${nameOf(command)}" does not declare --${name}.`);
    const found = given.flags.get(name);
    if (found) return found;
    const stored = flag.environment === undefined ? undefined : terminal.environment[flag.environment]?.trim();
    return stored ? [stored] : undefined;
  };
  return {
    command,
    terminal,
    arguments: given.arguments,
    text: (name) => all(name)?.at(-1),
    list: (name) => all(name)?.flatMap((text) => split(text)),
    isSet: (name) => all(name)?.at(-1) === 'true',
    isGiven: (name) => given.flags.has(name),
  };
}

function readTokens(command: ProgramCommand, flags: readonly Flag[], args: readonly string[]): Given {
  const options = Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      { type: flag.value === undefined ? ('boolean' as const) : ('string' as const), ...short(flag) },
    ]),
  );
  // Not strict: the sentences about what is wrong are ours.
  const { tokens } = parseArgs({
    args: tokensLast(command, args),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Given = { flags: new Map(), arguments: [] };
  for (const token of tokens) {
    if (token.kind === 'positional') given.arguments.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = flags.find((candidate) => candidate.name === token.name);
    if (!flag) throw new StartError(unknownFlag(command, flags, token.rawName, token.name));
    const value = flagValue(flag, token.value, token.inlineValue === true);
    const former = given.flags.get(flag.name);
    if (former && !flag.list) throw new StartError(`--${flag.name} was given twice.`);
    given.flags.set(flag.name, [...(former ?? []), value]);
  }
  return given;
}

/** One token in 64 begins with a dash; it must not be taken for flags. */
function tokensLast(command: ProgramCommand, args: readonly string[]): string[] {
  const isToken = (word: string) => /^-[\w-]{20,}\.[\w.-]+$/.test(word);
  if (!command.arguments?.some((argument) => argument.secret) || args.includes('--') || !args.some(isToken)) {
    return [...args];
  }
  return [...args.filter((word) => !isToken(word)), '--', ...args.filter(isToken)];
}

function short(flag: Flag): { short?: string } {
  return flag.short === undefined ? {} : { short: flag.short };
}

function flagValue(flag: Flag, value: string | undefined, inline: boolean): string {
  if (flag.value === undefined) {
    if (value !== undefined && value !== 'true' && value !== 'false') {
      throw new StartError(`--${flag.name} is set or not; it takes no value but true and false.`);
    }
    return value ?? 'true';
  }
  if (value === undefined) throw new StartError(`--${flag.name} needs a value: --${flag.name} ${flag.value}.`);
  if (!inline && value.length > 1 && value.startsWith('-')) {
    throw new StartError(
      `--${flag.name} needs a value; write --${flag.name}=${value} if "${value}" is meant to be that value.`,
    );
  }
  if (flag.choices && !flag.choices.includes(value)) {
    throw new StartError(`--${flag.name} must be one of ${flag.choices.join(', ')}, not "${value}".`);
  }
  return value;
}

function unknownFlag(command: ProgramCommand, flags: readonly Flag[], raw: string, name: string): string {
  const instead = command.former && Object.hasOwn(command.former, name) ? command.former[name] : undefined;
  if (instead !== undefined) return `${raw} is no flag any more. ${instead}`;
  const names = flags.map((flag) => flag.name);
  const near = nearestWord(name, names);
  const meant = near === undefined ? '' : `; did you mean --${near}?`;
  return `"${nameOf(command)}" has no flag ${raw}${meant || `; try ${nameOf(command)} --help.`}`;
}

function checkArguments(command: ProgramCommand, given: readonly string[]): void {
  const declared = command.arguments ?? [];
  const missing = declared.find((argument, index) => !argument.optional && given[index] === undefined);
  if (missing) throw new StartError(`${missing.name} is missing: ${usageOf(command)}.`);
  const last = declared.at(-1);
  const extra = given[declared.length];
  if (extra !== undefined && !last?.several) {
    throw new StartError(`"${extra}" is one word too many: ${usageOf(command)}.`);
  }
}

/** `authsrv keys get SET [KID]`. */
export function usageOf(command: ProgramCommand): string {
  const words = (command.arguments ?? []).map(({ name, optional, several }) => {
    const shown = several ? `${name}...` : name;
    return optional ? `[${shown}]` : shown;
  });
  return [nameOf(command), ...words].join(' ');
}

/** Replaces a secret that is given as `-` by what standard input says. */
async function readSecrets(
  command: ProgramCommand,
  flags: readonly Flag[],
  given: Given,
  terminal: Terminal,
): Promise<void> {
  const asked = flags.filter((flag) => flag.secret && given.flags.get(flag.name)?.includes('-'));
  const index = (command.arguments ?? []).findIndex(
    (argument, place) => argument.secret && given.arguments[place] === '-',
  );
  if (asked.length + (index === -1 ? 0 : 1) === 0) return;
  if (asked.length + (index === -1 ? 0 : 1) > 1) throw new StartError('Only one secret can come from standard input.');
  if (terminal.input.isTTY) terminal.notes.write('Type the secret, a new line, and Ctrl-D:\n');
  const secret = (await readInput(terminal.input)).replace(/\r?\n$/, '');
  if (secret === '') throw new StartError('Standard input was empty; a secret was expected there.');
  const [flag] = asked;
  if (flag) given.flags.set(flag.name, [secret]);
  else given.arguments[index] = secret;
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
