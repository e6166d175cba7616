// `authsrv clients list`: prints one page of the clients.

import type { Command } from '../../commands/command.ts';
import { paging, printPage } from '../list-page.ts';
import { clientColumns } from './client-flags.ts';

export const clientsList: Command = {
  words: ['clients', 'list'],
  summary: 'print the clients, a page at a time',
  flags: paging,
  endpoint: 'admin',
  examples: ['authsrv clients list --limit 20 --offset 40 --format table'],
  run: (call) => printPage(call, '/clients', { columns: clientColumns }),
};
