// `authsrv clients delete`: removes clients with everything that was issued to them.

import type { Command } from '../../commands/command.ts';
import { note } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { clientPath } from './client-flags.ts';

export const clientsDelete: Command = {
  words: ['clients', 'delete'],
  summary: 'remove clients with everything that was issued to them',
  arguments: [{ name: 'ID', several: true, help: 'client_id' }],
  endpoint: 'admin',
  async run(call) {
    for (const id of call.arguments) {
      await callAdmin(call, 'DELETE', clientPath(id));
      note(call, `Deleted ${id}.`);
    }
  },
};
