// Sleeping and waking as the login service announces them. Sleep is delayed until the page for that time is on the
// panel, or until patience ends. Node cannot take the file descriptor that delays it; a small program holds it for us
// and lets go when its input is closed, so also when this process dies.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../disk/log.ts';
import type { Bus } from './bus.ts';

export interface SleepWatch {
  /** The page for the time of sleep is painted. */
  painted(): void;
  close(): void;
}

export interface SleepParts {
  bus: Bus;
  inhibitProgram: string;
  log: Log;
  onSleep(): void;
  onWake(): void;
  /** Milliseconds to paint in; the login service itself waits for 5 s unless told otherwise. */
  patience?: number;
  /** Milliseconds that the slowest waveform takes. */
  panelTime?: number;
}

const login = {
  sender: 'org.freedesktop.login1',
  path: '/org/freedesktop/login1',
  interface: 'org.freedesktop.login1.Manager',
};

export async function watchSleep(parts: SleepParts): Promise<SleepWatch> {
  const { bus, log, onSleep, onWake, patience = 3500, panelTime = 600 } = parts;
  let possible = true;
  const hold = () =>
    possible
      ? holdDelay(parts.inhibitProgram, (cause) => {
          possible = false;
          log.info('Sleep cannot be delayed on this machine', { cause });
        })
      : undefined;
  let delay = hold();
  let painted: (() => void) | undefined;
  let night = 0;
  const goToSleep = async () => {
    const own = ++night;
    const page = Promise.withResolvers<void>();
    painted = page.resolve;
    onSleep();
    await Promise.race([page.promise.then(() => pause(panelTime)), pause(patience)]);
    // It woke up meanwhile: what is held is for the next night.
    if (own !== night) return;
    painted = undefined;
    delay?.release();
    delay = undefined;
  };
  const hear = (sleeping: unknown) => {
    if (sleeping === true) void goToSleep();
    else {
      night += 1;
      delay ??= hold();
      onWake();
    }
  };
  try {
    await bus.onSignal({ ...login, member: 'PrepareForSleep' }, hear);
  } catch (error) {
    // Nobody would let go of it.
    delay?.release();
    throw error;
  }
  return {
    painted: () => painted?.(),
    close: () => delay?.release(),
  };
}

function holdDelay(program: string, onMissing: (cause: Error) => void): { release(): void } {
  const reason = 'The page for the time of sleep is painted first';
  const args = ['--what=sleep', '--mode=delay', '--who=Octavo', `--why=${reason}`, 'cat'];
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  child.once('error', onMissing);
  child.stdin?.on('error', () => undefined);
  child.unref();
  return { release: () => child.stdin?.end() };
}
