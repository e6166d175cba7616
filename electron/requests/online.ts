// Whether the service can be reached: a state that every request updates, and that is probed again while it is lost.

import type { Log } from '../disk/log.ts';

export interface Online {
  readonly online: boolean;
  /** A request reached the service, or did not. */
  report(reached: boolean): void;
  /** Calls back when the service is reached again. */
  onReturn(listener: () => void): void;
  stop(): void;
}

interface Parts {
  /** Asks the service for anything; resolves when it answered. */
  probe(): Promise<unknown>;
  changed(online: boolean): void;
  log: Log;
  /** Milliseconds. */
  firstPause?: number;
  longestPause?: number;
}

export function createOnline(parts: Parts): Online {
  const { probe, changed, log, firstPause = 3000, longestPause = 60_000 } = parts;
  const listeners: (() => void)[] = [];
  let online = true;
  let stopped = false;
  let pause = firstPause;
  let timer: NodeJS.Timeout | undefined;

  function report(reached: boolean): void {
    if (stopped || reached === online) return;
    online = reached;
    log.info(reached ? 'The service is reached again' : 'The service is not reached');
    pause = firstPause;
    if (reached) clearTimeout(timer);
    else plan();
    changed(online);
    if (reached) for (const listener of listeners) listener();
  }

  function plan(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      probe().then(
        () => report(true),
        () => {
          if (online || stopped) return;
          pause = Math.min(pause * 2, longestPause);
          plan();
        },
      );
    }, pause);
    timer.unref();
  }

  return {
    get online() {
      return online;
    },
    report,
    onReturn: (listener) => void listeners.push(listener),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
