// The panel: chosen by the reader or by probing, remembered, and simulated in the order of the plan.

import { expect, test } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { planTime, waveformTime } from '../../../api/panel-model.ts';
import { openSettings } from '../../../electron/disk/settings.ts';
import { openPanel } from '../../../electron/eink/panel.ts';
import { devicePlacesIn } from '../device-places.ts';
import { recordingLog } from '../recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const refresh = (more: Partial<Refresh> = {}): Refresh => ({
  strength: 'partial',
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  dither: false,
  ...more,
});

async function start(folder?: string) {
  const log = recordingLog();
  const used = folder ?? (await temporaryFolder());
  const settings = await openSettings(used, log);
  const panel = await openPanel({ settings, places: devicePlacesIn(used), folder: used, log });
  return { folder: used, panel };
}

test('an ordinary screen is found where there is no panel, and wants no plans', async () => {
  const { panel } = await start();
  expect(panel.info()).toMatchObject({ backend: 'none', wants: 'nothing', dpi: 96 });
  await panel.refresh([refresh()]);
  const found = (await panel.list()).filter((one) => one.found);
  expect(found).toEqual([{ backend: 'none', found: true, inUse: true, lost: false }]);
});

test('the chosen panel is remembered, and forgotten for what is found', async () => {
  const { panel, folder } = await start();
  expect(await panel.setBackend('simulated')).toMatchObject({ backend: 'simulated', greys: 16 });
  expect((await start(folder)).panel.info().backend).toBe('simulated');
  expect(await panel.setBackend('auto')).toMatchObject({ backend: 'none' });
  expect((await start(folder)).panel.info().backend).toBe('none');
});

test('stronger waveforms take no less time, dithering more, nothing for an empty region', () => {
  const order = ['a2', 'fast', 'ui', 'partial', 'flashui', 'flashpartial', 'full'] as const;
  const times = order.map((strength) => waveformTime(refresh({ strength })));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(waveformTime(refresh({ dither: true }))).toBeGreaterThan(waveformTime(refresh()));
  expect(waveformTime(refresh({ width: 0 }))).toBe(0);
});

test('regions apart run at the same time, regions that touch one after the other', () => {
  const fast = refresh({ strength: 'fast' });
  expect(planTime([fast, refresh({ strength: 'fast', x: 200 })])).toBe(260);
  expect(planTime([fast, refresh({ strength: 'fast', x: 50 })])).toBe(520);
  expect(planTime([fast, refresh({ strength: 'full', x: 100 })])).toBe(500);
});
