// What holds for every frame, whatever was said in it and before it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { type FrameIntent, type Intent, needOf, stronger } from '../../../src/screen/intents.ts';
import { fastPaging, firstState, type PlanState, planFrame, planIdle } from '../../../src/screen/plan-frame.ts';
import { contains, joins, type Region, snap, wholeScreen } from '../../../src/screen/region.ts';

const screen = { width: 1404, height: 1872 };
const whole = wholeScreen(screen);

const region = fc
  .record({
    ...{ x: fc.integer({ min: -200, max: 1500 }), y: fc.integer({ min: -200, max: 2000 }) },
    ...{ width: fc.integer({ min: 1, max: 1600 }), height: fc.integer({ min: 1, max: 2100 }) },
  })
  .map((box) => snap(box, 1, screen))
  .filter((box): box is Region => box !== undefined);
const intent: fc.Arbitrary<FrameIntent> = fc.record({
  intent: fc.constantFrom<Intent>('page', 'panel', 'key', 'image', 'clean'),
  region,
  detail: fc.record(
    {
      turn: fc.boolean(),
      again: fc.boolean(),
      chapterStart: fc.boolean(),
      imageShare: fc.double({ min: 0, max: 1, noNaN: true }),
      closing: fc.boolean(),
      ghosts: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});
const settings = fc.record({
  refreshEvery: fc.constantFrom(-1, 0, 1, 4, 6),
  avoidFlashing: fc.boolean(),
  night: fc.boolean(),
  screen: fc.constant(screen),
});
const session = fc.record({
  settings,
  frames: fc.array(
    fc.record({ wait: fc.constantFrom(50, 399, 400, 900), intents: fc.array(intent, { maxLength: 6 }) }),
  ),
});

it('has one full refresh at most, covers every region, overlaps nowhere and forgets nothing that is owed', () => {
  fc.assert(
    fc.property(session, ({ settings: used, frames }) => {
      let state: PlanState = firstState;
      let now = 1000;
      for (const { wait, intents } of frames) {
        now += wait;
        const before = structuredClone(state);
        const planned = planFrame(state, intents, used, now);
        // The same again, from what it was given: nothing was changed, nothing is remembered elsewhere.
        expect(state).toEqual(before);
        expect(planFrame(state, intents, used, now)).toEqual(planned);
        checkFrame(planned.plan, intents);
        const arrived = intents.some((one) => one.intent === 'page' && one.detail.turn === false);
        const turned = intents.some((one) => one.intent === 'page' && one.detail.turn !== false);
        const leafing = !arrived && now - state.lastTurn < fastPaging && (turned || state.leafing);
        if (leafing) expect(planned.plan.every(({ strength }) => strength === 'fast')).toBe(true);
        const clean = planned.plan.some(({ strength }) => strength === 'full');
        if (clean) expect(planned.state).toMatchObject({ turns: 0, owesClean: false });
        // A full refresh comes with a turn or with a new view, never in the middle of something.
        if (clean) expect(turned || intents.some((one) => one.intent === 'page' && !one.detail.again)).toBe(true);
        if (!clean && (before.owesClean || intents.some((one) => one.intent === 'clean'))) {
          expect(planned.state.owesClean).toBe(true);
        }
        if (used.avoidFlashing) expect(planned.plan.some(({ strength }) => strength.startsWith('flash'))).toBe(false);
        state = planned.state;
      }
      const idle = planIdle(state, used);
      expect(idle.plan).toHaveLength(state.owesClean ? 1 : 0);
      expect(planIdle(idle.state, used).plan).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

function checkFrame(plan: readonly Refresh[], intents: readonly FrameIntent[]): void {
  const full = plan.filter(({ strength }) => strength === 'full');
  expect(full.length).toBeLessThanOrEqual(1);
  if (full.length > 0) expect(plan).toHaveLength(1);
  for (const refresh of plan) {
    expect(contains(whole, refresh)).toBe(true);
    for (const edge of [refresh.x, refresh.y]) expect(edge % 8).toBe(0);
    for (const other of plan) if (other !== refresh) expect(joins(other, refresh)).toBe(false);
  }
  for (const { intent: said, region: box, detail } of intents) {
    if (said === 'clean') continue;
    const covering = plan.find((refresh) => contains(refresh, box));
    expect(covering).toBeDefined();
    if (needOf({ intent: said, region: box, detail })?.dither) expect(covering?.dither).toBe(true);
  }
}

it('never weakens what overlaps', () => {
  fc.assert(
    fc.property(region, region, (one, other) => {
      const say = (intents: FrameIntent[]) =>
        planFrame(firstState, intents, { refreshEvery: 0, avoidFlashing: false, night: false, screen }, 1000).plan;
      const parts: FrameIntent[] = [
        { intent: 'key', region: one, detail: {} },
        { intent: 'image', region: other, detail: {} },
      ];
      const plan = say(parts);
      expect(say(parts.toReversed()).map(String).sort()).toEqual(plan.map(String).sort());
      const at = plan.find((refresh) => contains(refresh, one));
      expect(at?.strength).toBe(joins(one, other) ? stronger('fast', 'partial') : 'fast');
    }),
  );
});
