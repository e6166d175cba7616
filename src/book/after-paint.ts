// Waiting for the browser: for the next painted frame, and for time that nobody needs.

/** Milliseconds that a frame may take. */
const patience = 1000;
/** The same, once the browser has been found to paint nothing: a covered window is not told that it is hidden. */
const shortPatience = 80;
let paints = true;

/** Resolves when the frame that shows the changes made so far has been produced. */
export async function afterPaint(): Promise<void> {
  // A hidden page paints nothing and would wait for ever.
  if (document.visibilityState === 'hidden') return;
  const frame = nextFrame().then(() => {
    paints = true;
    return true;
  });
  const late = delay(paints ? patience : shortPatience).then(() => false);
  if (!(await Promise.race([frame, late]))) paints = false;
}

/** Resolves when the browser has nothing better to do, at the latest after `atMost` milliseconds. */
export function idle(atMost = 2000): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: atMost });
  });
}

/**
 * Resolves when nothing more urgent waits for the main thread. Comes sooner than `idle` where nothing happens at all: idle
 * callbacks are handed out a few at a time (measured: 120 chapters in 8 steps each took three times as long by them).
 */
export function spareTime(): Promise<void> {
  return scheduler.postTask(() => undefined, { priority: 'background' });
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** The frame after the next one begins when the next one has been handed over, so work done then delays no paint. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
