// Collects the intents of one frame, plans them before it is painted and sends the plan once it is; notices when nothing
// happens, which is the moment for cleaning. Clock, frames and panel are given, so that tests can hold time still.

import type { Refresh } from '../../api/panel.ts';
import type { FrameIntent, Intend } from './intents.ts';
import { firstState, maySettleIdle, type PlanSettings, type PlanState, planFrame, planIdle } from './plan-frame.ts';
import { contains, type Region, snap, wholeScreen } from './region.ts';

export interface QueueParts {
  /** Milliseconds. */
  now(): number;
  /** Runs the callback shortly before the next frame is painted. */
  beforePaint(run: () => void): void;
  /** Runs the callback once the frame that is being made is on the screen. */
  afterPaint(run: () => void): void;
  /** Runs the callback after so many milliseconds; returns what stops it. */
  later(run: () => void, milliseconds: number): () => void;
  settings(): PlanSettings;
  /** Device pixels per CSS pixel. */
  scale(): number;
  /** Whether the reader is in the middle of something that lasts: an open menu, a finger on the screen. */
  busy(): boolean;
  /**
   * What may be exchanged on the screen together with a cleaning, once it is made ready; `undefined` where nothing is.
   * Never rejects.
   */
  beforeClean?(): Promise<{ exchange(): void; giveUp(): void } | undefined> | undefined;
  /** Says intents for what changes in this frame and was not said by anybody. */
  lookForChanges?(covered: (region: Region) => boolean): void;
  /** The plan before its frame is painted. */
  prepare(plan: Refresh[]): void;
  /** The same plan afterwards. */
  send(plan: Refresh[]): void;
}

export interface PlannedFrame {
  /** Milliseconds. */
  at: number;
  intents: FrameIntent['intent'][];
  plan: Refresh[];
}

export interface ScreenQueue {
  intend: Intend;
  /** Something changes in the next frame; what, is looked for then. */
  expectChanges(): void;
  /** The reader is doing something: not the moment for cleaning. */
  touched(): void;
  /** What was planned lately, oldest first; for tests and for the developer's eye. */
  log(): readonly PlannedFrame[];
  /** Hears of every frame that is planned from now on; returns what stops it. */
  watch(watcher: (frame: PlannedFrame) => void): () => void;
  stop(): void;
}

/** Without anything happening for so long, the screen is idle. Milliseconds; longer than a turn while leafing. */
const idleTime = 600;
const logLength = 200;

export function createScreenQueue(parts: QueueParts): ScreenQueue {
  let state: PlanState = firstState;
  let collected: FrameIntent[] = [];
  let frameAsked = false;
  let stopIdle: (() => void) | undefined;
  let stopped = false;
  /** What comes with a cleaning is being made ready. */
  let making = false;
  const log: PlannedFrame[] = [];
  const watchers = new Set<(frame: PlannedFrame) => void>();

  const take = (intents: readonly FrameIntent[], planned: { plan: Refresh[]; state: PlanState }): Refresh[] => {
    const { plan } = planned;
    state = planned.state;
    if (plan.length === 0) return plan;
    const frame = { at: parts.now(), intents: intents.map(({ intent }) => intent), plan };
    log.push(frame);
    if (log.length > logLength) log.shift();
    for (const watcher of watchers) watcher(frame);
    parts.prepare(plan);
    return plan;
  };
  const cleanWhenIdle = () => {
    stopIdle = undefined;
    if (parts.busy()) return watchIdle();
    const coming = parts.beforeClean?.();
    if (!coming) {
      const plan = take([], planIdle(state, parts.settings()));
      if (plan.length > 0) parts.send(plan);
      return;
    }
    making = true;
    void coming.then(cleanWith);
  };
  const cleanWith = (made: { exchange(): void; giveUp(): void } | undefined) => {
    making = false;
    // The reader went on meanwhile; the next idle moment is awaited already.
    const late = stopped || stopIdle !== undefined;
    const plan = late || parts.busy() ? [] : take([], planIdle(state, parts.settings()));
    if (plan.length > 0) {
      made?.exchange();
      // The frame that shows them has not begun: what comes after it is asked for in it.
      parts.beforePaint(() => parts.afterPaint(() => parts.send(plan)));
      return;
    }
    made?.giveUp();
    if (!late) watchIdle();
  };
  const watchIdle = () => {
    stopIdle?.();
    stopIdle = maySettleIdle(state, parts.settings()) ? parts.later(cleanWhenIdle, idleTime) : undefined;
  };
  const planNow = () => {
    try {
      if (!stopped) planFrameNow();
    } finally {
      // What is found in this frame belongs to it, and asks for no other.
      frameAsked = false;
    }
  };
  const planFrameNow = () => {
    const covered = (region: Region) => {
      const snapped = snap(region, parts.scale(), parts.settings().screen);
      return !snapped || collected.some((said) => said.intent !== 'clean' && contains(said.region, snapped));
    };
    parts.lookForChanges?.(covered);
    const intents = collected;
    collected = [];
    const plan = take(intents, planFrame(state, intents, parts.settings(), parts.now()));
    if (plan.length > 0) parts.afterPaint(() => parts.send(plan));
    watchIdle();
  };
  const askFrame = () => {
    if (!frameAsked) parts.beforePaint(planNow);
    frameAsked = true;
  };

  return {
    intend(intent, region, detail = {}) {
      const { screen } = parts.settings();
      const snapped = snap(region, parts.scale(), screen);
      if (!snapped && intent !== 'clean') return;
      collected.push({ intent, region: snapped ?? wholeScreen(screen), detail });
      askFrame();
    },
    expectChanges() {
      if (parts.lookForChanges) askFrame();
    },
    touched() {
      if (stopIdle || making) watchIdle();
    },
    log: () => log,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    stop() {
      stopped = true;
      stopIdle?.();
    },
  };
}
