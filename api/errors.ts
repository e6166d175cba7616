// Every error that a route or an IPC call can answer with: its stable word, number, HTTP status and default sentence.
// Adding a row here is all it takes for a new error to be documented, typed and served.

interface ErrorRow {
  /** Stable negative integer of the wire's `errcode`. */
  errcode: number;
  /** HTTP status. */
  status: number;
  /** One sentence that says what to do. */
  errmsg: string;
}

export const errorTable = {
  // Session
  not_signed_in: { errcode: -2010, status: 401, errmsg: 'Sign in first.' },
  session_expired: { errcode: -2012, status: 401, errmsg: 'The session has ended; refresh it or sign in again.' },
  refresh_reused: {
    errcode: -2013,
    status: 401,
    errmsg: 'This refresh token was used before, so the session was ended to be safe; sign in again.',
  },
  login_refused: {
    errcode: -2014,
    status: 401,
    errmsg: 'The sign-in proof was not accepted; start the sign-in again.',
  },
  authorization_pending: {
    errcode: -2015,
    status: 400,
    errmsg: 'The person has not agreed yet; ask again after the interval.',
  },
  slow_down: { errcode: -2016, status: 400, errmsg: 'Asked too often; wait five seconds longer between requests.' },
  expired_token: { errcode: -2017, status: 400, errmsg: 'The code has expired; ask for a new one.' },
  access_denied: { errcode: -2018, status: 403, errmsg: 'The person refused the sign-in.' },
  // Request
  bad_argument: { errcode: -2003, status: 400, errmsg: 'An argument is missing or wrong; see details.' },
  bad_signature: {
    errcode: -2020,
    status: 401,
    errmsg: 'The signature does not match; sign with the session’s signKey.',
  },
  clock_skew: {
    errcode: -2021,
    status: 400,
    errmsg: 'The timestamp is more than 300 s off; correct the clock by the time in details.',
  },
  replayed: { errcode: -2022, status: 409, errmsg: 'This signed request was received before; use a new random.' },
  too_large: { errcode: -2023, status: 413, errmsg: 'The request is larger than allowed.' },
  too_many_requests: { errcode: -2024, status: 429, errmsg: 'Too many requests; wait before asking again.' },
  unsupported_media: { errcode: -2025, status: 415, errmsg: 'Send JSON with Content-Type: application/json.' },
  method_not_allowed: { errcode: -2026, status: 405, errmsg: 'This path does not take that method.' },
  range_not_satisfiable: { errcode: -2027, status: 416, errmsg: 'The requested range lies outside the file.' },
  // Permission and state
  no_permission: { errcode: -2041, status: 403, errmsg: 'This account may not do that.' },
  not_found: { errcode: -2050, status: 404, errmsg: 'Nothing was found under that id or path.' },
  gone: { errcode: -2051, status: 410, errmsg: 'It existed, but was deleted.' },
  conflict: { errcode: -2052, status: 409, errmsg: 'The stored state changed meanwhile; read it again and retry.' },
  already_exists: { errcode: -2053, status: 409, errmsg: 'It exists already.' },
  limit_reached: { errcode: -2054, status: 403, errmsg: 'A limit of this account is reached.' },
  quota_exceeded: { errcode: -2055, status: 403, errmsg: 'The storage quota of this account is used up.' },
  impossible_value: { errcode: -2056, status: 400, errmsg: 'The reported value cannot be true; see details.' },
  not_paid: { errcode: -2060, status: 402, errmsg: 'This has to be bought first.' },
  price_changed: { errcode: -2061, status: 409, errmsg: 'The price changed since it was shown; read it again.' },
  balance_too_low: { errcode: -2062, status: 402, errmsg: 'There are too few coins for this.' },
  already_owned: { errcode: -2063, status: 409, errmsg: 'It is owned already.' },
  blocked: { errcode: -2064, status: 403, errmsg: 'That is not possible between these two accounts.' },
  // Files
  upload_missing: { errcode: -2070, status: 409, errmsg: 'Nothing was uploaded under that name; upload first.' },
  checksum_mismatch: { errcode: -2071, status: 422, errmsg: 'The bytes do not match the announced size or checksum.' },
  unsupported_format: { errcode: -2072, status: 415, errmsg: 'This file format cannot be read.' },
  bad_book: { errcode: -2073, status: 422, errmsg: 'The book file is damaged; see details.' },
  unsafe_book: { errcode: -2074, status: 422, errmsg: 'The book file was refused because it is unsafe; see details.' },
  disk_full: { errcode: -2075, status: 507, errmsg: 'There is no space left to store this; nothing was changed.' },
  // Elsewhere
  fetch_refused: { errcode: -2080, status: 422, errmsg: 'That address may not be fetched.' },
  fetch_failed: { errcode: -2081, status: 502, errmsg: 'The address could not be fetched; see details.' },
  upstream_unavailable: { errcode: -2082, status: 503, errmsg: 'A service that this depends on does not answer.' },
  offline: { errcode: -2083, status: 503, errmsg: 'There is no connection to the service.' },
  timeout: { errcode: -2084, status: 504, errmsg: 'The service took too long to answer.' },
  cancelled: { errcode: -2085, status: 499, errmsg: 'The request was cancelled.' },
  shutting_down: { errcode: -2086, status: 503, errmsg: 'The service is stopping; ask again in a moment.' },
  internal: { errcode: -2099, status: 500, errmsg: 'The service failed; quote the request id when you report it.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** The flat body of every error reply. */
export interface ErrorBody {
  error: ErrorCode;
  errcode: number;
  errmsg: string;
  requestId: string;
  details?: Record<string, unknown>;
}

/** An expected failure. Anything else that is thrown is a bug and meets the process's one handler. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  /** `message` overrides the table's sentence; it is shown to people, so it says what to do. */
  constructor(code: ErrorCode, message?: string, details?: Record<string, unknown>, options?: { cause?: unknown }) {
    super(message ?? errorTable[code].errmsg, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  body(requestId: string): ErrorBody {
    const body: ErrorBody = {
      error: this.code,
      errcode: errorTable[this.code].errcode,
      errmsg: this.message,
      requestId,
    };
    if (this.details) body.details = this.details;
    return body;
  }
}

export function isErrorCode(word: unknown): word is ErrorCode {
  return typeof word === 'string' && Object.hasOwn(errorTable, word);
}
