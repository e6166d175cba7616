// The offset of a device's clock, learned from the times in the service's replies, fast and slow ones.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../../../electron/requests/clock.ts';
import { hearTime } from '../../../electron/requests/transport.ts';

function deviceBehind(seconds: number, known = 0) {
  const told: number[] = [];
  const state = { service: 1_800_000_000.4, behind: seconds };
  const clock = createClock(() => state.service - state.behind, {
    offset: known,
    changed: (offset) => told.push(offset),
  });
  /** A reply that is made at a fraction of the time it takes. */
  const reply = (takes: number, fraction: number, headers: Record<string, string> = {}) => {
    const heard = hearTime(clock);
    const made = state.service + takes * fraction;
    state.service += takes;
    heard(new Headers({ date: new Date(made * 1000).toUTCString(), ...headers }));
  };
  return { clock, told, state, reply };
}

test('any replies, slow ones too, leave a clock that is right alone', () => {
  const replies = fc.array(
    fc.tuple(fc.double({ min: 0, max: 30, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  fc.assert(
    fc.property(replies, (list) => {
      const { clock, told, reply } = deviceBehind(0);
      for (const [takes, fraction] of list) reply(takes, fraction);
      expect(told).toEqual([]);
      expect(clock.offset).toBe(0);
    }),
  );
});

test('after a fast reply the time is the service’s, whatever the slow ones say', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: -90_000, max: 90_000 }), fc.array(part), fc.array(part), (behind, before, after) => {
      fc.pre(Math.abs(behind) > 3);
      const { clock, state, reply } = deviceBehind(behind);
      for (const fraction of before) reply(20, fraction);
      reply(0.1, 0.5);
      for (const fraction of after) reply(20, fraction);
      expect(Math.abs(state.service - state.behind + clock.offset - state.service)).toBeLessThanOrEqual(3.5);
      expect(Math.abs(clock.now() - state.service)).toBeLessThanOrEqual(1.7);
    }),
  );
});

test('a change is told once, and that the clock was put right as well', () => {
  const { clock, told, state, reply } = deviceBehind(3600);
  for (let index = 0; index < 20; index++) reply(0.3, 0.5);
  expect(told).toHaveLength(1);
  expect(Math.abs((told[0] ?? 0) - 3600)).toBeLessThanOrEqual(1);
  state.behind = 0;
  reply(0.3, 0.5);
  expect(told.slice(1)).toEqual([0]);
  expect(clock.offset).toBe(0);
});

test('the offset of the last run holds until a reply says otherwise; a stored reply says nothing', () => {
  const { clock, reply } = deviceBehind(0, 3600);
  reply(0.1, 0.5, { age: '3600' });
  expect(clock.offset).toBe(3600);
  reply(0.1, 0.5);
  expect(clock.offset).toBe(0);
});
