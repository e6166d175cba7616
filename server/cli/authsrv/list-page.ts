// One page of a list: the two flags, the request and the note that there is more.

import { StartError } from '../../base/start-error.ts';
import type { Call, Flag } from '../commands/command.ts';
import { note, print, type Shape } from '../commands/print.ts';
import { callAdmin } from './call-admin.ts';

export const paging: readonly Flag[] = [
  { name: 'limit', value: 'N', help: 'how many at most, up to 500; 100 unless told otherwise' },
  { name: 'offset', value: 'N', help: 'how many to leave out before the first' },
];

export async function printPage(call: Call, path: string, shape: Shape = {}): Promise<void> {
  const limit = wholeNumber('limit', call.text('limit') ?? '100');
  const offset = wholeNumber('offset', call.text('offset') ?? '0');
  const { value, headers } = await callAdmin(call, 'GET', `${path}?limit=${limit}&offset=${offset}`);
  print(call, value, shape);
  if (/rel="?next"?/.test(headers.get('link') ?? '')) note(call, `There are more: --offset ${offset + limit}.`);
}

export function wholeNumber(name: string, given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new StartError(`--${name} must be a whole number, not "${given}".`);
  return Number(given);
}
