// How fast the machine is while something is measured. What else runs on a shared machine, and how fast that lets it be,
// changes by half within minutes; a figure in milliseconds means nothing without it.

import type { Browser, BrowserContext } from 'playwright';

/**
 * Milliseconds that it takes at a sixth of the speed on a machine, and in an hour, as the goals were set in: the program
 * whose figures stand beside them was run again in turns with it, and was as fast then as those say when this took so long.
 */
export const whenGoalsWereSet = 330;
const throttleOfGoals = 6;

export interface KnownWork {
  /** Milliseconds that it takes now. */
  once(): Promise<number>;
  close(): Promise<void>;
}

/** In a process of its own, which is throttled alike, so that nothing of it is left in the one that is measured. */
export async function openKnownWork(browser: Browser, url: string, throttle: number): Promise<KnownWork> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1404, height: 1872 } });
  const page = await context.newPage();
  await page.goto(`${url}known-work.html`);
  await page.waitForFunction('window.knownWork');
  const session = await context.newCDPSession(page);
  const setRate = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  // The first time compiles it and reads the font.
  await page.evaluate('knownWork()');
  return {
    async once() {
      await setRate(throttle);
      const time = await page.evaluate<number>('knownWork()');
      // A throttled page keeps a processor busy, whether it has anything to do or not.
      await setRate(1);
      return time;
    },
    close: () => context.close(),
  };
}

/** Where times are not looked at: what was measured beside it says nothing of the machine. */
export const noKnownWork: KnownWork = { once: async () => Number.NaN, close: async () => undefined };

/** A time, and what the known work took around it; both in milliseconds. */
export interface Timed {
  value: number;
  known: number;
}

/** What was found, and what the known work took meanwhile, in milliseconds. */
export interface Beside<T> {
  result: T;
  known: number;
}

/** With the known work done before and after. */
export async function beside<T>(known: KnownWork, action: () => Promise<T>): Promise<Beside<T>> {
  const before = await known.once();
  const result = await action();
  return { result, known: (before + (await known.once())) / 2 };
}

/** What it would have been at the speed that the goals were set at; `undefined` where they name no such throttle. */
export function atGoalSpeed({ value, known }: Timed, throttle: number): number | undefined {
  return throttle === throttleOfGoals ? (value / known) * whenGoalsWereSet : undefined;
}
