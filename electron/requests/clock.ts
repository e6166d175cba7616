// The service's time as far as this device knows it: signatures and the reader's edits carry it, and a tablet's own
// clock is often wrong.

export interface Clock {
  /** Unix seconds at the service. */
  now(): number;
  /** Unix seconds at the service, minus those of this device; 0 unless they differ by more than two seconds. */
  readonly offset: number;
  /** The service said that it is `seconds` there now. */
  learn(seconds: number): void;
  /** A reply that says the whole second in which it was made, between `sent` and `received` (by `device`). */
  hear(seconds: number, sent: number, received: number): void;
  /** Unix seconds of this device. */
  device(): number;
}

export interface ClockOptions {
  /** The offset of the last run. */
  offset?: number;
  changed?(offset: number): void;
}

/** Differences up to this are left alone. Seconds. */
const tolerance = 2;

export function createClock(
  device: () => number = () => Date.now() / 1000,
  { offset: known = 0, changed = () => undefined }: ClockOptions = {},
): Clock {
  let measured = known;
  let told = known;

  function measure(offset: number): void {
    measured = offset;
    if (Math.abs(measured - told) <= tolerance) return;
    told = Math.abs(measured) > tolerance ? Math.round(measured) : 0;
    changed(told);
  }

  return {
    now: () => Math.round(device() + measured),
    get offset() {
      return told;
    },
    learn: (seconds) => measure(seconds - device()),
    hear(seconds, sent, received) {
      // The clock was set meanwhile: the two times do not belong together.
      if (received < sent) return;
      // The reply proves a range only, a wide one when it was slow; each time in it is as good as the next.
      measure(Math.min(Math.max(measured, seconds - received), seconds + 1 - sent));
    },
    device,
  };
}
