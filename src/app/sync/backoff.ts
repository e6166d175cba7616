// When to try again after a failure. Pure.

const firstDelay = 2;
const longestDelay = 300;

/** Seconds to wait after the n-th failure in a row (from 1); `random` in 0…1 spreads devices apart. */
export function retryDelay(failures: number, random: number): number {
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.min(failures - 1, 10));
  return delay * (0.5 + random / 2);
}
