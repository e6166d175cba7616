// `authsrv keys get`: prints the names of the key sets, a set, or one key.

import type { Command } from '../../commands/command.ts';
import { note, print } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { paging, printPage } from '../list-page.ts';
import { keyColumns, keysOf, setArgument, setPath, withoutPrivate } from './key-paths.ts';

export const keysGet: Command = {
  words: ['keys', 'get'],
  summary: 'print the key sets, a set, or one key',
  details: 'Without SET it prints the names of the sets, a page at a time.',
  arguments: [
    { ...setArgument, optional: true },
    { name: 'KID', optional: true, help: 'key identifier, with its private: or public: where it has one' },
  ],
  flags: [...paging, { name: 'private', help: 'print private parts as well, which are left out otherwise' }],
  endpoint: 'admin',
  async run(call) {
    const [set, kid] = call.arguments;
    if (set === undefined) return printPage(call, '/jwks');
    const { value } = await callAdmin(call, 'GET', setPath(set, kid));
    const keys = keysOf(value);
    const shown = call.isSet('private') ? keys : keys.map(withoutPrivate);
    print(call, call.text('format') === 'table' ? shown : { keys: shown }, { columns: keyColumns });
    if (JSON.stringify(shown) !== JSON.stringify(keys))
      note(call, 'Private parts are left out; --private prints them.');
  },
};
