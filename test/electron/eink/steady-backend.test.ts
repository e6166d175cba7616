// A panel that fails in parts: how often it is tried again, what the log hears of it, and which refreshes go on meanwhile.

import { expect, test } from 'vitest';
import type { PanelInfo, Refresh } from '../../../api/panel.ts';
import type { BackendKind } from '../../../electron/eink/backend.ts';
import { openSteadyBackend, type SteadyBackend } from '../../../electron/eink/steady-backend.ts';
import { devicePlacesIn } from '../device-places.ts';
import { recordingLog } from '../recording-log.ts';

const info: PanelInfo = { backend: 'command', greys: 16, dpi: 226, wants: 'after' };
const upright = { x: 0, y: 0, width: 1404, height: 1872 };
const lying = { x: 0, y: 0, width: 1872, height: 1404 };
const refresh = (strength: Refresh['strength'], where = upright): Refresh => ({ strength, ...where, dither: false });
const seconds = (milliseconds: number) => milliseconds / 1000;

const silent = 'The panel command does not answer; it is tried again from time to time';
const speaking = 'The panel command answers again';

/** A panel that can always be opened; what it is asked is written down with its time in seconds. */
async function start({ preparing = false } = {}) {
  const log = recordingLog();
  const asked: string[] = [];
  let now = 0;
  let fails = (_strength: Refresh['strength']) => false;
  const prepare = async (plan: readonly Refresh[]) =>
    void asked.push(`${seconds(now)} prepare ${plan.map(({ strength }) => strength)}`);
  const kind: BackendKind = {
    name: 'command',
    probe: async () => true,
    open: async () => ({
      info,
      ...(preparing ? { prepare } : {}),
      async refresh(plan) {
        for (const { strength, x, y, width, height } of plan) {
          const isWhole = width * height === upright.width * upright.height;
          asked.push(`${seconds(now)} ${strength}${isWhole ? '' : ` ${x},${y} ${width}x${height}`}`);
          if (fails(strength)) throw new Error(`No ${strength}.`);
        }
        return 0;
      },
      close: async () => undefined,
    }),
  };
  const options = { partialCommand: '', fullCommand: '', rotation: 0, performance: false } as const;
  const parts = { places: devicePlacesIn('/nowhere'), options, folder: '/nowhere', log };
  const panel = await openSteadyBackend(kind, parts, info, { now: () => now });
  return {
    ...{ panel, log, asked },
    /** From now on. */
    failAt(wanted: typeof fails) {
      fails = wanted;
    },
    waitUntil(time: number) {
      now = time * 1000;
    },
    /** Catches up whenever it is the time for it, until then; returns the times. */
    async catchUpUntil(end: number): Promise<number[]> {
      const times: number[] = [];
      for (let wait = panel.missedUntil(); wait !== undefined; wait = panel.missedUntil()) {
        if (now + wait > end * 1000) break;
        now += wait;
        times.push(seconds(now));
        // A panel that is tried without a pause would be tried for ever.
        expect(times.length).toBeLessThan(1000);
        await panel.catchUp();
      }
      return times;
    },
  };
}

/** As a plan comes: before its frame, and after it. */
async function show(panel: SteadyBackend, ...plan: Refresh[]): Promise<void> {
  await panel.prepare(plan);
  await panel.refresh(plan);
}

const pauses = (times: number[]) => times.map((time, index) => time - (times[index - 1] ?? 0));

