// Collects the intents of one frame and sends what was planned for them; notices when nothing happens, which is the
// moment for cleaning. Clock, frame and panel are given, so that tests can hold time still.

import type { Refresh } from '../../api/panel.ts';
import type { FrameIntent, Intend } from './intents.ts';
import { firstState, type PlanSettings, type PlanState, planFrame, planIdle } from './plan-frame.ts';
import { snap } from './region.ts';

export interface QueueParts {
  /** Milliseconds. */
  now(): number;
  /** Runs the callback once the frame that is being made is on the screen. */
  afterFrame(run: () => void): void;
  /** Runs the callback after so many milliseconds; returns what stops it. */
  later(run: () => void, milliseconds: number): () => void;
  settings(): PlanSettings;
  /** Device pixels per CSS pixel. */
  scale(): number;
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
  /** The reader is doing something: not the moment for cleaning. */
  touched(): void;
  /** What was planned lately, oldest first; for tests and for the developer's eye. */
  log(): readonly PlannedFrame[];
  stop(): void;
}

/** Without anything happening for so long, the screen is idle. Milliseconds; longer than a turn while leafing. */
const idleTime = 600;
const logLength = 200;

export function createScreenQueue(parts: QueueParts): ScreenQueue {
  let state: PlanState = firstState;
  let collected: FrameIntent[] = [];
  let stopIdle: (() => void) | undefined;
  let stopped = false;
  const log: PlannedFrame[] = [];

  const carryOut = (intents: readonly FrameIntent[], planned: { plan: Refresh[]; state: PlanState }) => {
    state = planned.state;
    if (planned.plan.length === 0) return;
    log.push({ at: parts.now(), intents: intents.map(({ intent }) => intent), plan: planned.plan });
    if (log.length > logLength) log.shift();
    parts.send(planned.plan);
  };
  const watchIdle = () => {
    stopIdle?.();
    stopIdle = state.owesClean
      ? parts.later(() => carryOut([], planIdle(state, parts.settings())), idleTime)
      : undefined;
  };
  const planNow = () => {
    const intents = collected;
    collected = [];
    if (stopped) return;
    carryOut(intents, planFrame(state, intents, parts.settings(), parts.now()));
    watchIdle();
  };

  return {
    intend(intent, region, detail = {}) {
      const snapped = snap(region, parts.scale(), parts.settings().screen);
      if (!snapped && intent !== 'clean') return;
      const whole = { x: 0, y: 0, ...parts.settings().screen };
      if (collected.length === 0) parts.afterFrame(planNow);
      collected.push({ intent, region: snapped ?? whole, detail });
    },
    touched() {
      if (stopIdle) watchIdle();
    },
    log: () => log,
    stop() {
      stopped = true;
      stopIdle?.();
    },
  };
}
