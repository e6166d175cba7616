// `authsrv completion bash|zsh|fish`: prints a script that completes commands and flags in that shell.

import { StartError } from '../../base/start-error.ts';
import type { Command, ProgramCommand } from './command.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';

const shells: Record<string, (commands: readonly ProgramCommand[]) => string> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** The commands are asked for when they are known, this one among them. */
export function completionCommand(name: string, commands: () => readonly ProgramCommand[]): Command {
  return {
    words: ['completion'],
    summary: 'print a script that completes commands and flags',
    arguments: [{ name: 'SHELL', help: Object.keys(shells).join(', ') }],
    endpoint: 'none',
    examples: [
      `source <(${name} completion bash)`,
      `${name} completion zsh > "\${fpath[1]}/_${name}"`,
      `${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    ],
    async run({ arguments: [shell = ''], terminal }) {
      const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (!script) throw new StartError(`SHELL must be one of ${Object.keys(shells).join(', ')}, not "${shell}".`);
      terminal.output.write(script(commands()));
    },
  };
}
