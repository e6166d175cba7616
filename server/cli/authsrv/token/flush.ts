// `authsrv token flush`: has the server remove tokens that are over.

import { StartError } from '../../../base/start-error.ts';
import type { Call, Command } from '../../commands/command.ts';
import { note } from '../../commands/print.ts';
import { callAdmin } from '../call-admin.ts';
import { duration } from '../duration.ts';

export const tokenFlush: Command = {
  words: ['token', 'flush'],
  summary: 'remove tokens that are over from the database',
  details: 'Removes what is over already; the flags keep what ended lately.',
  flags: [
    { name: 'min-age', value: 'TIME', help: 'keep what ended less than this ago, such as 24h' },
    { name: 'not-after', value: 'TIME', help: 'keep what ended after this moment (ISO 8601)' },
  ],
  endpoint: 'admin',
  examples: ['authsrv token flush --min-age 24h'],
  async run(call) {
    await callAdmin(call, 'POST', '/oauth2/flush', { notAfter: moment(call).toISOString() });
    note(call, 'What was over is removed.');
  },
};

function moment(call: Call): Date {
  const age = call.text('min-age');
  const given = call.text('not-after');
  if (age !== undefined && given !== undefined) throw new StartError('Give either --min-age or --not-after.');
  const time = given === undefined ? Date.now() - duration('min-age', age ?? '0s') * 1000 : Date.parse(given);
  if (Number.isNaN(time)) throw new StartError(`--not-after must be an ISO 8601 time, not "${given}".`);
  return new Date(time);
}
