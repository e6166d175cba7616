// How long a person has to wait, in words.

/** `40 seconds`, `5 minutes`. */
export function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'one second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
