// The time that edits carry: the service's, as far as the main process has measured how this device's clock differs.

let offset = 0;

/** Seconds that are added to this device's clock. */
export function clockOffset(): number {
  return offset;
}

export function setClockOffset(seconds: number): void {
  offset = Math.round(seconds);
}

/** Unix seconds at the service. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000) + offset;
}
