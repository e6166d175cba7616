// `authsrv clients create`: registers a client and prints it, its secret included for this one time.

import type { Command } from '../../commands/command.ts';
import { note, print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { clientBody, clientFlags, formerClientFlags } from './client-flags.ts';

export const clientsCreate: Command = {
  words: ['clients', 'create'],
  summary: 'register a client',
  details: 'Prints the client. A generated secret is shown this once and cannot be read again.',
  flags: [{ name: 'id', value: 'ID', help: 'its client_id; one is made up otherwise' }, ...clientFlags],
  endpoint: 'admin',
  former: formerClientFlags,
  examples: [
    'authsrv clients create --id reader --callbacks http://127.0.0.1/callback --token-endpoint-auth-method none',
    'authsrv clients create --id robot --grant-types client_credentials --scope books.read',
  ],
  async run(call) {
    const { value } = await callAdmin(call, 'POST', '/clients', { client_id: call.text('id'), ...clientBody(call) });
    print(call, value);
    if (call.text('secret') === undefined && (value as { client_secret?: unknown }).client_secret !== undefined) {
      note(call, 'Keep client_secret: it is not shown again.');
    }
  },
};
