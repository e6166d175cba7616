// The service's time as far as this device knows it: signatures carry it, and a tablet's own clock is often wrong.

export interface Clock {
  /** Unix seconds at the service. */
  now(): number;
  /** The service said that it is `seconds` there now. */
  learn(seconds: number): void;
}

export function createClock(device: () => number = () => Date.now() / 1000): Clock {
  let offset = 0;
  return {
    now: () => Math.round(device() + offset),
    learn(seconds) {
      offset = seconds - device();
    },
  };
}
