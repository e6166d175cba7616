// A server that refused, or could not be reached, in one sentence; the process ends with code 1.

export class Refused extends Error {
  readonly exitCode = 1;
  /** HTTP status, where the server answered. */
  readonly status: number | undefined;

  constructor(message: string, options?: { cause?: unknown; status?: number }) {
    super(message, options);
    this.name = 'Refused';
    this.status = options?.status;
  }
}
