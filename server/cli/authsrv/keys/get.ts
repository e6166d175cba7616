// `authsrv keys get`: prints the names of the key sets, a set, or one key.

import { callAdmin } from '../call-admin.ts';
import type { Command } from '../command.ts';
import { paging, printPage } from '../list-page.ts';
import { print } from '../print.ts';
import { keyColumns, keysOf, setArgument, setPath } from './key-paths.ts';

export const keysGet: Command = {
  words: ['keys', 'get'],
  summary: 'print the key sets, a set, or one key',
  details: 'Without SET it prints the names of the sets, a page at a time.',
  arguments: [
    { ...setArgument, optional: true },
    { name: 'KID', optional: true, help: 'key identifier, with its private: or public: where it has one' },
  ],
  flags: paging,
  endpoint: 'admin',
  async run(call) {
    const [set, kid] = call.arguments;
    if (set === undefined) return printPage(call, '/jwks');
    const { value } = await callAdmin(call, 'GET', setPath(set, kid));
    print(call, call.text('format') === 'table' ? keysOf(value) : value, { columns: keyColumns });
  },
};
