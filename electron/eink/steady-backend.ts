// A backend that never fails its caller: what it is asked has a time limit, a panel that does not answer is let go and
// tried again later, each time after a longer while, and the log hears of it once.

import type { PanelInfo, Refresh } from '../../api/panel.ts';
import type { BackendKind, BackendParts, PanelBackend } from './backend.ts';
import type { GreyPicture } from './grey-picture.ts';

export interface SteadyBackend {
  readonly info: PanelInfo;
  /** It does not answer at the moment. */
  readonly lost: boolean;
  prepare(plan: readonly Refresh[]): Promise<void>;
  /** Milliseconds; 0 while the panel is lost. */
  refresh(plan: readonly Refresh[]): Promise<number>;
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

  return {
    get info() {
      return info;
    },
    get lost() {
      return backend === undefined;
    },
    prepare: (plan) => ask((asked) => asked.prepare?.(plan), undefined),
    refresh: (plan) => ask((asked) => asked.refresh(plan), 0),
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
