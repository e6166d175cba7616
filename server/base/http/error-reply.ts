// Turns whatever was thrown while a request was served into the one kind of failure that the wire knows.
// What is not expected becomes `internal` and shows nothing of itself.

import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { isDiskFull, isRetryable, isUnreachable } from '../database/database-errors.ts';
import { systemCode } from '../start-error.ts';

/** Fastify's and its plugins' own refusals, by their status. */
const codeOfStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'too_large',
  415: 'unsupported_media',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
};

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return new AppError('disk_full', undefined, undefined, { cause: thrown });
  if (isRetryable(thrown)) return new AppError('conflict', undefined, undefined, { cause: thrown });
  if (isUnreachable(thrown)) return new AppError('upstream_unavailable', undefined, undefined, { cause: thrown });
  const status = statusOf(thrown);
  if (status >= 400 && status < 500) {
    const code = codeOfStatus[status] ?? 'bad_argument';
    // Only Fastify's own sentences are shown; they speak of the request, never of the service.
    const shown = systemCode(thrown)?.startsWith('FST_') && code === 'bad_argument';
    return new AppError(code, shown ? `${(thrown as Error).message}.` : undefined, undefined, { cause: thrown });
  }
  if (systemCode(thrown) === 'FST_ERR_REOPENED_CLOSE_SERVER') return new AppError('shutting_down');
  return new AppError('internal', undefined, undefined, { cause: thrown });
}

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null || !('statusCode' in thrown)) return 0;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : 0;
}
