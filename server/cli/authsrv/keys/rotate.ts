// `authsrv keys rotate`: puts a new key of the same kind before the newest of a set. The former stays published, so that
// what it signed keeps verifying.

import type { Command } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { setArgument, setPath } from './key-paths.ts';

export const keysRotate: Command = {
  words: ['keys', 'rotate'],
  summary: 'put a new key of the same kind before the newest of a set',
  details: 'The former keys stay published, so that what they signed keeps verifying; remove them with "keys delete".',
  arguments: [setArgument],
  endpoint: 'admin',
  examples: ['authsrv keys rotate authsrv.openid.id-token'],
  async run(call) {
    const [set = ''] = call.arguments;
    print(call, (await callAdmin(call, 'POST', `${setPath(set)}/rotate`)).value);
  },
};
