// Finds the command that a command line names; unknown and former ones are answered with a sentence.

import { StartError } from '../../base/start-error.ts';
import { type ProgramCommand, programOf } from './command.ts';
import { nearestWord } from './nearest-word.ts';

export type Found =
  | { kind: 'command'; command: ProgramCommand; rest: string[] }
  /** Help for what starts with these words; none for everything. */
  | { kind: 'help'; words: string[] };

/** Flags with a value that may stand before the command, as they could in earlier releases. */
const leading = /^--(?:endpoint|access-token|format)(=|$)/;

export function findCommand(args: readonly string[], commands: readonly ProgramCommand[]): Found {
  const before = leadingFlags(args);
  const rest = args.slice(before.length);
  const words = leadingWords(rest);
  if (words[0] === 'help') return { kind: 'help', words: words.slice(1) };
  const command = commands
    .filter((candidate) => startsWith(words, candidate.words))
    .sort((one, other) => other.words.length - one.words.length)[0];
  if (command) return { kind: 'command', command, rest: [...before, ...rest.slice(command.words.length)] };
  const asksHelp = rest.slice(words.length).some((word) => word === '--help' || word === '-h');
  if (asksHelp && (words.length === 0 || verbsOf(words[0] ?? '', commands).length > 0)) {
    return { kind: 'help', words: words.slice(0, 1) };
  }
  throw new StartError(sentenceFor(words, commands));
}

function leadingFlags(args: readonly string[]): string[] {
  let count = 0;
  for (;;) {
    const match = leading.exec(args[count] ?? '');
    if (!match) return args.slice(0, count);
    count += match[1] === '=' ? 1 : 2;
  }
}

function leadingWords(args: readonly string[]): string[] {
  const end = args.findIndex((word) => word.startsWith('-'));
  return args.slice(0, end === -1 ? undefined : end);
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, index) => words[index] === word);
}

function sentenceFor(words: readonly string[], commands: readonly ProgramCommand[]): string {
  const { name: programName, former: formerCommands } = programOf(commands);
  const [first, second] = words;
  if (first === undefined) return `Say what to do; "${programName} --help" lists the commands.`;
  const former = formerCommands.find((entry) => startsWith(words, entry.words));
  if (former) return `"${programName} ${former.words.join(' ')}" is no command any more. ${former.instead}`;
  const verbs = verbsOf(first, commands);
  if (verbs.length === 0) {
    const known = [...new Set(commands.map((command) => command.words[0] ?? ''))];
    return `"${first}" is not a command of ${programName}${suggestion(first, known)}; try ${programName} --help.`;
  }
  const usage = `${programName} ${first} ${verbs.join('|')}`;
  if (second === undefined) return `Say what to do: ${usage}.`;
  return `"${first} ${second}" is not a command${suggestion(second, verbs)}: ${usage}.`;
}

function verbsOf(noun: string, commands: readonly ProgramCommand[]): string[] {
  return commands.flatMap(({ words }) => (words[0] === noun && words[1] !== undefined ? [words[1]] : []));
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}
