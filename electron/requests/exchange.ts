// One HTTP exchange with the service: sends, waits within limits, and turns every failure into an `AppError`.
// Must not know sessions or retries.

import { AppError, type ErrorBody, isErrorCode } from '../../api/errors.ts';
import { systemCode } from '../disk/file-error.ts';

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds until the headers of the answer, and then of its whole JSON, must be there. */
  timeout: number;
  /** The headers of any answer are there. */
  heard?: ((headers: Headers) => void) | undefined;
}

/** The reply's JSON. Error replies of the service come out as `AppError` with its code and details. */
export async function exchangeJson(outgoing: Outgoing): Promise<unknown> {
  return exchange(outgoing, async (response) => {
    const text = await response.text();
    if (!response.ok) throw readError(response, text);
    return parseJson(text, response.status);
  });
}

/** The successful response (2xx, 304 or 416) with its body unread; the time limit covers the headers only. */
export async function exchangeBytes(outgoing: Outgoing): Promise<Response> {
  return exchange(outgoing, async (response) => {
    if (response.ok || response.status === 304 || response.status === 416) return response;
    throw readError(response, await response.text());
  });
}

async function exchange<T>(outgoing: Outgoing, read: (response: Response) => Promise<T>): Promise<T> {
  const { method, url, headers, body, signal, timeout, heard } = outgoing;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      ...(body === undefined ? {} : { body }),
    });
    heard?.(response.headers);
    return await read(response);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal?.aborted) throw new AppError('cancelled', undefined, undefined, { cause: error });
    if (limit.signal.aborted) throw new AppError('timeout', undefined, undefined, { cause: error });
    throw new AppError('offline', undefined, undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the request certainly never reached the service, so that sending it again does no harm. */
export function neverArrived(error: AppError): boolean {
  if (error.code !== 'offline' || !(error.cause instanceof Error)) return false;
  const causes = [error.cause.cause, ...(error.cause.cause instanceof AggregateError ? error.cause.cause.errors : [])];
  const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
  return causes.some((cause) => codes.includes(systemCode(cause) ?? ''));
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError(
      'upstream_unavailable',
      'The address answers, but not as a reading service.',
      { status },
      { cause },
    );
  }
}

function readError(response: Response, text: string): AppError {
  let body: Partial<ErrorBody> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) body = parsed as Partial<ErrorBody>;
  } catch (error) {
    // A proxy between us and the service answers in HTML.
    if (!(error instanceof SyntaxError)) throw error;
  }
  const retryAfter = Number(response.headers.get('retry-after'));
  const details = {
    ...(typeof body.details === 'object' && body.details !== null ? body.details : {}),
    status: response.status,
    ...(body.requestId ? { requestId: body.requestId } : {}),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  };
  const message = typeof body.errmsg === 'string' ? body.errmsg : undefined;
  if (isErrorCode(body.error)) return new AppError(body.error, message, details);
  return new AppError(response.status >= 500 ? 'upstream_unavailable' : 'internal', message, details);
}
