// A panel whose clock only the test moves: what is said to its queue, and the refreshes that come of it in words.

import { expect } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import type { IntentDetail } from '../../../src/screen/intents.ts';
import type { PlanSettings } from '../../../src/screen/plan-frame.ts';
import { createScreenQueue, type QueueParts } from '../../../src/screen/queue.ts';

const screen = { width: 1404, height: 1872 };
export const page = { x: 0, y: 0, ...screen };
export const menu = { x: 10, y: 1500, width: 900, height: 365 };

export function panel(change: Partial<PlanSettings> = {}, isBusy = () => false, more: Partial<QueueParts> = {}) {
  let now = 0;
  const beforePaint: (() => void)[] = [];
  const afterPaint: (() => void)[] = [];
  let busy = false;
  let idle: { run: () => void; at: number } | undefined;
  const sent: string[] = [];
  let prepared: Refresh[] = [];
  const queue = createScreenQueue({
    now: () => now,
    beforePaint: (run) => void beforePaint.push(run),
    afterPaint: (run) => void afterPaint.push(run),
    later: (run, milliseconds) => {
      const own = { run, at: now + milliseconds };
      idle = own;
      return () => {
        if (idle === own) idle = undefined;
      };
    },
    settings: () => ({ refreshEvery: 6, avoidFlashing: false, night: false, screen, ...change }),
    scale: () => 1,
    busy: () => busy || isBusy(),
    prepare(plan) {
      prepared = plan;
    },
    send(plan) {
      // Whatever is sent was prepared before the paint.
      expect(plan).toBe(prepared);
      sent.push(plan.map(describeRefresh).join(' + '));
    },
    ...more,
  });
  const paint = () => {
    for (const waiting of [beforePaint, afterPaint]) for (const run of waiting.splice(0)) run();
  };
  const wait = (milliseconds: number) => {
    const until = now + milliseconds;
    if (idle && idle.at <= until) {
      const { run, at } = idle;
      idle = undefined;
      now = at;
      run();
    }
    now = until;
  };
  return {
    queue,
    now: () => now,
    sent,
    paint,
    hold: (held: boolean) => {
      busy = held;
    },
    wait,
    turn(times = 1, every = 1000, detail: IntentDetail = {}) {
      for (let n = 0; n < times; n++) {
        wait(every);
        queue.intend('page', page, detail);
        paint();
      }
    },
    say(...intents: Parameters<typeof queue.intend>[]) {
      for (const intent of intents) queue.intend(...intent);
      paint();
    },
  };
}

function describeRefresh({ strength, x, y, width, height, dither }: Refresh): string {
  const where = width === screen.width && height === screen.height ? '' : ` ${x},${y} ${width}x${height}`;
  return `${strength}${where}${dither ? ' dithered' : ''}`;
}
