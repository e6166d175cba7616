// Waiting for the browser: for the next painted frame, and for time that nobody needs.

/** Resolves when the frame that shows the changes made so far has been produced. */
export async function afterPaint(): Promise<void> {
  // A hidden page paints nothing and would wait for ever.
  if (document.visibilityState === 'hidden') return;
  await Promise.race([nextFrame(), delay(1000)]);
}

/** Resolves when the browser has nothing better to do, at the latest after `atMost` milliseconds. */
export function idle(atMost = 2000): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: atMost });
  });
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
