// Before each file of browser tests: the browser paints. It has been seen to paint nothing for one file from its first
// test to its last, which made every page turn as slow as its time limit; the window is brought to the front then.

import { beforeAll } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    bringToFront: () => Promise<void>;
  }
}

const patience = 2000;

beforeAll(async () => {
  if (await paints()) return;
  const { innerWidth, innerHeight, frameElement } = window;
  const box = JSON.stringify(frameElement?.getBoundingClientRect());
  console.warn(
    `No frame within ${patience} ms: ${document.visibilityState}, ${innerWidth}×${innerHeight}, in ${box}, page ${window.top?.innerWidth}×${window.top?.innerHeight}.`,
  );
  await commands.bringToFront();
  if (!(await paints())) throw new Error('The browser paints no frames.');
});

function paints(): Promise<boolean> {
  return Promise.race([
    new Promise<boolean>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience)),
  ]);
}
