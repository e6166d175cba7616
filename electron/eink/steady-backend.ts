// A backend that never fails its caller: what it is asked has a time limit, a panel that does not answer is let go and
// tried again later, each time after a longer while, and the log hears of it once. What it missed by then is made up for
// by one refresh of the whole screen: a full one, and where that fails a partial one, so that a panel on which nothing but
// full refreshes fails goes on with the others.

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
  /** Milliseconds until what it missed can be tried again; undefined where it missed nothing. */
  missedUntil(): number | undefined;
  /** Refreshes the whole screen where plans were missed; nothing before `missedUntil`. */
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
  let closed = false;
  /** All that is to be refreshed to make up for anything: the whole screen after the first page. */
  let screen: Refresh[] = [];
  /** The whole of it, as the last full refresh has told; held the other way it is as wide as this is high. */
  let held: ScreenSize | undefined;
  /** Something on the screen was not refreshed. */
  let missed = false;
  /** Making up for it by a full refresh failed, although the panel could be opened. */
  let fullFails = false;
  /** Until a lost panel is opened again. */
  const silence = growingPause(now, firstPause, longestPause);
  /** Until the full refresh is tried again that a partial one stands for. */
  const cleaning = growingPause(now, firstPause, longestPause);

  const lose = async (error: unknown) => {
    if (!told)
      log.warn(`The panel ${kind.name} does not answer; it is tried again from time to time`, { cause: error });
    told = true;
    silence.begin();
    const lost = backend;
    backend = undefined;
    // It is broken already; how it takes leave changes nothing.
    await within(lost?.close() ?? Promise.resolve(), limit).catch(() => undefined);
  };
  const answered = () => {
    if (told) log.info(`The panel ${kind.name} answers again`);
    told = false;
    silence.forget();
  };
  const ask = async <T>(question: (asked: PanelBackend) => Promise<T> | undefined, otherwise: T): Promise<T> => {
    if (closed) return otherwise;
    try {
      if (!backend) {
        if (silence.left() > 0) return otherwise;
        const opening = kind.open(parts);
        // Nobody waits for one that opened too late any more, nor for how it takes leave.
        backend = await within(opening, limit, (late) => void late.close().catch(() => undefined));
        info = backend.info;
      }
      const answer = question(backend);
      if (answer === undefined) return otherwise;
      const value = await within(answer, limit);
      // Some panels open, and even prepare, whatever becomes of the refresh: what was missed has to be made up for first.
      if (!missed && !fullFails) answered();
      return value;
    } catch (error) {
      await lose(error);
      return otherwise;
    }
  };
  await ask(async () => undefined, undefined);

  /** Asks for refreshes that were planned, or that make up for what was missed, and keeps in mind what is owed then. */
  const carryOut = async (owed: readonly Refresh[], { makesUp, prepares }: { makesUp: boolean; prepares: boolean }) => {
    const full = owed.some(({ strength }) => strength === 'full');
    let wasAsked = false;
    const busy = await ask(async (asked) => {
      wasAsked = true;
      if (prepares) await asked.prepare?.(owed);
      return asked.refresh(owed);
    }, 0);
    if (backend) {
      missed = false;
      if (full) {
        fullFails = false;
        cleaning.forget();
      } else if (makesUp) cleaning.begin();
      if (fullFails) silence.forget();
      else answered();
    } else if (missed || !makesUp) {
      // Where a partial one fails too, nothing is known of full ones.
      if (makesUp && wasAsked) fullFails = full;
      missed = !closed && screen.length > 0;
    } else if (wasAsked) {
      // The page itself is there, and the panel was well before it was asked to clean it: the next plan waits the least.
      cleaning.begin();
      silence.forget();
    }
    return busy;
  };
  const whole = () =>
    screen.map((one) => ({ ...one, strength: missed && fullFails ? ('partial' as const) : ('full' as const) }));
  const missedUntil = () =>
    !closed && (missed || fullFails) ? Math.max(silence.left(), missed ? 0 : cleaning.left()) : undefined;

  return {
    get info() {
      return info;
    },
    get lost() {
      return backend === undefined;
    },
    prepare: (plan) => ask((asked) => asked.prepare?.(plan), undefined),
    async refresh(plan) {
      // Full ones are of the whole screen.
      const full = plan.find(({ strength }) => strength === 'full');
      if (full) held = { width: full.x + full.width, height: full.y + full.height };
      const before = full ? [] : knownBefore(plan, screen, held);
      // Pictures of pages before count no more.
      const dither = (plan.length > 0 ? plan : screen).some((one) => one.dither);
      screen = together([...before, ...plan]).map((one) => ({ ...one, dither }));
      return carryOut(missed ? whole() : plan, { makesUp: missed, prepares: false });
    },
    missedUntil,
    async catchUp() {
      if (missedUntil() === 0) await carryOut(whole(), { makesUp: true, prepares: true });
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

interface ScreenSize {
  width: number;
  height: number;
}

/** What is known of the screen that the plan is for: a device that was turned has one of the other shape. */
function knownBefore(plan: readonly Refresh[], known: Refresh[], held: ScreenSize | undefined): Refresh[] {
  if (!held || plan.length === 0) return known;
  const shapes = [held, { width: held.height, height: held.width }];
  const fitting = (refreshes: readonly Refresh[]) =>
    shapes.find(({ width, height }) =>
      refreshes.every((one) => one.x + one.width <= width && one.y + one.height <= height),
    );
  if (fitting([...known, ...plan])) return known;
  const shape = fitting(plan);
  return shape ? [{ strength: 'partial', x: 0, y: 0, ...shape, dither: false }] : [];
}

interface GrowingPause {
  /** Milliseconds; 0 once it is over. */
  left(): number;
  /** Begins now, and will be twice as long the next time. */
  begin(): void;
  /** The next one is as short as the first. */
  forget(): void;
}

function growingPause(now: () => number, first: number, longest: number): GrowingPause {
  let next = first;
  let end = Number.NEGATIVE_INFINITY;
  return {
    left: () => Math.max(0, end - now()),
    begin() {
      end = now() + next;
      next = Math.min(next * 2, longest);
    },
    forget() {
      next = first;
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
