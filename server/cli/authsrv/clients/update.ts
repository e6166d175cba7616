// `authsrv clients update`: changes the members of a client that flags name, and leaves the others.

import { StartError } from '../../../base/start-error.ts';
import type { Command } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { clientBody, clientFlags, clientPath, formerClientFlags } from './client-flags.ts';

export const clientsUpdate: Command = {
  words: ['clients', 'update'],
  summary: 'change a client',
  details: 'Members without a flag stay as they are; an empty value ("--callbacks=") empties one.',
  arguments: [{ name: 'ID', help: 'client_id' }],
  flags: clientFlags,
  endpoint: 'admin',
  former: formerClientFlags,
  examples: ['authsrv clients update reader --name "The reader" --scope openid,profile,offline_access'],
  async run(call) {
    const change = clientBody(call);
    if (Object.keys(change).length === 0) {
      throw new StartError('Say what to change, such as --name; try authsrv clients update --help.');
    }
    const path = clientPath(call.arguments[0] ?? '');
    const { value } = await callAdmin(call, 'GET', path);
    print(call, (await callAdmin(call, 'PUT', path, { ...(value as object), ...change })).value);
  },
};
