// The completion script for bash 3.2 and later.

import { type ProgramCommand, programOf } from '../command.ts';
import { choices, firstWords, flagWords, secondWords } from './candidates.ts';

export function bashCompletion(commands: readonly ProgramCommand[]): string {
  const { name: programName } = programOf(commands);
  const groups = firstWords(commands).filter(({ word }) => secondWords(commands, word).length > 0);
  return `# bash completion for ${programName}; load it with: source <(${programName} completion bash)
_${programName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    command="$command $word"
  done
  command=\${command# }
  case "$command:$previous" in
${valueCases(commands)}
  esac
  local candidates=
  case "$command" in
    '') candidates='${words(firstWords(commands))}' ;;
${groups.map(({ word }) => `    ${word}|'help ${word}') candidates='${words(secondWords(commands, word))}' ;;`).join('\n')}
    help) candidates='${words(firstWords(commands))}' ;;
${commands.map((command) => `    '${command.words.join(' ')}'*) candidates='${flagWords(command).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=( $(compgen -W "$candidates" -- "$current") )
  [[ \${#COMPREPLY[@]} -gt 0 || $current == -* ]] || COMPREPLY=( $(compgen -f -- "$current") )
}
complete -F _${programName} ${programName}
`;
}

function valueCases(commands: readonly ProgramCommand[]): string {
  return choices(commands)
    .map(
      ({ command, flag }) =>
        `    '${command.words.join(' ')}'*:--${flag.name}) ` +
        `COMPREPLY=( $(compgen -W '${flag.choices?.join(' ')}' -- "$current") ); return ;;`,
    )
    .join('\n');
}

function words(candidates: readonly { word: string }[]): string {
  return candidates.map(({ word }) => word).join(' ');
}
