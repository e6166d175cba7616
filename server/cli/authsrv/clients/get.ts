// `authsrv clients get`: prints clients by their identifiers.

import type { Command } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { clientColumns, clientPath } from './client-flags.ts';

export const clientsGet: Command = {
  words: ['clients', 'get'],
  summary: 'print one client or several',
  arguments: [{ name: 'ID', several: true, help: 'client_id' }],
  endpoint: 'admin',
  async run(call) {
    const found: unknown[] = [];
    for (const id of call.arguments) found.push((await callAdmin(call, 'GET', clientPath(id))).value);
    print(call, found.length === 1 ? found[0] : found, { columns: clientColumns });
  },
};
