// The panel of the developer's view: what a refresh shows and leaves behind, and the view itself on the shelf.

import { expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type { IpcRequest } from '../../../api/ipc.ts';
import type { Refresh } from '../../../api/panel.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { showPanelPicture, showPlanLog } from '../../../src/app/panel-picture.ts';
import type { PlannedFrame } from '../../../src/screen/queue.ts';
import { flashRefresh, showRefresh } from '../../../src/screen/simulated-panel.ts';
import type { FakeBridge } from '../fake-bridge.ts';

const screen = { width: 8, height: 4 };
const refresh = (strength: Refresh['strength'], more: Partial<Refresh> = {}): Refresh => ({
  ...{ strength, x: 0, y: 0, ...screen, dither: false },
  ...more,
});
const all = (grey: number) => new Uint8ClampedArray(screen.width * screen.height).fill(grey);

it('shows nothing where no refresh was planned', () => {
  const after = showRefresh(all(255), all(0), refresh('full', { x: 4, y: 0, width: 4, height: 2 }), screen);
  const rows = Array.from({ length: 4 }, (_, y) => [...after.subarray(y * 8, y * 8 + 8)].join());
  const half = '255,255,255,255,0,0,0,0';
  expect(rows).toEqual([half, half, [...all(255).subarray(0, 8)].join(), [...all(255).subarray(0, 8)].join()]);
});

it('has the greys of each waveform, and a ghost that only a full refresh removes', () => {
  const seen = (strength: Refresh['strength'], grey: number) =>
    showRefresh(all(grey), all(grey), refresh(strength), screen)[0];
  // The sixteen greys are 17 apart; 100 is shown by the nearest one.
  expect([seen('partial', 102), seen('full', 100)]).toEqual([102, 102]);
  const black = (strength: Refresh['strength']) => showRefresh(all(0), all(255), refresh(strength), screen)[0] ?? 0;
  const left = (['a2', 'fast', 'ui', 'partial', 'flashui', 'flashpartial', 'full'] as const).map(
    (each) => 255 - black(each),
  );
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect(left.at(-1)).toBe(0);
  expect(left[3]).toBeGreaterThan(8);
  const ghosts = showRefresh(all(0), all(255), refresh('partial'), screen);
  expect(showRefresh(ghosts, all(255), refresh('full'), screen)[0]).toBe(255);
  expect(new Set(flashRefresh(all(255), refresh('full'), screen, 0))).toEqual(new Set([0]));
});

it('dithers to the mean of what was painted', () => {
  const after = showRefresh(all(255), all(40), refresh('full', { dither: true }), screen);
  expect(new Set(after)).toEqual(new Set([34, 51]));
  const mean = after.reduce((sum, grey) => sum + grey, 0) / after.length;
  expect(Math.abs(mean - 40)).toBeLessThan(2);
});

/** A queue that the test plans for, and a bridge that takes pictures of this window. */
function stage() {
  const watchers = new Set<(frame: PlannedFrame) => void>();
  const log: PlannedFrame[] = [];
  const queue = {
    log: () => log,
    watch(watcher: (frame: PlannedFrame) => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  const take = async (): Promise<Uint8Array> => {
    const frame = window.frameElement?.getBoundingClientRect();
    const clip = { x: frame?.x ?? 0, y: frame?.y ?? 0, width: innerWidth, height: innerHeight, scale: 1 };
    const { data } = await (
      cdp() as unknown as { send(name: string, options: object): Promise<{ data: string }> }
    ).send('Page.captureScreenshot', { format: 'png', clip });
    return new Uint8Array(await (await fetch(`data:image/png;base64,${data}`)).arrayBuffer());
  };
  const bridge = {
    call: async (name: string, _request: IpcRequest<'app.picture'>) => {
      expect(name).toBe('app.picture');
      return { ok: true, value: { picture: await take() } };
    },
  } as unknown as FakeBridge;
  const plan = (...refreshes: Refresh[]) => {
    const frame: PlannedFrame = { at: 1000, intents: ['page'], plan: refreshes };
    log.push(frame);
    for (const watcher of watchers) watcher(frame);
  };
  return { queue, bridge, plan };
}

it('shows the window as the panel would, and what was planned', async () => {
  await page.viewport(480, 640);
  const { queue, bridge, plan } = stage();
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;left:40px;top:40px;width:160px;height:80px;background:#000';
  document.body.append(box);
  const errors: unknown[] = [];
  const waited: number[] = [];
  const pause = async (milliseconds: number) => void waited.push(Math.round(milliseconds));
  const view = showPanelPicture({ bridge, screen: queue, pause, report: (error) => errors.push(error) });
  const lines = showPlanLog(queue, (count, full, milliseconds) => `${count}, ${full} full, ${milliseconds} ms`);
  const canvas = document.querySelector('.panel-picture') as HTMLCanvasElement;
  const greyAt = (x: number, y: number) => canvas.getContext('2d')?.getImageData(x, y, 1, 1).data[0];
  const whole = { x: 0, y: 0, width: innerWidth, height: innerHeight };
  // What is there when it begins, is there.
  await view.settled();
  expect(errors).toEqual([]);
  expect([greyAt(100, 80), greyAt(300, 80)]).toEqual([0, 255]);

  // The box goes; only its left half is planned, and weakly.
  box.remove();
  await afterPaint();
  plan(refresh('partial', { x: 40, y: 40, width: 80, height: 80 }));
  await view.settled();
  expect(greyAt(60, 80)).toBe(245);
  expect(greyAt(160, 80)).toBe(0);
  plan(refresh('full', whole));
  await view.settled();
  expect([greyAt(60, 80), greyAt(160, 80)]).toEqual([255, 255]);
  expect(waited).toEqual([167, 167, 167, 450, 167, 167, 167]);
  const text = document.querySelector('.plan-log')?.textContent?.split('\n') ?? [];
  expect(text[0]).toBe('2, 1 full, 950 ms');
  expect(text[1]).toBe('1.00  page → partial 80×80 at 40,40  450 ms');
  view.close();
  lines.close();
  expect(document.querySelector('.panel-picture, .plan-log')).toBeNull();
});
