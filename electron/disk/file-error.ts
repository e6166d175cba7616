// Reads the code of a failed file or socket call.

/** `ENOENT`, `ENOSPC` and the like; undefined when the error is no system error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the file or folder is simply not there. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Whether the disk, or the share of it that this person may use, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}
