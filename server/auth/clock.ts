// The current time as the protocol counts it.

/** Unix time in whole seconds. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
