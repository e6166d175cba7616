// Measures how long was really read: time without a sign of the reader counts for 90 seconds, time in a hidden window
// not at all. The clock is given; it must run on evenly (not the time of day, which may be set).

export interface ReadingClock {
  /** The reader did something. */
  touch(): void;
  /** The window is hidden, or the book is not shown. */
  pause(): void;
  resume(): void;
  /** Whole seconds read since the last call; what is left of a second stays for the next one. */
  take(): number;
}

/** Milliseconds after which a reader who does nothing is not reading any more. */
export const idleLimit = 90_000;

export function createReadingClock(now: () => number): ReadingClock {
  let read = 0;
  let countedTo = now();
  let lastSign = countedTo;
  let running = true;
  const count = () => {
    const time = now();
    if (running) read += Math.max(0, Math.min(time, lastSign + idleLimit) - countedTo);
    countedTo = time;
  };
  return {
    touch() {
      count();
      lastSign = countedTo;
    },
    pause() {
      count();
      running = false;
    },
    resume() {
      count();
      running = true;
      lastSign = countedTo;
    },
    take() {
      count();
      const seconds = Math.floor(read / 1000);
      read -= seconds * 1000;
      return seconds;
    },
  };
}
