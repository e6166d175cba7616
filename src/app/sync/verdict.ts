// What an error of the service means for the event that was sent. Pure.

import type { ErrorCode } from '../../../api/errors.ts';
import type { EventBody } from '../../db/outbox/events.ts';

/**
 * later: nothing is wrong with the event, try again. settled: the service's state wins, as the rules of merging say.
 * refused: set aside for the reader.
 */
export type Verdict = 'later' | 'settled' | 'refused';

/** Nothing is wrong with what was asked; it may be asked again. */
export const passing: ReadonlySet<ErrorCode> = new Set([
  'not_signed_in',
  'session_expired',
  'refresh_reused',
  'login_refused',
  'clock_skew',
  'bad_signature',
  'replayed',
  'too_many_requests',
  'conflict',
  'disk_full',
  'upstream_unavailable',
  'offline',
  'timeout',
  'cancelled',
  'shutting_down',
  'internal',
]);

/** Those of them that may have their cause in the very event that was sent. */
export const failing: ReadonlySet<ErrorCode> = new Set(['conflict', 'internal']);

export function verdictOn(code: ErrorCode, body: EventBody): Verdict {
  if (passing.has(code)) return 'later';
  // Deleted elsewhere by a newer edit: the deletion stands.
  if (code === 'gone') return 'settled';
  // A folder is not found when a newer deletion stands; its books stay where they are.
  const mergeable: EventBody['kind'][] = [
    'mark.remove',
    'thought.remove',
    'shelf.delete',
    'shelf.deleteArchive',
    'shelf.archive',
  ];
  return code === 'not_found' && mergeable.includes(body.kind) ? 'settled' : 'refused';
}
