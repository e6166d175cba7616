// Plans on their way to a panel that may be slower than the reader: one after the other, and when too many wait, the
// newest takes the older ones in, so that what is on the screen last is what is refreshed.

import type { Refresh } from '../../api/panel.ts';
import { together } from './backend.ts';

export type Stage = 'prepare' | 'refresh';

export interface PlanQueue {
  /** Runs the work once everything that was asked before is done. */
  inOrder(work: () => Promise<void>): Promise<void>;
  /** Resolves once the plan, or a newer one with its regions, was carried out. */
  add(stage: Stage, plan: readonly Refresh[]): Promise<void>;
}

interface Waiting {
  stage?: Stage;
  plan: readonly Refresh[];
  work(plan: readonly Refresh[]): Promise<void>;
  done: PromiseWithResolvers<void>;
}

/** Plans that may wait. */
const mostWaiting = 4;

export function createPlanQueue(carryOut: (stage: Stage, plan: readonly Refresh[]) => Promise<void>): PlanQueue {
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { work, plan, done } = next;
      await work(plan).then(done.resolve, done.reject);
    }
    isRunning = false;
  }

  function push(one: Omit<Waiting, 'done'>): Promise<void> {
    const done = Promise.withResolvers<void>();
    waiting.push({ ...one, done });
    void run();
    return done.promise;
  }

  /** Takes out what a newer plan of that stage makes needless. */
  function takeOut(stage: Stage, newer: readonly Refresh[]): Waiting[] {
    if (waiting.length < mostWaiting) return [];
    const isNeedless = (one: Waiting) => one.stage === stage && (isFull(newer) || !isFull(one.plan));
    const needless = waiting.filter(isNeedless);
    waiting = waiting.filter((one) => !isNeedless(one));
    return needless;
  }

  return {
    inOrder: (work) => push({ plan: [], work }),
    async add(stage, plan) {
      const older = takeOut(stage, plan);
      const all = older.length > 0 && !isFull(plan) ? together([...older.flatMap((one) => one.plan), ...plan]) : plan;
      const added = push({ stage, plan: all, work: (whole) => carryOut(stage, whole) });
      for (const { done } of older) done.resolve(added);
      await added;
    },
  };
}

const isFull = (plan: readonly Refresh[]) => plan.some(({ strength }) => strength === 'full');
