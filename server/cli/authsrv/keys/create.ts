// `authsrv keys create`: has the server generate a key in a set.

import type { Command, Flag } from '../../commands/command.ts';
import { print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { setArgument, setPath } from './key-paths.ts';

export const keyUse: Flag = {
  name: 'use',
  short: 'u',
  value: 'USE',
  help: 'what the key is for; sig unless told otherwise',
  choices: ['sig', 'enc'],
};

export const keysCreate: Command = {
  words: ['keys', 'create'],
  summary: 'generate a key in a set',
  details: 'The private part is printed except for the set of ID tokens, whose keys never leave the server.',
  arguments: [setArgument, { name: 'KID', optional: true, help: 'key identifier; one is made up otherwise' }],
  flags: [
    {
      name: 'alg',
      short: 'a',
      value: 'ALG',
      help: 'RS256, PS256, ES256, ES384, ES512, EdDSA, HS256…; RS256 unless told',
    },
    keyUse,
  ],
  endpoint: 'admin',
  examples: ['authsrv keys create billing --alg ES256'],
  async run(call) {
    const [set = '', kid] = call.arguments;
    const body = { alg: call.text('alg') ?? 'RS256', use: call.text('use') ?? 'sig', kid };
    print(call, (await callAdmin(call, 'POST', setPath(set), body)).value);
  },
};
