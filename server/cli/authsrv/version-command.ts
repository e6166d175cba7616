// `authsrv version`: prints the version of this program, and of a server when one is named.

import type { Command } from '../commands/command.ts';
import { print } from '../commands/print.ts';
import { callAdmin } from './call-admin.ts';
import { version } from './version.ts';

export const versionCommand: Command = {
  words: ['version'],
  summary: 'print the version',
  details: 'With --endpoint it also asks the server there for its version.',
  endpoint: 'admin',
  async run(call) {
    // The variable alone asks nothing: the version of the program must not need a server.
    if (!call.isGiven('endpoint')) return print(call, { version }, { text: version });
    const { value } = await callAdmin(call, 'GET', '/version');
    const server = (value as { version?: unknown }).version;
    print(call, { version, server }, { text: `${version}\nserver ${String(server)}` });
  },
};
