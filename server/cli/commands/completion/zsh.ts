// The completion script for zsh.

import { type Flag, flagsOf, type ProgramCommand, programOf } from '../command.ts';
import { type Candidate, firstWords, secondWords } from './candidates.ts';

export function zshCompletion(commands: readonly ProgramCommand[]): string {
  const { name: programName } = programOf(commands);
  const groups = firstWords(commands).filter(({ word }) => secondWords(commands, word).length > 0);
  return `#compdef ${programName}
# zsh completion for ${programName}
_${programName}() {
  local -a candidates
  if (( CURRENT == 2 )); then
    candidates=(
${described(firstWords(commands))}
    )
    _describe command candidates
    return
  fi
  if (( CURRENT == 3 )); then
    case $words[2] in
${groups.map(({ word }) => group(word, secondWords(commands, word))).join('\n')}
    esac
  fi
  case "$words[2] $words[3]" in
${commands.map(flagCase).join('\n')}
  esac
}
# Loaded by name, the file itself is the function of the first completion; sourced, it only defines it.
if [ "$funcstack[1]" = "_${programName}" ]; then
  _${programName}
else
  compdef _${programName} ${programName}
fi
`;
}

function group(word: string, verbs: readonly Candidate[]): string {
  return `      ${word})
        candidates=(
${described(verbs)}
        )
        _describe command candidates
        return ;;`;
}

function flagCase(command: ProgramCommand): string {
  const pattern = command.words.length === 1 ? `${command.words[0]}\\ *` : command.words.join('\\ ');
  const flags = flagsOf(command).map((flag) => `      ${quoted(flagSpec(flag))}`);
  return `    ${pattern})
    _arguments \\
${[...flags, "      '*:file:_files'"].join(' \\\n')} ;;`;
}

function flagSpec({ name, help, value, choices, list }: Flag): string {
  const text = help.replace(/[[\]]/g, '').replaceAll(':', '\\:');
  const values = value === undefined ? '' : `:${value.replaceAll(':', '')}:${choices ? `(${choices.join(' ')})` : ''}`;
  return `${list ? '*' : ''}--${name}[${text}]${values}`;
}

function described(candidates: readonly Candidate[]): string {
  return candidates.map(({ word, help }) => `      ${quoted(`${word}:${help}`)}`).join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
