// `authsrv keys delete`: removes a key, or a set with all its keys.

import type { Command } from '../../commands/command.ts';
import { note } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { setArgument, setPath } from './key-paths.ts';

export const keysDelete: Command = {
  words: ['keys', 'delete'],
  summary: 'remove a key, or a set with all its keys',
  arguments: [setArgument, { name: 'KID', optional: true, help: 'key identifier; the whole set otherwise' }],
  endpoint: 'admin',
  async run(call) {
    const [set = '', kid] = call.arguments;
    await callAdmin(call, 'DELETE', setPath(set, kid));
    note(call, kid === undefined ? `Deleted the set ${set}.` : `Deleted ${kid} of ${set}.`);
  },
};
