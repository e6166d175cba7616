// Starts the sign-in by code without being asked, and prints the code for whoever may approve it from the command line.

import { setTimeout as wait } from 'node:timers/promises';
import { describeError, type Log } from '../disk/log.ts';
import type { Login } from './login.ts';

const firstPause = 1000;
const longestPause = 4000;

/** Ends when somebody is signed in, the reader chose to go without, or `signal` is given. */
export async function signInByItself(
  login: Login,
  announce: (line: string) => void,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let pause = firstPause;
  while (!signal.aborted) {
    const { state, name, vid } = login.state();
    if (state === 'signedIn') return announce(`signed-in ${name || vid}`);
    if (state === 'local') return;
    try {
      const device = await login.startDevice();
      announce(`user-code ${device.shown.userCode}`);
      await device.ended;
      pause = firstPause;
    } catch (error) {
      if (pause === firstPause) log.info('The sign-in could not be started yet', { cause: describeError(error) });
    }
    if (login.state().state === 'signedIn') continue;
    // Rejects only when the signal ends the wait, and then the loop ends.
    await wait(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, longestPause);
  }
}
