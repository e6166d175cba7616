// A backend that never fails its caller: what it is asked has a time limit, a panel that does not answer is let go and
// tried again later, each time after a longer while, and the log hears of it once. What it missed by then is made up for
// by one refresh of the whole screen.

import type { PanelInfo, Refresh } from '../../api/panel.ts';
import { type BackendKind, type BackendParts, type PanelBackend, together } from './backend.ts';
import type { GreyPicture } from './grey-picture.ts';

export interface SteadyBackend {
  readonly info: PanelInfo;
  /** It does not answer at the moment. */
  readonly lost: boolean;
  prepare(plan: readonly Refresh[]): Promise<void>;
  /** Milliseconds; 0 while the panel is lost. */
  refresh(plan: readonly Refresh[]): Promise<number>;
  /** Milliseconds until it can be tried again whether it answers; undefined where it missed nothing. */
  missedUntil(): number | undefined;
  /** Refreshes the whole screen where plans were missed; nothing as long as the panel is lost. */
  catchUp(): Promise<void>;
  setSleepPicture(picture: GreyPicture): Promise<void>;
  close(): Promise<void>;
}

export interface SteadyOptions {
  now?: () => number;
  /** Milliseconds for anything that the panel is asked. */
  limit?: number;
  /** Milliseconds until it is tried again, at first and at most. */
  firstPause?: number;
  longestPause?: number;
}

/** `unknown`: what is said of the panel until it has answered once. */
export async function openSteadyBackend(
  kind: BackendKind,
  parts: BackendParts,
  unknown: PanelInfo,
  options: SteadyOptions = {},
): Promise<SteadyBackend> {
  const { now = () => performance.now(), limit = 8000, firstPause = 2000, longestPause = 60_000 } = options;
  const { log } = parts;
  let backend: PanelBackend | undefined;
  let info = unknown;
  let told = false;
  let wait = firstPause;
  let tryAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  /** All that was ever planned for, which is the whole screen after the first page. */
  let screen: Refresh[] = [];
  let missed = false;

  const lose = async (error: unknown) => {
    if (!told)
      log.warn(`The panel ${kind.name} does not answer; it is tried again from time to time`, { cause: error });
    told = true;
    tryAt = now() + wait;
    wait = Math.min(wait * 2, longestPause);
    const lost = backend;
    backend = undefined;
    // It is broken already; how it takes leave changes nothing.
    await within(lost?.close() ?? Promise.resolve(), limit).catch(() => undefined);
  };
  const ask = async <T>(question: (asked: PanelBackend) => Promise<T> | undefined, otherwise: T): Promise<T> => {
    if (closed) return otherwise;
    try {
      if (!backend) {
        if (now() < tryAt) return otherwise;
        const opening = kind.open(parts);
        // Nobody waits for one that opened too late any more, nor for how it takes leave.
        backend = await within(opening, limit, (late) => void late.close().catch(() => undefined));
        info = backend.info;
        if (told) log.info(`The panel ${kind.name} answers again`);
        told = false;
      }
      const answer = question(backend);
      const value = answer === undefined ? otherwise : await within(answer, limit);
      wait = firstPause;
      return value;
    } catch (error) {
      await lose(error);
      return otherwise;
    }
  };
  await ask(async () => undefined, undefined);
  const refresh = async (plan: readonly Refresh[]) => {
    // Pictures of pages before count no more.
    const dither = plan.length > 0 ? plan.some((one) => one.dither) : screen.some((one) => one.dither);
    screen = together([...screen, ...plan]).map((one) => ({ ...one, dither }));
    const owed = missed ? whole() : plan;
    const busy = await ask((asked) => asked.refresh(owed), 0);
    missed = backend === undefined && !closed && screen.length > 0;
    return busy;
  };
  const whole = () => screen.map((one) => ({ ...one, strength: 'full' as const }));

  return {
    get info() {
      return info;
    },
    get lost() {
      return backend === undefined;
    },
    prepare: (plan) => ask((asked) => asked.prepare?.(plan), undefined),
    refresh,
    missedUntil: () => (missed ? Math.max(0, tryAt - now()) : undefined),
    async catchUp() {
      if (!missed) return;
      await ask((asked) => asked.prepare?.(whole()), undefined);
      await refresh([]);
    },
    setSleepPicture: (picture) => ask((asked) => asked.setSleepPicture?.(picture), undefined),
    async close() {
      closed = true;
      const last = backend;
      backend = undefined;
      await within(last?.close() ?? Promise.resolve(), limit).catch((error: unknown) => {
        log.warn(`The panel ${kind.name} was not left as it was found`, { cause: error });
      });
    },
  };
}

/** Rejects after the time limit; what comes later is handed to `late`. */
async function within<T>(work: Promise<T>, milliseconds: number, late?: (value: T) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.then(late, () => undefined);
      reject(new Error('It took too long.'));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
