// When the page was painted: two frames after the commit, the second proves that the first one is on the screen.

export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
