// The completion script for fish.

import { type Flag, flagsOf, type ProgramCommand, programOf } from '../command.ts';
import { firstWords, secondWords } from './candidates.ts';

export function fishCompletion(commands: readonly ProgramCommand[]): string {
  const { name: programName } = programOf(commands);
  const line = (condition: string, rest: string) => `complete -c ${programName} -n ${quoted(condition)} ${rest}`;
  const first = firstWords(commands);
  const groups = first.filter(({ word }) => secondWords(commands, word).length > 0);
  return [
    `# fish completion for ${programName}`,
    `complete -c ${programName} -n __fish_use_subcommand -f`,
    ...first.map(({ word, help }) => line('__fish_use_subcommand', `-f -a ${word} -d ${quoted(help)}`)),
    ...groups.flatMap(({ word }) => {
      const verbs = secondWords(commands, word);
      const names = verbs.map((verb) => verb.word).join(' ');
      const condition = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${names}`;
      return verbs.map((verb) => line(condition, `-f -a ${verb.word} -d ${quoted(verb.help)}`));
    }),
    ...commands.flatMap((command) => flagsOf(command).map((flag) => line(conditionOf(command), flagPart(flag)))),
    '',
  ].join('\n');
}

function conditionOf({ words }: ProgramCommand): string {
  return words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
}

function flagPart({ name, short, value, choices, help }: Flag): string {
  return [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : [choices ? `-x -a ${quoted(choices.join(' '))}` : '-r']),
    `-d ${quoted(help)}`,
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