for (const preparing of [false, true]) {
  test(`a panel that opens${preparing ? ', prepares' : ''} and then fails is tried after ever longer pauses, and the log hears of it once`, async () => {
    const { panel, log, asked, failAt, waitUntil, catchUpUntil } = await start({ preparing });
    failAt(() => true);
    await show(panel, refresh('partial'));
    const times = await catchUpUntil(3600);
    expect(pauses(times).slice(0, 8)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(times.length).toBeLessThan(65);
    expect(asked.includes('2 prepare full')).toBe(preparing);
    // Nobody knows which of them would work again.
    const tried = asked.filter((one) => !one.includes('prepare')).map((one) => one.split(' ')[1]);
    expect(tried.slice(0, 6)).toEqual(['partial', 'full', 'partial', 'full', 'partial', 'full']);
    expect(log.messages()).toEqual([silent]);

    failAt(() => false);
    waitUntil(3600);
    await catchUpUntil(3700);
    expect(log.messages()).toEqual([silent, speaking]);
    expect(panel.missedUntil()).toBeUndefined();

    // Once it has answered, the pauses begin anew.
    failAt(() => true);
    waitUntil(4000);
    await show(panel, refresh('partial'));
    expect(panel.missedUntil()).toBe(2000);
  });
}

test('where only full refreshes fail, the others go on, and a full one is tried from time to time', async () => {
  const { panel, log, asked, failAt, waitUntil, catchUpUntil } = await start();
  await show(panel, refresh('partial'));
  failAt((strength) => strength === 'full');
  waitUntil(10);
  await show(panel, refresh('full'));
  asked.length = 0;
  // The page is there after the second try; the other tries are to clean it.
  expect(pauses((await catchUpUntil(200)).map((time) => time - 10))).toEqual([2, 4, 2, 4, 8, 16, 32, 60, 60]);
  expect(asked.slice(0, 4)).toEqual(['12 full', '16 partial', '18 full', '22 full']);
  expect(asked.slice(4).every((one) => one.endsWith('full'))).toBe(true);

  // The last one was at 198.
  waitUntil(199);
  await show(panel, refresh('ui', { x: 8, y: 8, width: 16, height: 16 }));
  waitUntil(201);
  asked.length = 0;
  await show(panel, refresh('partial'));
  await show(panel, refresh('ui', { x: 8, y: 8, width: 16, height: 16 }));
  expect(asked).toEqual(['201 partial', '201 ui 8,8 16x16']);
  expect(panel.lost).toBe(false);
  expect(log.messages()).toEqual([silent]);

  failAt(() => false);
  asked.length = 0;
  await catchUpUntil(300);
  expect(asked).toEqual(['261 full']);
  expect(log.messages()).toEqual([silent, speaking]);
});

test('a full refresh that was planned is tried as it is, and costs the least pause where it fails', async () => {
  const { panel, asked, failAt, waitUntil, catchUpUntil } = await start();
  failAt((strength) => strength === 'full');
  await show(panel, refresh('full'));
  await catchUpUntil(100);
  for (const turn of [150, 160, 170]) {
    waitUntil(turn);
    asked.length = 0;
    await show(panel, refresh('full'));
    await catchUpUntil(turn + 5);
    expect(asked).toEqual([`${turn} full`, `${turn + 2} partial`]);
  }
  failAt(() => false);
  waitUntil(180);
  await show(panel, refresh('full'));
  expect(panel.missedUntil()).toBeUndefined();
});

test('a panel that was gone for longer is cleaned as soon as it is back, also when a partial refresh was its turn', async () => {
  const { panel, log, asked, failAt, catchUpUntil } = await start();
  failAt(() => true);
  await show(panel, refresh('partial'));
  await catchUpUntil(3);
  failAt(() => false);
  asked.length = 0;
  await catchUpUntil(100);
  expect(asked).toEqual(['6 partial', '8 full']);
  expect(log.messages()).toEqual([silent, speaking]);
});

test.each(['full', 'partial'] as const)(
  'what is made up for has the shape of a turned screen: %s',
  async (strength) => {
    const { panel, asked, failAt, catchUpUntil } = await start();
    const corner = { x: 1800, y: 0, width: 72, height: 72 };
    await show(panel, refresh('full', upright));
    await show(panel, refresh(strength, lying));
    failAt(() => true);
    await show(panel, refresh('ui', corner));
    asked.length = 0;
    failAt(() => false);
    await catchUpUntil(10);
    // Both ways of holding it together would be 1872x1872.
    expect(asked).toEqual(['2 full']);
  },
);

test('what is made up for has the shape of a screen that was turned, and turned back', async () => {
  const { panel, asked, failAt, waitUntil, catchUpUntil } = await start();
  await show(panel, refresh('full', upright));
  const corners = {
    lying: { x: 1800, y: 0, width: 72, height: 72 },
    upright: { x: 0, y: 1800, width: 72, height: 72 },
  };
  const missed = async (at: number, ...plan: Refresh[]) => {
    waitUntil(at);
    failAt(() => true);
    await show(panel, ...plan);
    failAt(() => false);
    asked.length = 0;
    await catchUpUntil(at + 10);
    return asked;
  };
  await show(panel, refresh('partial', lying));
  await show(panel, refresh('partial', upright));
  expect(await missed(100, refresh('ui', corners.upright))).toEqual(['102 full']);
  // Known by a corner alone: it is the whole of the other shape.
  await show(panel, refresh('ui', corners.lying));
  await show(panel, refresh('partial', upright));
  await show(panel, refresh('partial', lying));
  expect(await missed(200, refresh('ui', corners.lying))).toEqual(['202 full']);
  expect(await missed(300, refresh('ui', corners.upright))).toEqual(['302 full']);
});
