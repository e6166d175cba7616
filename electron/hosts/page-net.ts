// The net under a page that hangs or ends: when to end it, when to load it again, and when to leave it alone. Knows a
// page by what it can be told only, neither Electron nor Chromium nor a book.

import type { Log } from '../disk/log.ts';

/** The page of the window, as its host reaches it. */
export interface HeldPage {
  /** Resolves when the page answers; absent where the host is told of a silent page, and then calls `waiting`. */
  ask?(): Promise<unknown>;
  /** Ends a page that does not answer; `gone` follows. */
  end(): void;
  load(): void;
  /** Somebody may have stopped the page to look at it. */
  isDebugged(): boolean;
}

export interface PageNet {
  /** The page exists. Until it is painted it is not asked: a slow disk may have to be waited for. */
  hold(page: HeldPage): void;
  painted(): void;
  /** An answer is awaited, until `answered`. */
  waiting(): void;
  answered(): void;
  /** The page has ended, by itself or by this net. */
  gone(): void;
  /** The page that starts now follows one that did not answer or ended by itself. */
  heldUp(): boolean;
  close(): void;
}

export interface NetClock {
  /** The time of day, which goes on while the machine sleeps. Milliseconds. */
  now(): number;
  /** Returns what ends it. */
  every(milliseconds: number, work: () => void): () => void;
}

interface NetParts {
  log: Log;
  /** Milliseconds without an answer. */
  patience: number;
  clock?: NetClock;
}

/** Looks in one patience. */
const looks = 3;
/** So often in so many milliseconds a page is loaded again; a page that needs more would only end again. */
const most = 3;
const span = 600_000;

export function createPageNet({ log, patience, clock = systemClock }: NetParts): PageNet {
  let page: HeldPage | undefined;
  let isPainted = false;
  let isEnding = false;
  let isHeldUp = false;
  const mayRestart = countRestarts(log, clock);
  const answers = watchAnswers(
    () => page,
    { log, patience, clock },
    () => {
      if (!mayRestart()) return;
      log.error('The page does not answer; it is ended and loaded again');
      isEnding = true;
      page?.end();
    },
  );
  const begin = () => {
    if (isPainted && page?.ask) answers.begin();
  };
  return {
    // A quick page is painted before its host can reach it.
    hold(held) {
      page = held;
      begin();
    },
    painted() {
      isPainted = true;
      isHeldUp = false;
      begin();
    },
    waiting: answers.waiting,
    answered: answers.answered,
    gone() {
      answers.rest();
      isPainted = false;
      const mayLoad = isEnding || mayRestart();
      isEnding = false;
      if (!mayLoad) return;
      isHeldUp = true;
      page?.load();
    },
    heldUp: () => isHeldUp,
    close() {
      answers.rest();
      page = undefined;
    },
  };
}

/** Looks a few times in one patience whether an answer has come, and asks for the next one. */
function watchAnswers(
  page: () => HeldPage | undefined,
  { log, patience, clock }: Required<NetParts>,
  onSilence: () => void,
) {
  const step = patience / looks;
  let stop: (() => void) | undefined;
  let lastLook = 0;
  let isWaiting = false;
  let silent = 0;
  let question = 0;
  const settle = () => {
    isWaiting = false;
    silent = 0;
    question++;
  };
  const rest = () => {
    stop?.();
    stop = undefined;
    settle();
  };
  const answered = () => {
    if (page()?.ask) settle();
    else rest();
  };
  const ask = (held: HeldPage | undefined) => {
    if (!held?.ask) return;
    isWaiting = true;
    const own = ++question;
    held.ask().then(
      () => own === question && answered(),
      // A page that ended cannot answer; that it is gone is told otherwise.
      (cause: unknown) => own === question && log.info('The page could not be asked', { cause }),
    );
  };
  const look = () => {
    const now = clock.now();
    // The machine slept, or has so much to do that nobody gets an answer in time.
    const isLate = now - lastLook > 2 * step || now < lastLook;
    lastLook = now;
    if (!isWaiting) {
      ask(page());
      return;
    }
    silent = isLate || page()?.isDebugged() ? 0 : silent + 1;
    if (silent < looks) return;
    silent = 0;
    onSilence();
  };
  const begin = () => {
    if (stop) return;
    lastLook = clock.now();
    stop = clock.every(step, look);
  };
  const waiting = () => {
    isWaiting = true;
    begin();
  };
  return { begin, waiting, answered, rest };
}

/** Says whether the page may be loaded once more, and counts that. */
function countRestarts(log: Log, clock: NetClock): () => boolean {
  let restarts: number[] = [];
  let gaveUp = false;
  return () => {
    const now = clock.now();
    restarts = restarts.filter((at) => now - at < span && at <= now);
    if (restarts.length < most) {
      restarts.push(now);
      gaveUp = false;
      return true;
    }
    if (!gaveUp) log.error('The page was loaded again too often; it is left as it is', { times: most });
    gaveUp = true;
    return false;
  };
}

const systemClock: NetClock = {
  now: Date.now,
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
