// When a page that does not answer is ended and loaded again, by a clock that the tests wind.

import { expect, test } from 'vitest';
import { createPageNet, type NetClock } from '../../../electron/hosts/page-net.ts';
import { recordingLog } from '../recording-log.ts';

const patience = 15_000;

function wound(): NetClock & { pass(milliseconds: number): void; sleep(milliseconds: number): void; looks: number } {
  let time = 1_000_000;
  let timer: { every: number; next: number; work: () => void } | undefined;
  const clock = {
    looks: 0,
    now: () => time,
    every(every: number, work: () => void) {
      const own = { every, next: time + every, work };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
    pass(milliseconds: number) {
      const end = time + milliseconds;
      while (timer && timer.next <= end) {
        time = timer.next;
        timer.next += timer.every;
        clock.looks++;
        timer.work();
      }
      time = end;
    },
    /** The time of day goes on, and no timer does. */
    sleep(milliseconds: number) {
      time += milliseconds;
      if (timer) timer.next += milliseconds;
    },
  };
  return clock;
}

function open({ asks = true } = {}) {
  const clock = wound();
  const log = recordingLog();
  const net = createPageNet({ log, patience, clock });
  const seen = { ends: 0, loads: 0, asked: 0 };
  const page = { answers: true, debugged: false };
  const ask = () => {
    seen.asked++;
    return page.answers ? Promise.resolve() : new Promise<never>(() => undefined);
  };
  net.hold({
    ...(asks ? { ask } : {}),
    end: () => {
      seen.ends++;
      net.gone();
    },
    load: () => void seen.loads++,
    isDebugged: () => page.debugged,
  });
  const pass = async (milliseconds: number) => {
    for (let past = 0; past < milliseconds; past += 1000) {
      clock.pass(1000);
      await Promise.resolve();
    }
  };
  return { net, clock, log, seen, page, pass };
}

test('a page that answers is left alone, and one that does not is ended and loaded again', async () => {
  const { net, seen, page, pass } = open();
  net.painted();
  await pass(120_000);
  expect(seen).toMatchObject({ ends: 0, loads: 0 });
  expect(seen.asked).toBeGreaterThan(5);
  expect(net.heldUp()).toBe(false);
  page.answers = false;
  await pass(14_000);
  expect(seen.ends).toBe(0);
  await pass(12_000);
  expect(seen).toMatchObject({ ends: 1, loads: 1 });
  expect(net.heldUp()).toBe(true);
});

test('a page is not asked before it is painted, nor after it was loaded again until it is painted', async () => {
  const { net, seen, page, pass } = open();
  page.answers = false;
  await pass(60_000);
  expect(seen).toEqual({ ends: 0, loads: 0, asked: 0 });
  net.painted();
  await pass(25_000);
  expect(seen.loads).toBe(1);
  const { asked } = seen;
  await pass(60_000);
  expect(seen).toEqual({ ends: 1, loads: 1, asked });
  page.answers = true;
  net.painted();
  expect(net.heldUp()).toBe(false);
  await pass(60_000);
  expect(seen.loads).toBe(1);
});

test('a page that was painted before its host could reach it is asked all the same', async () => {
  const clock = wound();
  const net = createPageNet({ log: recordingLog(), patience, clock });
  let asked = 0;
  net.painted();
  const ask = async () => void asked++;
  net.hold({ ask, end: () => undefined, load: () => undefined, isDebugged: () => false });
  clock.pass(patience);
  expect(asked).toBeGreaterThan(0);
});

test('sleep, and a debugger, begin the patience anew', async () => {
  const { net, clock, seen, page, pass } = open();
  net.painted();
  page.answers = false;
  await pass(18_000);
  clock.sleep(3_600_000);
  await pass(12_000);
  expect(seen.ends).toBe(0);
  page.debugged = true;
  await pass(60_000);
  expect(seen.ends).toBe(0);
  page.debugged = false;
  await pass(10_000);
  expect(seen.ends).toBe(0);
  await pass(10_000);
  expect(seen.ends).toBe(1);
});

test('where the host is told of silence, nothing is looked at while the page answers', async () => {
  const { net, clock, seen, pass } = open({ asks: false });
  net.painted();
  await pass(60_000);
  expect(clock.looks).toBe(0);
  net.waiting();
  await pass(10_000);
  net.answered();
  await pass(60_000);
  expect(seen.ends).toBe(0);
  net.waiting();
  await pass(16_000);
  expect(seen).toMatchObject({ ends: 1, loads: 1 });
});

test('a page that hangs or ends again and again is loaded three times in ten minutes, and then said to be left', async () => {
  const { net, log, clock, seen, page, pass } = open();
  page.answers = false;
  for (let time = 0; time < 5; time++) {
    net.painted();
    await pass(30_000);
  }
  expect(seen).toMatchObject({ ends: 3, loads: 3 });
  net.gone();
  expect(seen.loads).toBe(3);
  expect(log.messages().filter((message) => message.includes('too often'))).toHaveLength(1);
  clock.sleep(700_000);
  net.gone();
  expect(seen.loads).toBe(4);
});

test('after its end the host hears of nothing any more', async () => {
  const { net, seen, page, pass } = open();
  net.painted();
  page.answers = false;
  net.close();
  await pass(60_000);
  net.gone();
  expect(seen).toMatchObject({ ends: 0, loads: 0 });
});
