// What can follow in a command line, as the completion scripts of all shells need it.

import { type Flag, flagsOf, type ProgramCommand } from '../command.ts';

export interface Candidate {
  word: string;
  help: string;
}

/** First words; groups such as `clients` once. */
export function firstWords(commands: readonly ProgramCommand[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { words, summary } of commands) {
    const [word = '', verb] = words;
    const former = found.get(word);
    if (verb === undefined) found.set(word, { word, help: summary });
    else found.set(word, { word, help: former ? `${former.help}, ${verb}` : verb });
  }
  return [...found.values(), { word: 'help', help: 'explain a command' }];
}

/** Second words after the first. */
export function secondWords(commands: readonly ProgramCommand[], first: string): Candidate[] {
  return commands.flatMap(({ words, summary }) =>
    words[0] === first && words[1] !== undefined ? [{ word: words[1], help: summary }] : [],
  );
}

export function flagWords(command: ProgramCommand): string[] {
  return flagsOf(command).map((flag) => `--${flag.name}`);
}

/** Flags with a fixed choice of values, over all commands. */
export function choices(commands: readonly ProgramCommand[]): { flag: Flag; command: ProgramCommand }[] {
  return commands
    .flatMap((command) => flagsOf(command).map((flag) => ({ flag, command })))
    .filter(({ flag }) => flag.choices);
}
