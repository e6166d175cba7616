// Tells what a database failure means by its code, for SQLite and PostgreSQL alike; never by its message.

import { systemCode } from '../start-error.ts';

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_FULL = 13;

/** Another transaction was in the way; the same work may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  const primary = sqliteCode(error) & 0xff;
  const state = systemCode(error);
  return primary === SQLITE_BUSY || primary === SQLITE_LOCKED || state === '40001' || state === '40P01';
}

/** A unique index or primary key has that value already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 2067 || code === 1555 || systemCode(error) === '23505';
}

/** A row that is pointed to does not exist, or is still pointed to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqliteCode(error) === 787 || systemCode(error) === '23503';
}

/** The database, or the disk below it, has no space left. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  return (sqliteCode(error) & 0xff) === SQLITE_FULL || code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** The database does not answer, or is just starting or stopping. */
export function isUnreachable(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|57P0[123]|53300|08...)$/.test(code);
}

/** The database cannot do its work for a reason that lies outside of the request: try again later. */
export function isOutage(error: unknown): boolean {
  return isUnreachable(error) || isDiskFull(error) || isRetryable(error);
}

/** A connection that ended, or was never made, for which the driver has no code. */
export class ConnectionLost extends Error {
  /** As PostgreSQL calls it: connection_failure. */
  readonly code = '08006';

  constructor(cause: unknown) {
    super('The connection to the database was lost.', { cause });
    this.name = 'ConnectionLost';
  }
}

/** SQLite's extended result code; 0 for anything else. */
function sqliteCode(error: unknown): number {
  if (systemCode(error) !== 'ERR_SQLITE_ERROR') return 0;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode : 0;
}
