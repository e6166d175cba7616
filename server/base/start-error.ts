// A reason why a program cannot start, in one sentence for the person who started it; the process ends with code 2.

export class StartError extends Error {
  readonly exitCode = 2;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The system's error code (`EADDRINUSE`, `ENOSPC`…) of whatever was thrown, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
