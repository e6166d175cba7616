// The current time as the protocol counts it.

/** Unix time in whole seconds. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * How far the clocks of two machines may be apart, in seconds: what another one dates a little ahead is good already,
 * and what it would still take is taken here too.
 */
export const clockTolerance = 10;
