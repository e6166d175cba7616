// Turns a response into the reply or into the `AppError` that it stands for, whoever sent it: the service,
// a gateway in front of it, or a network's sign-in page that answers in its place.

import { AppError, type ErrorCode, isErrorCode } from '../errors.ts';
import type { FetchResponse } from './platform.ts';

/** For responses that did not come from the service itself. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'not_signed_in',
  403: 'no_permission',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
  502: 'upstream_unavailable',
  503: 'upstream_unavailable',
  504: 'timeout',
  507: 'disk_full',
};

/** `media`: the types of a route whose reply is not JSON; its bytes come as `Uint8Array`. */
export async function readReply(response: FetchResponse, media: readonly string[] | undefined): Promise<unknown> {
  if (response.status < 200 || response.status >= 300) throw await readError(response);
  const type = mediaType(response);
  if (type === 'application/json') return parseJson(await response.text(), response.status);
  if (media?.includes(type)) return new Uint8Array(await response.arrayBuffer());
  throw notTheService(response.status, type);
}

/** The service’s own error, else the code that belongs to the status. `details` has `httpStatus`, and `retryAfter` in seconds. */
export async function readError(response: FetchResponse): Promise<AppError> {
  const details: Record<string, unknown> = { httpStatus: response.status };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(retryAfter)) details.retryAfter = retryAfter;
  if (mediaType(response) === 'application/json') {
    const body = asRecord(parseJson(await response.text(), response.status));
    if (isErrorCode(body?.error)) {
      if (typeof body.requestId === 'string') details.requestId = body.requestId;
      const message = typeof body.errmsg === 'string' ? body.errmsg : undefined;
      return new AppError(body.error, message, { ...details, ...asRecord(body.details) });
    }
  }
  return new AppError(codeOfStatus[response.status] ?? 'internal', undefined, details);
}

/** Seconds that the service's clock shows in a `clock_skew` reply, if it says. */
export function serviceTimeOf(error: AppError): number | undefined {
  const time = error.details?.time;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

function mediaType(response: FetchResponse): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notTheService(status, 'application/json', cause);
  }
}

function notTheService(status: number, type: string, cause?: unknown): AppError {
  return new AppError(
    'upstream_unavailable',
    'The answer did not come from the service; does this network ask for a sign-in of its own?',
    { httpStatus: status, mediaType: type },
    { cause },
  );
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
